/**
 * The Gregorian day on which a date falls in a year, for rules that can be computed exactly: fixed days, Easter (Meeus/Jones/Butcher),
 * Orthodox Easter (Meeus, Julian, moved to the Gregorian calendar), nth weekdays, weekdays before and after a day.
 * Islamic, Hebrew, Chinese, Hindu and other calendars, full moons, solar terms and `one-of` come later and give undefined.
 */
import type { HolidayDate } from '../../schemas/date.js';
import { MONTH_NAMES, WEEKDAY_NAMES, addDays, isDayOf, weekdayOf } from './days.js';
import type { MonthDay } from './days.js';

const FIRST_YEAR = 1583;
const LAST_YEAR = 4099;

/** Western Easter Sunday of a Gregorian year. */
export function easterSunday(year: number): MonthDay {
  const a = year % 19;
  const century = Math.floor(year / 100);
  const c = year % 100;
  const h =
    (19 * a + century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) + 15) %
    30;
  const l = (32 + 2 * (century % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const sum = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114;
  return { month: Math.floor(sum / 31), day: (sum % 31) + 1 };
}

/** Orthodox Easter Sunday as a Gregorian day. */
export function orthodoxEasterSunday(year: number): MonthDay {
  const moon = (19 * (year % 19) + 15) % 30;
  const weekday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7;
  const sum = moon + weekday + 114;
  const century = Math.floor(year / 100);
  return addDays(year, { month: Math.floor(sum / 31), day: (sum % 31) + 1 }, century - Math.floor(century / 4) - 2);
}

function nthWeekday(year: number, nth: number, weekday: number, month: number): MonthDay | undefined {
  const last = addDays(year, addDays(year, { month, day: 28 }, 4), -addDays(year, { month, day: 28 }, 4).day);
  const from = nth > 0 ? { month, day: 1 } : last;
  const steps =
    nth > 0
      ? ((weekday - weekdayOf(year, from) + 7) % 7) + 7 * (nth - 1)
      : -((weekdayOf(year, from) - weekday + 7) % 7) + 7 * (nth + 1);
  const day = addDays(year, from, steps);
  return day.month === month ? day : undefined;
}

const monthNumber = (name: string | undefined): number => MONTH_NAMES.findIndex((month) => month === name) + 1;
const weekdayNumber = (name: string | undefined): number => WEEKDAY_NAMES.findIndex((weekday) => weekday === name) + 1;

function ruleDay(rule: string, year: number): MonthDay | undefined {
  const easter = /^(orthodox-)?easter([+-]\d+)?(?:\.\.[+-]?\d+)?$/.exec(rule);
  if (easter)
    return addDays(
      year,
      easter[1] === undefined ? easterSunday(year) : orthodoxEasterSunday(year),
      Number(easter[2] ?? 0),
    );
  const nth = /^nth-weekday:(last|-?\d) (\w+) (\w+)(?: ([+-]\d+))?$/.exec(rule);
  if (nth) {
    const [, count, weekday, month, offset] = nth;
    const number = count === 'last' ? -1 : Number(count);
    if (number === 0 || weekdayNumber(weekday) === 0 || monthNumber(month) === 0) return undefined;
    const day = nthWeekday(year, number, weekdayNumber(weekday), monthNumber(month));
    return day && addDays(year, day, Number(offset ?? 0));
  }
  const beside = /^weekday-(before|after|on-or-after):(\w+) (\w+) (\d+)(?: ([+-]\d+))?$/.exec(rule);
  if (!beside) return undefined;
  const [, relation, weekday, month, day, offset] = beside;
  const anchor = { month: monthNumber(month), day: Number(day) };
  if (weekdayNumber(weekday) === 0 || !isDayOf(year, anchor)) return undefined;
  const ahead = (weekdayNumber(weekday) - weekdayOf(year, anchor) + 7) % 7;
  const step = relation === 'before' ? (ahead === 0 ? -7 : ahead - 7) : relation === 'after' ? ahead || 7 : ahead;
  return addDays(year, anchor, step + Number(offset ?? 0));
}

/**
 * The (first) day of a date or rule in a year from 1583 to 4099; for a weekday rule near the year's end the day may lie in the next year.
 * Undefined for what cannot be computed, for 29 February in other years, and for a fixed date of another year.
 */
export function gregorianDate(date: string | HolidayDate, year: number): MonthDay | undefined {
  if (!Number.isInteger(year) || year < FIRST_YEAR || year > LAST_YEAR) return undefined;
  if (typeof date === 'string') return ruleDay(date, year);
  if (date.kind === 'unparseable') return undefined;
  if (date.kind === 'movable') return ruleDay(date.rule, year);
  const { month, day } = date;
  return (date.year !== undefined && date.year !== year) || !isDayOf(year, { month, day }) ? undefined : { month, day };
}
