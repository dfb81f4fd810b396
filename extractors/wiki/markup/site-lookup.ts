// A site record as its readers need it: maps and sets, built once for each record.
import type { Namespace, Site } from '../../../schemas/site.js';
import { ownPrefixes } from '../site/site.js';
import { linkTrailLetters } from '../site/tables.js';

/** A site, ready for look-ups. */
export interface SiteLookup {
  readonly site: Site;
  /** Namespace by lower-case name, canonical name or alias. */
  readonly byName: ReadonlyMap<string, Namespace>;
  readonly byId: ReadonlyMap<number, Namespace>;
  readonly languages: ReadonlySet<string>;
  readonly interwiki: ReadonlySet<string>;
  /** Prefixes that mean the wiki itself. */
  readonly own: ReadonlySet<string>;
  /** Sticky expression for the letters that belong to the link before them. */
  readonly trail: RegExp | undefined;
  readonly disambiguation: ReadonlySet<string>;
}

const built = new WeakMap<Site, SiteLookup>();

/**
 * The look-ups of a site.
 * @param site - a site record; it must not change afterwards
 * @returns maps and sets, the same object for the same record
 */
export function lookupOf(site: Site): SiteLookup {
  const known = built.get(site);
  if (known !== undefined) return known;
  const lookup = build(site);
  built.set(site, lookup);
  return lookup;
}

function build(site: Site): SiteLookup {
  const byName = new Map<string, Namespace>();
  // Aliases first: where one equals another namespace's real name, the real name wins, as in MediaWiki.
  for (const space of site.namespaces) for (const name of space.aliases) byName.set(name.toLowerCase(), space);
  for (const space of site.namespaces)
    if (space.canonical !== undefined) byName.set(space.canonical.toLowerCase(), space);
  for (const space of site.namespaces) byName.set(space.name.toLowerCase(), space);
  byName.delete('');
  const letters = linkTrailLetters(site.lang);
  return {
    site,
    byName,
    byId: new Map(site.namespaces.map((space) => [space.id, space])),
    languages: new Set(site.languages),
    interwiki: new Set(site.interwiki),
    own: new Set(ownPrefixes(site)),
    trail: letters === '' ? undefined : new RegExp(`[${letters}]+`, 'uy'),
    disambiguation: new Set(site.disambiguationTemplates),
  };
}
