// What a dump's header does not say of a wiki: prefixes of other wikis, further names of namespaces, redirect words, names of
// disambiguation templates, letters of a link trail. Facts from MediaWiki 1.39's language settings and Wikimedia's public
// configuration of August 2026. Both site readers take them from here, and only from here.
import { readFileSync } from 'node:fs';

type ByLanguage<T> = Readonly<Record<string, T>>;
type NamesById = Readonly<Record<string, readonly string[]>>;

const languages = table<readonly string[]>('languages');
const interwiki = table<readonly string[]>('interwiki');
const redirectWords = table<ByLanguage<readonly string[]>>('redirect-words');
const namespaceAliases = table<ByLanguage<NamesById>>('namespace-aliases');
const wikipediaAliases = table<ByLanguage<NamesById>>('wikipedia-aliases');
const disambiguation = table<ByLanguage<readonly string[]>>('disambiguation-templates');
const linkTrails = table<ByLanguage<string>>('link-trails');

const CANONICAL: Readonly<Record<number, string>> = {
  [-2]: 'Media',
  [-1]: 'Special',
  1: 'Talk',
  2: 'User',
  3: 'User talk',
  4: 'Project',
  5: 'Project talk',
  6: 'File',
  7: 'File talk',
  8: 'MediaWiki',
  9: 'MediaWiki talk',
  10: 'Template',
  11: 'Template talk',
  12: 'Help',
  13: 'Help talk',
  14: 'Category',
  15: 'Category talk',
  828: 'Module',
  829: 'Module talk',
};

/**
 * The English name of a namespace that every wiki has.
 * @param id - number of the namespace
 * @returns the name, or undefined for the main namespace and those that a wiki added
 */
export function canonicalName(id: number): string | undefined {
  return CANONICAL[id];
}

/**
 * Further names of a namespace: the old `Image`, the language's own and older names, and Wikipedia's short forms (`WP`).
 * @param id - number of the namespace
 * @param lang - language of the wiki
 * @param host - host name of the wiki; only `*.wikipedia.org` has the short forms
 * @returns names, sorted, without repetition
 */
export function aliasesOf(id: number, lang: string, host: string): readonly string[] {
  const key = String(id);
  const names = new Set(namespaceAliases[lang]?.[key] ?? []);
  if (id === 6) names.add('Image');
  if (id === 7) names.add('Image talk');
  const code = /^([a-z-]+)\.wikipedia\.org$/.exec(host)?.[1];
  if (code !== undefined) {
    for (const name of wikipediaAliases['*']?.[key] ?? []) names.add(name);
    for (const name of wikipediaAliases[code]?.[key] ?? []) names.add(name);
  }
  return [...names].sort();
}

/**
 * Every name that a namespace has in any language: for texts whose wiki is not known.
 * @param id - number of the namespace
 * @returns lower-case names
 */
export function namesInAnyLanguage(id: number): ReadonlySet<string> {
  const key = String(id);
  const known = Object.values(namespaceAliases).flatMap((names) => names[key] ?? []);
  return new Set([CANONICAL[id] ?? '', ...known, ...aliasesOf(id, '', '')].map((name) => name.toLowerCase()));
}

/**
 * Prefixes that make a language link on a wiki, the wiki's own left out.
 * @param own - prefixes that mean the wiki itself
 * @returns lower-case prefixes, sorted
 */
export function languagePrefixes(own: readonly string[]): readonly string[] {
  return languages.filter((code) => !own.includes(code));
}

/**
 * Prefixes of other wikis that are no languages.
 * @returns lower-case prefixes, sorted
 */
export function interwikiPrefixes(): readonly string[] {
  return interwiki;
}

/**
 * Words that make a page a redirect.
 * @param lang - language of the wiki
 * @returns lower-case words with `#`, sorted; `#redirect` always among them
 */
export function redirectWordsOf(lang: string): readonly string[] {
  return [...new Set(['#redirect', ...(redirectWords[lang] ?? [])])].sort();
}

/**
 * Names of templates that mark a disambiguation page.
 * @param lang - language of the wiki
 * @returns lower-case names, sorted; the two English ones always among them
 */
export function disambiguationTemplatesOf(lang: string): readonly string[] {
  return [...new Set([...(disambiguation['*'] ?? []), ...(disambiguation[lang] ?? [])])].sort();
}

/**
 * Letters that, standing right behind a link, belong to its text (`[[day]]s`).
 * @param lang - language of the wiki
 * @returns the inside of a regular expression's character class; `''` for a language without trails
 */
export function linkTrailLetters(lang: string): string {
  return linkTrails[lang] ?? 'a-z';
}

function table<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), 'utf8')) as T;
}
