// The shipped table against a living wiki. Nothing is merged from here: a site read from the API must equal the one of a dump.
import type { Site } from '../../../schemas/site.js';
import type { SiteInfoReply } from './site.js';

/**
 * What a wiki says of itself that its site record lacks, and language prefixes that only the record has.
 * @param site - the record in use
 * @param reply - the wiki's siteinfo answer, formatversion=2
 * @returns sentences for people, sorted; empty when links are read as the wiki reads them
 */
export function siteDifferences(site: Site, reply: SiteInfoReply): readonly string[] {
  return [...prefixes(site, reply), ...names(site, reply), ...words(site, reply)].sort();
}

function prefixes(site: Site, reply: SiteInfoReply): readonly string[] {
  const found: string[] = [];
  const known = reply.query?.interwikimap;
  if (known === undefined) return found;
  for (const entry of known) {
    const prefix = entry.prefix.toLowerCase();
    if (entry.localinterwiki === true) continue;
    const language = entry.language !== undefined || entry.extralanglink === true;
    if (language && !site.languages.includes(prefix)) found.push(`language prefix "${prefix}" is not in the table`);
    if (!language && site.languages.includes(prefix))
      found.push(`"${prefix}" is a language in the table, another wiki here`);
    if (!language && !site.languages.includes(prefix) && !site.interwiki.includes(prefix)) {
      found.push(`interwiki prefix "${prefix}" is not in the table`);
    }
  }
  const here = new Set(known.map((entry) => entry.prefix.toLowerCase()));
  const absent = site.languages.filter((prefix) => !here.has(prefix));
  if (absent.length > 0) {
    const sample = absent.slice(0, 5).join(', ');
    found.push(
      `${String(absent.length)} language prefixes of the table are unknown to the wiki: ${sample}${absent.length > 5 ? ', ...' : ''}`,
    );
  }
  return found;
}

function names(site: Site, reply: SiteInfoReply): readonly string[] {
  const told = [
    ...(reply.query?.namespacealiases ?? []).map(({ id, alias }) => ({ id, name: alias })),
    ...Object.values(reply.query?.namespaces ?? {}).flatMap(({ id, name, canonical }) => [
      { id, name },
      ...(canonical === undefined ? [] : [{ id, name: canonical }]),
    ]),
  ];
  const found = new Set<string>();
  for (const { id, name } of told) {
    const space = site.namespaces.find((entry) => entry.id === id);
    const known = space === undefined ? [] : [space.name, space.canonical ?? '', ...space.aliases];
    const wanted = fold(name);
    if (!known.some((entry) => fold(entry) === wanted)) {
      found.add(`name "${name}" of namespace ${String(id)} is not in the table`);
    }
  }
  return [...found];
}

function words(site: Site, reply: SiteInfoReply): readonly string[] {
  const redirect = reply.query?.magicwords?.find((word) => word.name === 'redirect')?.aliases ?? [];
  return redirect
    .map((word) => word.toLowerCase())
    .filter((word) => !site.redirectWords.includes(word))
    .map((word) => `redirect word "${word}" is not in the table`);
}

function fold(name: string): string {
  return name.replaceAll('_', ' ').toLowerCase();
}
