/**
 * Dates written with figures alone: ISO 8601, 24.12., 25/12/2024. The order of day and month follows the language; in English, where both
 * orders are in use, a pair is read only when one order is possible.
 */
import { isRealDay } from './days.js';

/** A numeric date found at an offset; `date` is absent where the order cannot be told. */
export interface NumericMatch {
  readonly length: number;
  readonly date?: { readonly month: number; readonly day: number; readonly year?: number };
}

const YEAR_FIRST = new Set(['zh', 'ja', 'ko', 'hu', 'lt']);
const YMD = /(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|\. (\d{1,2})\. (\d{1,2}))\.?(?!\d)/y;
const DMY = /(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2}(?= |$|[);,]))(?!\d)/y;
const DOTTED = /(\d{1,2})\. ?(\d{1,2})(\.)?(?![\d\p{L}%])/uy;
const PAIR = /(\d{1,2})\/(\d{1,2})(?= ?(?:$|[(;,[]))/y;
const WHOLE_HYPHEN = /^(\d{2})-(\d{2})$/;

function at(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

function ordered(first: number, second: number, lang: string): { month: number; day: number } | undefined {
  const dayFirst = { month: second, day: first };
  const monthFirst = { month: first, day: second };
  if (YEAR_FIRST.has(lang)) return monthFirst;
  if (lang !== 'en' && lang !== '')
    return isRealDay(second, first) || !isRealDay(first, second) ? dayFirst : monthFirst;
  if (first === second) return dayFirst;
  const canDayFirst = isRealDay(second, first);
  return canDayFirst === isRealDay(first, second) ? undefined : canDayFirst ? dayFirst : monthFirst;
}

function found(match: RegExpExecArray, date: { month: number; day: number } | undefined, year?: number): NumericMatch {
  const length = match[0].length;
  if (!date) return { length };
  return { length, date: year === undefined ? date : { ...date, year } };
}

/** Reads a numeric date that starts at `offset`; `lang` decides day and month order. Undefined when there is none. */
export function readNumericDate(text: string, offset: number, lang: string): NumericMatch | undefined {
  const ymd = at(YMD, text, offset);
  if (ymd) return found(ymd, { month: Number(ymd[3] ?? ymd[5]), day: Number(ymd[4] ?? ymd[6]) }, Number(ymd[1]));
  const dmy = at(DMY, text, offset);
  if (dmy) {
    const order = dmy[2] === '.' && !YEAR_FIRST.has(lang) ? 'de' : lang;
    const year = dmy[4]?.length === 4 ? Number(dmy[4]) : undefined;
    return found(dmy, ordered(Number(dmy[1]), Number(dmy[3]), order), year);
  }
  const dotted = at(DOTTED, text, offset);
  if (dotted && (dotted[3] !== undefined || (lang !== 'en' && lang !== '' && !dotted[0].includes(' ')))) {
    return found(dotted, ordered(Number(dotted[1]), Number(dotted[2]), YEAR_FIRST.has(lang) ? lang : 'de'));
  }
  const before = text.slice(0, offset).trimEnd();
  const pair = before === '' || /[;,)]$/.test(before) ? at(PAIR, text, offset) : null;
  if (pair) return found(pair, ordered(Number(pair[1]), Number(pair[2]), lang));
  const whole = offset === 0 ? WHOLE_HYPHEN.exec(text) : null;
  return whole ? found(whole, ordered(Number(whole[1]), Number(whole[2]), lang)) : undefined;
}
