/**
 * Patterns of dates in other calendars: a day of an Islamic, Hebrew, Persian, Ethiopian, Coptic, Hindu or Malayalam month, days of the
 * Chinese lunar calendar, full moons. They give rules; turning rules into Gregorian days is not done here.
 * Rule forms are listed in README.md; Hindu months are purnimanta.
 */
import type { SingleDate } from '../../schemas/date.js';
import { MONTH_NAMES } from './days.js';
import { movable, pattern } from './found.js';
import type { Groups, Pattern } from './found.js';
import type { Token } from './tokens.js';

const value = (tokens: readonly Token[] | undefined): number => tokens?.[0]?.n ?? 0;
const DAY = '[NTO]';
const varies = [movable('varies')];
const DAY_LIMIT: Readonly<Record<string, number>> = { persian: 31 };

/** A day or range in a month that is counted from 1; a Hindu or Malayalam day number says too little and gives "varies". */
function dayOfMonth({ a, b, c, k }: Groups): readonly SingleDate[] | undefined {
  const month = c?.[0];
  const other = k?.[0];
  if (!month || value(a) < 1) return undefined;
  if (month.calendar === 'hindu' || month.calendar === 'malayalam' || month.calendar === 'vesak')
    return bareMonth({ c: [month] });
  const limit = DAY_LIMIT[month.calendar ?? ''] ?? 30;
  if (value(a) > limit || value(b) > limit) return [];
  const sameMonth = other === undefined || other.name === month.name;
  const end = b === undefined ? '' : sameMonth ? `..${value(b)}` : ` ${month.name ?? ''}..${value(b)}`;
  return [movable(`${month.calendar ?? ''}:${value(a)}${end} ${(sameMonth ? month : other)?.name ?? ''}`)];
}

/** Two or three days of one month: consecutive ones are a range. */
function dayList({ list, c }: Groups): readonly SingleDate[] | undefined {
  const days = (list ?? []).filter((token) => 'NTO'.includes(token.sym));
  const consecutive = days.every((day, index) => index === 0 || day.n === (days[index - 1]?.n ?? 0) + 1);
  if (consecutive) return dayOfMonth({ a: days.slice(0, 1), b: days.slice(-1), c: c ?? [] });
  return days.flatMap((day) => dayOfMonth({ a: [day], c: c ?? [] }) ?? []);
}

function bareMonth({ c }: Groups): readonly SingleDate[] {
  return c?.[0]?.calendar === 'malayalam' ? [movable(`malayalam:${c[0].name ?? ''}`)] : varies;
}

/** A tithi, a range of tithis or a full or new moon of a Hindu month. */
function hindu({ c, q, a, b, k }: Groups): readonly SingleDate[] | undefined {
  const month = c?.[0];
  if (!month || (month.calendar !== 'hindu' && month.calendar !== 'vesak')) return undefined;
  const name = month.calendar === 'vesak' ? 'Vaishakha' : (month.name ?? '');
  const moon = a?.[0]?.sym;
  if (moon === 'p' || moon === 'a') return [movable(`hindu:${name} ${moon === 'p' ? 'Purnima' : 'Amavasya'}`)];
  const paksha = q?.[0]?.name;
  if (value(a) < 1 || value(a) > 15 || (k?.[0] !== undefined && k[0].name !== name)) return varies;
  if (paksha === undefined) return varies;
  return [movable(`hindu:${name} ${paksha} ${value(a)}${b === undefined ? '' : `..${value(b)}`}`)];
}

function fullMoon({ c, n, m, thai }: Groups): readonly SingleDate[] {
  const month = c?.[0];
  if (month?.calendar === 'vesak') return [movable('full-moon:Vesakha')];
  if (month?.calendar === 'hindu') return [movable(`hindu:${month.name ?? ''} Purnima`)];
  if (month) return varies;
  if (m) return [movable(`full-moon:${MONTH_NAMES[value(m) - 1] ?? ''}`)];
  return [movable(`full-moon:${thai ? 'thai' : 'lunar'}-${value(n)}`)];
}

/** A day or range of the lunar calendar; months are 1-12, days 1-30. */
export function lunarRule(month: number, day: number, endDay = day, endMonth = month): SingleDate | undefined {
  if (month < 1 || month > 12 || endMonth < 1 || endMonth > 12 || day < 1 || day > 30 || endDay < 1 || endDay > 30)
    return undefined;
  const end = endDay === day && endMonth === month ? '' : `..${endMonth}-${endDay}`;
  return movable(`chinese:${month}-${day}${end}`);
}

function lunar({ a, b, n }: Groups): readonly SingleDate[] {
  const rule = lunarRule(value(n), value(a), b ? value(b) : value(a));
  return rule ? [rule] : [];
}

const lastDayOf = (token: Token | undefined, months: readonly string[]): readonly SingleDate[] => {
  const next = months[(months.indexOf(token?.name ?? '') + 1) % months.length];
  return token && months.includes(token.name ?? '') ? [movable(`${token.calendar ?? ''}:1 ${next ?? ''} -1`)] : varies;
};
const ISLAMIC = ['Muharram', 'Safar', 'Rabi al-Awwal', 'Rabi al-Thani', 'Jumada al-Ula', 'Jumada al-Thani', 'Rajab', 'Shaban', 'Ramadan', 'Shawwal', 'Dhu al-Qadah', 'Dhu al-Hijja']; // prettier-ignore

