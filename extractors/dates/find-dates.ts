/**
 * All dates in a run of tokens: the pattern files, plus two conventions that no single pattern shows: the double dates of Russian texts,
 * 3 (15) June, and days that are lunar because "lunar calendar" stands beside them.
 */
import type { SingleDate } from '../../schemas/date.js';
import { CALENDAR_PATTERNS, lunarRule } from './calendars.js';
import { addDays, formatMonthDay } from './days.js';
import type { MonthDay } from './days.js';
import { FIXED_PATTERNS } from './fixed.js';
import { scan } from './found.js';
import type { Found } from './found.js';
import { RELATIVE_PATTERNS } from './relative.js';
import type { Token } from './tokens.js';
import { symbolsOf } from './tokens.js';

const PATTERNS = [...RELATIVE_PATTERNS, ...CALENDAR_PATTERNS, ...FIXED_PATTERNS];
/** Languages whose texts give the Julian day first and the Gregorian one in brackets. */
const OLD_STYLE_FIRST = new Set(['ru', 'uk', 'be', 'bg', 'sr']);
/** Days between the calendars since 1582. */
const CALENDAR_GAPS = [10, 11, 12, 13];

const moveFinds = (finds: readonly Found[], by: number): Found[] =>
  finds.map((find) => ({ ...find, start: find.start + by, end: find.end + by }));

function isGap(old: MonthDay, fresh: MonthDay): boolean {
  return CALENDAR_GAPS.some((days) => {
    const moved = addDays(2023, old, days);
    return moved.month === fresh.month && moved.day === fresh.day;
  });
}

/** `3 (15) June 1860` and, in languages that write so, `3 June (15 June)`, at the start of the tokens. */
function readDoubleDate(tokens: readonly Token[], lang: string): Found | undefined {
  const bracketAt = tokens[1]?.sym === 'M' ? 2 : 1;
  const inner = tokens[bracketAt]?.inner ?? [];
  const month = tokens[bracketAt === 1 ? 2 : 1]?.n ?? 0;
  if (!/^[NTO]M?Y?I?$/.test(symbolsOf(inner))) return undefined;
  if (bracketAt === 2 && !OLD_STYLE_FIRST.has(lang) && inner.at(-1)?.sym !== 'I') return undefined;
  const old = { month, day: tokens[0]?.n ?? 0 };
  const fresh = { month: inner[1]?.sym === 'M' ? (inner[1].n ?? 0) : month, day: inner[0]?.n ?? 0 };
  if (!isGap(old, fresh)) return undefined;
  const after = tokens[3]?.sym === 'Y' ? tokens[3].n : undefined;
  const year = after ?? inner.find((token) => token.sym === 'Y')?.n;
  const date: SingleDate = { kind: 'fixed', ...fresh, old_style: formatMonthDay(old) };
  return { dates: [year === undefined ? date : { ...date, year }], start: 0, end: after === undefined ? 3 : 4 };
}

/** A day that stands beside "lunar calendar" is a day of that calendar. */
function toLunar(find: Found, tokens: readonly Token[]): Found {
  const after = tokens[find.end];
  const isMarked =
    /U[MNTO,&|x-]*$/.test(symbolsOf(tokens.slice(0, find.start))) ||
    after?.sym === 'U' ||
    (after?.sym === 'P' && /^U+$/.test(symbolsOf(after.inner ?? []))) ||
    tokens.slice(find.start, find.end).some((token) => token.lunar);
  if (!isMarked) return find;
  const dates = find.dates.flatMap((date) => {
    if (date.kind !== 'fixed' || date.year !== undefined) return [date];
    return lunarRule(date.month, date.day, date.end_day, date.end_month) ?? [];
  });
  return { ...find, dates };
}

/** Dates in the tokens, left to right. `lang` is the language of the words. */
export function findDates(tokens: readonly Token[], lang: string): Found[] {
  const finds: Found[] = [];
  let from = 0;
  for (const match of symbolsOf(tokens).matchAll(/[NTO](?:[PB]M|M[PB])/g)) {
    const double = match.index >= from ? readDoubleDate(tokens.slice(match.index, match.index + 4), lang) : undefined;
    if (!double) continue;
    finds.push(...moveFinds(scan(tokens.slice(from, match.index), PATTERNS), from));
    finds.push(...moveFinds([double], match.index));
    from = match.index + double.end;
  }
  finds.push(...moveFinds(scan(tokens.slice(from), PATTERNS), from));
  return finds.map((find) => toLunar(find, tokens));
}
