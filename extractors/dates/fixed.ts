/**
 * Patterns of Gregorian days: "1 May", "May 1", "24-26 December", "30 September - 2 October", "13, 14 and 15 February", numeric dates.
 * Years are kept where one stands beside the day. Lists of consecutive days become ranges.
 */
import type { SingleDate } from '../../schemas/date.js';
import { WEEKDAY_NAMES, formatMonthDay, isRealDay, shiftDay } from './days.js';
import type { MonthDay } from './days.js';
import { fixed, joinDays, movable, pattern } from './found.js';
import type { Groups, Pattern } from './found.js';
import type { Token } from './tokens.js';

const DAY = '[NTO]';
const LIST_GAP = '(?:[,/]?[&|]|[,/])';
const ITEM = `${DAY}(?:-${DAY})?`;
const YEAR = (name: string): string => `(?:,?(?<${name}>Y)(?!-[Yxs]|:))?`;
const LEAD = '(?:(?<![-sb])(?<early>Y)[:,-]?)?(?:(?<weekday>W),?)?';

const value = (tokens: readonly Token[] | undefined): number | undefined => tokens?.[0]?.n;
const dayOf = (month: readonly Token[] | undefined, day: Token | undefined): MonthDay => ({
  month: value(month) ?? 0,
  day: day?.n ?? 0,
});

function yearOf({ early, year }: Groups): number | undefined {
  return value(year) ?? value(early);
}

function withWeekday(dates: readonly SingleDate[], { weekday }: Groups): readonly SingleDate[] {
  const [first] = dates;
  const name = WEEKDAY_NAMES[(value(weekday) ?? 0) - 1];
  return dates.length === 1 && first?.kind === 'fixed' && name !== undefined ? [{ ...first, weekday: name }] : dates;
}

/** A list of days in one month, such as `1-2, 5 & 6`. */
function listed(groups: Groups): readonly SingleDate[] {
  const { month, list = [] } = groups;
  const days: (ReturnType<typeof fixed> & object)[] = [];
  for (let index = 0; index < list.length; index += 1) {
    if (!'NTO'.includes(list[index]?.sym ?? '')) continue;
    const isRange = list[index + 1]?.sym === '-';
    const end = isRange ? dayOf(month, list[index + 2]) : undefined;
    const date = fixed(dayOf(month, list[index]), end, yearOf(groups));
    if (!date) return [];
    days.push(date);
    if (isRange) index += 2;
  }
  return withWeekday(joinDays(days, list.some((token) => token.sym === '|')), groups); // prettier-ignore
}

function range(from: MonthDay, to: MonthDay, groups: Groups): readonly SingleDate[] {
  const firstYear = value(groups['first']);
  const lastYear = value(groups['last']);
  const date = fixed(from, to, firstYear ?? lastYear ?? value(groups['early']));
  if (!date) return [];
  // The year at both ends tells when one edition was, not when the feast is each year.
  if (firstYear !== undefined && firstYear === lastYear)
    return [{ kind: 'movable', rule: 'varies', year_dates: { [firstYear]: formatMonthDay(from) } }];
  return [date];
}

function numericDay(token: Token | undefined): MonthDay {
  return token?.date ?? { month: 0, day: 0 };
}

/** Reads the months of "August or September": a date that moves between them. */
function monthPair({ a, b }: Groups): readonly SingleDate[] | undefined {
  return (value(a) ?? 0) % 12 === ((value(b) ?? 0) + 11) % 12 ? [movable('varies')] : undefined;
}

/** "between 21 and 23 December": one of a few days, or too wide to say. */
function betweenDays({ a, b, m, k }: Groups): readonly SingleDate[] | undefined {
  const from = dayOf(m ?? k, a?.[0]);
  const to = dayOf(k ?? m, b?.[0]);
  const days = [0, 1, 2, 3].map((count) => shiftDay(from, count));
  const last = days.findIndex((day) => day?.month === to.month && day.day === to.day);
  if (!isRealDay(from.month, from.day) || last < 1) return [movable('varies')];
  return [
    movable(
      `one-of:${days
        .slice(0, last + 1)
        .flatMap((day) => (day ? [formatMonthDay(day)] : []))
        .join(',')}`,
    ),
  ];
}

/** Patterns of fixed dates, most specific first. */
export const FIXED_PATTERNS: readonly Pattern[] = [
  pattern(`j(?<a>${DAY})(?<m>M)?[&-](?<b>${DAY})(?<k>M)`, betweenDays),
  pattern(`j(?<m>M)(?<a>${DAY})[&-](?<k>M)?(?<b>${DAY})`, betweenDays),
  pattern(
    `${LEAD}(?<a>${DAY})(?<m>M)(?:,?(?<first>Y))?(?:,?W)?,?-(?:W,?)?(?<b>${DAY})(?<k>M)(?:,?(?<last>Y)(?!:))?`,
    (g) => range(dayOf(g['m'], g['a']?.[0]), dayOf(g['k'], g['b']?.[0]), g),
  ),
  pattern(
    `${LEAD}(?<m>M)(?<a>${DAY})(?:,?(?<first>Y))?(?:,?W)?,?-(?:W,?)?(?<k>M)(?<b>${DAY})(?!M)(?:,?(?<last>Y)(?!:))?`,
    (g) => range(dayOf(g['m'], g['a']?.[0]), dayOf(g['k'], g['b']?.[0]), g),
  ),
  pattern(`${LEAD}(?<list>${ITEM}(?:${LIST_GAP}${ITEM}){0,10})(?<month>M)${YEAR('year')}`, listed),
  pattern(`${LEAD}(?<month>M)(?<list>${ITEM}(?:${LIST_GAP}${ITEM}){0,10})(?![WMCKdwm-])${YEAR('year')}`, listed),
  pattern(`${LEAD}(?<month>M)(?<list>${DAY})${YEAR('year')}`, listed),
  pattern('(?<a>D)-(?<b>D)', ({ a, b }) => {
    const date = fixed(numericDay(a?.[0]), numericDay(b?.[0]), b?.[0]?.date?.year ?? a?.[0]?.date?.year);
    return date ? [date] : [];
  }),
  pattern('(?<a>[NT])-(?<b>D)', ({ a, b }) => {
    const end = numericDay(b?.[0]);
    const date = fixed({ month: end.month, day: value(a) ?? 0 }, end, b?.[0]?.date?.year);
    return date ? [date] : [];
  }),
  pattern('(?:(?<weekday>W),?)?(?<a>D)', (g) => {
    const date = fixed(numericDay(g['a']?.[0]), undefined, g['a']?.[0]?.date?.year);
    return date ? withWeekday([date], g) : [];
  }),
  pattern(`(?<list>[NT])[-/](?<month>M)(?!${DAY})(?:[-/]?(?<year>Y))?`, listed),
  pattern('(?<a>M)[-|/](?<b>M)', monthPair),
];