/** "1st day of the 10th month of the Islamic calendar", and Chinese-character dates with its name. */
function islamicByNumber({ a, b, n }: Groups): readonly SingleDate[] {
  const name = ISLAMIC[value(n) - 1];
  if (name === undefined || value(a) < 1 || value(a) > 30) return [];
  return [movable(`islamic:${value(a)}${b ? `..${value(b)}` : ''} ${name}`)];
}

const isNumberedMonth = ({ n }: Groups): boolean => value(n) >= 1 && value(n) <= 12;

/** Patterns of dates in other calendars, most specific first. */
export const CALENDAR_PATTERNS: readonly Pattern[] = [
  pattern('X?[NTO]?Hm?(?<c>C)', fullMoon),
  pattern('X?[NTO]?H(?<m>M)', fullMoon),
  pattern('X?[NTO]?H(?:(?<n>[NTO])(?:U|(?<thai>A))?m)(?<thai2>A)?', (g) =>
    isNumberedMonth(g) ? fullMoon(g['thai2'] ? { ...g, thai: g['thai2'] } : g) : varies,
  ),
  pattern('(?<c>C)m?(?<q>Q)?(?<a>[KNTO])-(?:C)?(?<q2>Q)?(?<b>[KNTO])(?!C)', (g) =>
    g['q'] || g['a']?.[0]?.sym === 'K' ? hindu(g) : undefined,
  ),
  pattern('(?<c>C)m?,?(?<q>Q)d?,?(?<a>[KNTO])', hindu),
  pattern('(?<c>C)m?(?<a>[pa])', hindu),
  pattern('(?<a>[pa])d?m?(?<c>C)', hindu),
  pattern('(?<q>Q)(?<a>[KNTO])d?,?m?(?<c>C)', hindu),
  pattern('(?<a>[KNTO])d?,?(?<q>Q)m?,?m?(?<c>C)', hindu),
  pattern('(?<a>K)d?,?m?(?<c>C)', hindu),
  pattern('(?<c>C)(?<a>K)', hindu),
  pattern(`(?<a>${DAY})d?(?<c>C)-(?<b>${DAY})d?(?<k>C)`, dayOfMonth),
  pattern(`(?<c>C)(?<a>${DAY})-(?<k>C)(?<b>${DAY})`, dayOfMonth),
  pattern(`(?<a>${DAY})d?-(?<b>${DAY})d?(?<c>C)`, dayOfMonth),
  pattern(`(?<list>${DAY}(?:(?:,|,?[&|])${DAY}){1,3})d?(?<c>C)`, dayList),
  pattern(`(?<a>${DAY})d?m?(?<c>C)`, dayOfMonth),
  pattern(`(?<c>C)(?<a>${DAY})-(?<b>${DAY})`, dayOfMonth),
  pattern(`(?<c>C)d?(?<a>${DAY})`, dayOfMonth),
  pattern('X[NTO]d?C', () => varies),
  pattern('Xd(?<c>C)', ({ c }) => lastDayOf(c?.[0], ISLAMIC)),
  pattern('(?<c>C)', bareMonth),
  pattern(`(?<a>${DAY})d(?<n>${DAY})(?:mE|Em)`, islamicByNumber),
  pattern(`E,?(?<n>M)(?<a>${DAY})(?:-(?<b>${DAY}))?`, islamicByNumber),
  pattern(`${DAY}d${DAY}mz`, () => varies),
  pattern(`(?<a>${DAY})d?-(?<b>${DAY})d(?<n>${DAY})U?m`, (g) => (isNumberedMonth(g) ? lunar(g) : undefined)),
  pattern(`(?<a>${DAY})d(?<n>${DAY})U?m`, (g) => (isNumberedMonth(g) ? lunar(g) : undefined)),
  pattern(`(?<a>${DAY})d?(?<n>${DAY})Um`, (g) => (isNumberedMonth(g) ? lunar(g) : undefined)),
  pattern(`(?:U,?)?(?<n>${DAY})U?m,?(?<a>${DAY})d`, (g) => (isNumberedMonth(g) ? lunar(g) : undefined)),
  pattern(`Um?(?<n>N)[-/,]?(?<a>N)`, (g) => (isNumberedMonth(g) ? lunar(g) : undefined)),
  pattern('Xd(?<n>[NTO])U?m', ({ n }) => (value(n) === 12 ? [movable('chinese:1-1 -1')] : varies)),
  pattern('U(?<a>D)', ({ a }) =>
    [lunarRule(a?.[0]?.date?.month ?? 0, a?.[0]?.date?.day ?? 0)].flatMap((rule) => rule ?? []),
  ),
  pattern('[NTOX]?[pa](?<n>[NTO])Um', fullMoon),
  pattern('[Hpa]', () => varies),
];
