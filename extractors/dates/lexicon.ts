/**
 * Word -> meaning, one map per language and one for names that all languages share (months of other calendars, solar terms).
 * A language's own words win over the shared ones: `Nisan` is April in Turkish and a Hebrew month elsewhere.
 * Maps are built on first use.
 */
import { atomize } from './atoms.js';
import { isUnspaced, normalizeWord } from './normalize.js';
import { expandChoices, loadTables } from './tables.js';
import type { DateTables } from './tables.js';

/** What a phrase means to the grammar (symbols are listed in tokens.ts; an empty symbol is a word to drop). */
export interface Meaning {
  readonly sym: string;
  readonly n?: number;
  readonly name?: string;
  readonly calendar?: string;
}
/** Looks up a normalised phrase. */
export type Lexicon = (phrase: string) => Meaning | undefined;

const CLASS_SYMBOL: Readonly<Record<string, string>> = {
  and: '&', or: '|', to: '-', before: 'b', after: 'f', onAfter: 'g', onBefore: 'h', nearest: 'r', between: 'j', day: 'd', week: 'w', month: 'm',
  if: 'q', weekend: 'e', since: 's', approx: 'c', usual: 'u', varies: 'z', lunar: 'U', islamic: 'E', thai: 'A', fullMoon: 'H', eve: 'v', orthodox: 'G',
  nextDay: 'k', dayBefore: 'l', oldStyle: 'J', newStyle: 'I', substitute: 'i', unknown: 'n', glue: '',
}; // prettier-ignore

let tables: DateTables | undefined;
const lexicons = new Map<string, Map<string, Meaning>>();
const dateTables = (): DateTables => (tables ??= loadTables());

function phraseKey(phrase: string): string {
  if ([...phrase].some(isUnspaced)) return normalizeWord(phrase);
  return atomize(phrase)
    .filter((atom) => atom.kind !== 'mark')
    .map((atom) => atom.norm)
    .join(' ');
}

function add(map: Map<string, Meaning>, phrases: readonly string[], meaning: Meaning): void {
  for (const phrase of phrases.flatMap(expandChoices)) {
    const key = phraseKey(phrase);
    if (key !== '' && !map.has(key)) map.set(key, meaning);
  }
}

function sharedWords({ calendars, solarTerms }: DateTables): Map<string, Meaning> {
  const map = new Map<string, Meaning>();
  for (const [calendar, months] of Object.entries(calendars.months)) {
    for (const [name, phrases] of Object.entries(months)) add(map, phrases, { sym: 'C', calendar, name });
  }
  const { tithi, shukla, krishna, purnima, amavasya } = calendars.hindu;
  tithi.forEach((phrases, index) => add(map, phrases, { sym: 'K', n: index + 1 }));
  add(map, shukla, { sym: 'Q', name: 'Shukla' });
  add(map, krishna, { sym: 'Q', name: 'Krishna' });
  add(map, purnima, { sym: 'p' });
  add(map, amavasya, { sym: 'a' });
  for (const [name, phrases] of Object.entries(solarTerms.names))
    add(map, phrases, { sym: 'S', name: `solar-term:${name}` });
  return map;
}

function languageWords(lang: string, { months, weekdays, feasts, words }: DateTables): Map<string, Meaning> {
  const map = new Map<string, Meaning>();
  months[lang]?.forEach((phrases, index) => add(map, phrases, { sym: 'M', n: index + 1 }));
  weekdays[lang]?.forEach((phrases, index) => add(map, phrases, { sym: 'W', n: index + 1 }));
  for (const [name, phrases] of Object.entries(feasts[lang] ?? {})) add(map, phrases, { sym: 'F', name });
  const own = words[lang] ?? {};
  add(map, own['last'] as string[] | undefined ?? [], { sym: 'X', n: -1 }); // prettier-ignore
  add(map, own['secondLast'] as string[] | undefined ?? [], { sym: 'X', n: -2 }); // prettier-ignore
  add(map, own['thirdLast'] as string[] | undefined ?? [], { sym: 'X', n: -3 }); // prettier-ignore
  for (const pair of (own['cardinals'] as string[] | undefined) ?? []) {
    const [phrase = '', count] = pair.split('=');
    add(map, [phrase], { sym: 'N', n: Number(count) });
  }
  own.ordinals?.forEach((phrases, index) => add(map, phrases, { sym: 'O', n: index + 1 }));
  for (const [wordClass, sym] of Object.entries(CLASS_SYMBOL))
    add(map, (own[wordClass] as string[] | undefined) ?? [], { sym });
  return map;
}

function mapFor(lang: string): Map<string, Meaning> {
  let map = lexicons.get(lang);
  if (!map) {
    map = lang === '' ? sharedWords(dateTables()) : languageWords(lang, dateTables());
    lexicons.set(lang, map);
  }
  return map;
}

/** Languages with word tables, English first. */
export function dateLanguages(): readonly string[] {
  return Object.keys(dateTables().words);
}

/** The lexicon of a language code that `dateLanguages` lists. */
export function lexiconOf(lang: string): Lexicon {
  const own = mapFor(lang);
  const shared = mapFor('');
  return (phrase) => own.get(phrase) ?? shared.get(phrase);
}
