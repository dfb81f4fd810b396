// Where the date stands in a list item: before the name ("1 January: X"), after it ("X – 1 January", "X (1 January)") or in a clause
// ("celebrated on the first Friday in December").
import type { HolidayDate } from '../../schemas/date.js';
import { parseDateText } from '../dates/parse.js';
import { dayInMonth } from './months.js';
import { isDefinite } from './when.js';

/** An item without its date. */
export interface SplitItem {
  /** Words of the date, `undefined` where the item has none. */
  readonly date: string | undefined;
  readonly rest: string;
  /** Words after a date in brackets, no part of the name; `''` without any. */
  readonly after: string;
}

const SEPARATOR = /\s*(?::|\s[–—-]|[–—])\s+|,\s+|\s+(?=\()/gu;
const COUNTING =
  /\d|first|second|third|fourth|last|before|after|erste|letzte|premier|dernier|primer|último|перв|втор|трет|четв|последн|month|day of|calendar|moon/iu;
const FALL =
  /(?:celebrated|observed|held|takes place|begefeiert|gefeiert|celebra\p{L}*|célébr\p{L}*)\s+(?:annually |every year |each year )?(?:on |am |le |el )?(.+?)[.;]?$/iu;

/**
 * The words of a text that is a date and nothing else.
 * @param text - the text, perhaps in brackets
 * @param lang - language of the page
 * @param month - month of the section, for a mere day
 * @returns the date words, with the month where only the day was given; `undefined` for other text and for mere names of feasts
 */
export function dateWords(text: string, lang: string, month: string | undefined): string | undefined {
  const bare = text.trim().replace(/^\((.*)\)$/, '$1');
  if (bare === '' || bare.length > 70 || /(?<=\p{L}{4}|\)|\d{4})\.\s+\p{Lu}/u.test(bare)) return undefined;
  if (month !== undefined && /^\d{1,2}(?:\s*[–-]\s*\d{1,2})?(?:st|nd|rd|th|\.|日|er)?$/.test(bare))
    return dayInMonth(bare, month);
  const date = parseDateText(bare, lang);
  if (date.kind === 'unparseable') return undefined;
  if (date.kind === 'fixed') return bare;
  // A vague word ("movable") is a date; a remark with a year in it, which the reader of dates calls vague too, is none.
  if (date.rule === 'varies') return bare.length < 25 && !/\d{4}/.test(bare) ? bare : undefined;
  // The name of a movable feast is a date for the parser; here only words that count something are.
  return COUNTING.test(bare) ? bare : undefined;
}

function isClosed(text: string): boolean {
  return text.split('(').length === text.split(')').length;
}

/** A date before the name. */
function leading(text: string, cuts: readonly RegExpExecArray[], lang: string, month?: string): SplitItem | undefined {
  // "The eighth (Western Christianity)": what only a bracket parts from the rest is no date of it.
  const cut = cuts
    .slice(0, 4)
    // "The third day of Hanukkah, in 2020": after a comma only a name in capitals may follow.
    .filter((one) => !one[0].startsWith(',') || !/^\p{Ll}/u.test(text.slice(one.index + one[0].length)))
    .filter((one) => text.charAt(one.index + one[0].length) !== '(' && isClosed(text.slice(0, one.index)))
    // "Labour Day (May 1), a day off": what is in brackets does not make the words before it a date.
    .find((one) => dateWords(text.slice(0, one.index).replace(/\([^()]*\)/g, ''), lang, month));
  if (cut === undefined) return undefined;
  // "January 1, 2024: X": the longest beginning that is a date.
  const end = cuts.findLast((one) => {
    const words = text.slice(0, one.index);
    return one.index === cut.index || (one.index > cut.index && /\d$/.test(words) && dateWords(words, lang, month));
  });
  const last = end ?? cut;
  const date = dateWords(text.slice(0, last.index), lang, month);
  return { date, rest: text.slice(last.index + last[0].length), after: '' };
}

/** A date in brackets; what a comma parts from it is no part of the name any more. */
function bracketed(text: string, lang: string, month?: string): SplitItem | undefined {
  for (const bracket of text.matchAll(/\(([^()]+)\)/g)) {
    const date = bracket.index > 0 ? dateWords(bracket[1] ?? '', lang, month) : undefined;
    if (date === undefined) continue;
    const before = text.slice(0, bracket.index).trimEnd();
    const after = text.slice(bracket.index + bracket[0].length);
    return /^\s*[,;]/.test(after) ? { date, rest: before, after } : { date, rest: `${before}${after}`, after: '' };
  }
  return undefined;
}

/** A date after the name. */
function trailing(text: string, cuts: readonly RegExpExecArray[], lang: string, month?: string): SplitItem | undefined {
  for (const cut of cuts) {
    const words = text.slice(cut.index + cut[0].length).replace(/[.;]$/, '');
    // "(Bayram) — 1 Shawwal": the bracket belongs to the name.
    const open = words.startsWith('(') && !words.endsWith(')');
    const date = cut.index > 0 && !open ? dateWords(words, lang, month) : undefined;
    if (date !== undefined) return { date, rest: text.slice(0, cut.index), after: '' };
  }
  return undefined;
}

/**
 * Cuts the date off a list item.
 * @param text - the item
 * @param lang - language of the page
 * @param month - month of the section, for items that give the day only
 * @returns date words and the rest
 */
export function splitDate(text: string, lang: string, month?: string): SplitItem {
  const cuts = [...text.matchAll(SEPARATOR)].slice(0, 8);
  const found = leading(text, cuts, lang, month) ?? bracketed(text, lang, month) ?? trailing(text, cuts, lang, month);
  if (found !== undefined) return found;
  const fall = FALL.exec(text.replace(/\s*\([^()]*\)\s*\.?$/, ''));
  const said = fall !== null && isDefinite(parseDateText(fall[1] ?? '', lang));
  return { date: said ? fall[1] : undefined, rest: text, after: '' };
}

/** The date at the very end of the words after a name ("Season for Nonviolence January 30-April 4"). */
export function trailingDate(
  text: string,
  lang: string,
): { readonly date: HolidayDate; readonly text: string } | undefined {
  const bare = text.trim();
  if (bare === '' || bare.length > 60 || !/\d/.test(bare)) return undefined;
  const date = parseDateText(bare, lang);
  return date.kind === 'fixed' ? { date, text: bare } : undefined;
}
