// Countries by code and by name: what a page title, a bracket after a holiday or a table cell calls a country, in many languages.
// Codes are ISO 3166-1 (plus XK for Kosovo), local names come from Unicode CLDR; see README.md beside this file.
// It knows nothing of regions inside a country.
import { readFileSync } from 'node:fs';
import type { Continent } from '../../schemas/primitives.js';

/** One country or territory of ISO 3166-1. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** ISO 3166-1 alpha-3. */
  readonly alpha3: string | null;
  /** Usual English name, as English Wikipedia titles the article where that is short. */
  readonly name: string;
  /** One of six continents; `null` for territories of Antarctica. */
  readonly continent: Continent | null;
  /** The commonest English adjective or noun for its people. */
  readonly demonym: string | null;
  readonly demonyms: readonly string[];
  readonly aliases: readonly string[];
  /** Main languages of public life, the first one the most likely for a native name. */
  readonly languages: readonly string[];
}

function load<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`./data/${name}`, import.meta.url), 'utf8')) as T;
}

/** All countries, ordered by code. */
export const COUNTRIES: readonly Country[] = load<Country[]>('countries.json');

const byCode = new Map(COUNTRIES.map((country) => [country.code, country]));
const byAlpha3 = new Map(COUNTRIES.map((country) => [country.alpha3, country]));

function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .replace(/^(the|la|le|les|el|los|las|die|der|das) /, '')
    .trim();
}

function addAll(index: Map<string, Country>, country: Country, names: readonly string[]): void {
  for (const name of names) {
    const key = fold(name);
    // The first entry wins: a short name shared by two countries ("Congo") belongs to neither alias list.
    if (key !== '' && !index.has(key)) index.set(key, country);
  }
}

const english = new Map<string, Country>();
for (const country of COUNTRIES) addAll(english, country, [country.name]);
for (const country of COUNTRIES) addAll(english, country, country.aliases);

const demonyms = new Map<string, Country>();
for (const country of COUNTRIES) addAll(demonyms, country, country.demonyms);

const local = new Map<string, Map<string, Country>>();
const everywhere = new Map<string, Country>();
for (const [lang, names] of Object.entries(
  load<Record<string, Record<string, string | string[]>>>('local-names.json'),
)) {
  const index = new Map<string, Country>();
  for (const [code, name] of Object.entries(names)) {
    const country = byCode.get(code);
    if (country === undefined) continue;
    addAll(index, country, [name].flat());
    // On a page in another language a Latin word is too likely to be just a word ("Man", "Chili").
    addAll(
      everywhere,
      country,
      [name].flat().filter((one) => !/\p{Script=Latin}/u.test(one)),
    );
  }
  local.set(lang, index);
}

/**
 * The country of an ISO 3166-1 alpha-2 or alpha-3 code.
 * @param code - two or three letters, any case
 * @returns the country, or `undefined` for an unknown code
 */
export function countryByCode(code: string): Country | undefined {
  return byCode.get(code.toUpperCase()) ?? byAlpha3.get(code.toUpperCase());
}

/**
 * The country a name stands for: usual and official names, common aliases, and local names in some fifty languages.
 * Accents, case and a leading article do not matter; an adjective ("Kenyan") is not a name.
 * @param name - the name alone, without other words
 * @param lang - language of the text; its names are tried before the English ones; names in other Latin-script languages are not tried
 * @returns the country, or `undefined`
 */
export function countryByName(name: string, lang?: string): Country | undefined {
  const key = fold(name);
  if (key === '') return undefined;
  return (lang === undefined ? undefined : local.get(lang)?.get(key)) ?? english.get(key) ?? everywhere.get(key);
}

/**
 * The country an inflected name stands for, in languages that decline names ("Казахстана", "Ukrainie").
 * @param word - one word
 * @param lang - language of the text
 * @returns the country with the longest common stem, at least four letters long, endings of at most three; `undefined` otherwise,
 *   also where the stem itself changes ("Polska", "Polsce")
 */
export function countryByInflection(word: string, lang: string): Country | undefined {
  const key = fold(word);
  let best: { readonly country: Country; readonly stem: string } | undefined;
  for (const [name, country] of local.get(lang) ?? []) {
    const stem = name.replace(/[aeiouyаеёиоуыэюяьйі]$/u, '');
    const fits = stem.length >= 4 && !stem.includes(' ') && key.startsWith(stem) && key.length - stem.length <= 3;
    if (fits && stem.length > (best?.stem.length ?? 0)) best = { country, stem };
  }
  return best?.country;
}

/**
 * The country an English demonym or adjective belongs to (`Kenyan`, `Dutch`).
 * @param word - the demonym alone
 * @returns the country; the first by code where two share the word (`Congolese`); `undefined` when unknown
 */
export function countryByDemonym(word: string): Country | undefined {
  return demonyms.get(fold(word));
}
