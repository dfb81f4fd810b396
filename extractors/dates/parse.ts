/**
 * Reads the date text of a holiday (a table cell, an infobox field, a list item) into a date object, in any language that has word tables.
 * The rule grammar is described in README.md; the labels it aims at are those of CPopQA (a fixed day, or "movable").
 * Works on text only: no wiki markup, no look-up of when a rule falls in a year (gregorian.ts has the few rules that can be computed).
 */
import type { HolidayDate } from '../../schemas/date.js';
import { atomize } from './atoms.js';
import { chooseDate } from './choose.js';
import { cleanDateText } from './clean.js';
import { dateLanguages, lexiconOf } from './lexicon.js';
import { readText } from './reading.js';

const SCRIPT_LANGUAGES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\p{Script=Hangul}/u, ['ko']],
  [/[\p{Script=Hiragana}\p{Script=Katakana}曜祝旧]/u, ['ja', 'zh']],
  [/\p{Script=Han}/u, ['zh', 'ja']],
  [/\p{Script=Cyrillic}/u, ['ru', 'uk', 'bg', 'sr']],
  [/\p{Script=Arabic}/u, ['ar', 'fa']],
  [/\p{Script=Hebrew}/u, ['he']],
  [/\p{Script=Greek}/u, ['el']],
  [/\p{Script=Devanagari}/u, ['hi']],
  [/\p{Script=Bengali}/u, ['bn']],
  [/\p{Script=Thai}/u, ['th']],
];
const NOT_LATIN = new Set(SCRIPT_LANGUAGES.flatMap(([, langs]) => langs.filter((lang) => lang !== 'sr')));

/** Language codes in the order they are tried: the text's own, those of its script, English, then all that share the script. */
function languageOrder(lang: string, text: string): readonly string[] {
  const known = dateLanguages();
  const own = lang.toLowerCase().split(/[-_]/)[0] ?? '';
  const aliases: Readonly<Record<string, string>> = {
    no: 'nb',
    nn: 'nb',
    simple: 'en',
    sh: 'sr',
    be: 'ru',
    mk: 'bg',
    wuu: 'zh',
    yue: 'zh',
    iw: 'he',
    arz: 'ar',
  };
  const code = aliases[own] ?? own;
  const byScript = SCRIPT_LANGUAGES.filter(([script]) => script.test(text)).flatMap(([, langs]) => langs);
  const latin = /\p{Script=Latin}/u.test(text) ? known.filter((other) => !NOT_LATIN.has(other)) : [];
  const order = [...(known.includes(code) ? [code] : []), ...byScript, 'en', ...latin];
  return [...new Set(order)];
}

/**
 * The date in a text. `lang` is a language code such as `de` or `pt-BR`; an unknown one is read as English, then in all other languages.
 * Only the first 2,000 characters count. Never throws: text without a usable date gives `{kind: 'unparseable'}`.
 */
export function parseDateText(text: string, lang: string): HolidayDate {
  const cleaned = cleanDateText(text);
  if (!/[\p{L}\d]/u.test(cleaned)) return { kind: 'unparseable' };
  const atoms = atomize(cleaned);
  const order = languageOrder(lang, cleaned);
  const requested = order[0] ?? 'en';
  const numericOrder = lang === '' || !dateLanguages().includes(requested) ? 'en' : requested;
  for (const code of order) {
    const reading = readText(cleaned, atoms, lexiconOf(code), numericOrder, code);
    const date = chooseDate(reading);
    // An impossible day is an answer too: another language must not find a part of it.
    if (date.kind !== 'unparseable' || reading.impossible) return date;
  }
  return { kind: 'unparseable' };
}
