/** Day arithmetic on the Gregorian calendar, without time zones: months 1-12, weekdays 1 (Monday) to 7 (Sunday). */
const MONTH_LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const DAY_MS = 86_400_000;

/** A day of some year. */
export interface MonthDay {
  readonly month: number;
  readonly day: number;
}

/** English month names, January first, as rules write them. */
export const MONTH_NAMES = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'] as const; // prettier-ignore
/** English weekday names, Monday first, as rules write them. */
export const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Whether a month has this day in some year (29 February counts). */
export function isRealDay(month: number, day: number): boolean {
  return day >= 1 && day <= (MONTH_LENGTHS[month - 1] ?? 0);
}

function time(year: number, { month, day }: MonthDay): number {
  return Date.UTC(year, month - 1, day);
}

/** Whether a year has this day. */
export function isDayOf(year: number, { month, day }: MonthDay): boolean {
  return isRealDay(month, day) && new Date(time(year, { month, day })).getUTCDate() === day;
}

/** The day `count` days later (earlier when negative); the year may change and is left out. */
export function addDays(year: number, from: MonthDay, count: number): MonthDay {
  const date = new Date(time(year, from) + count * DAY_MS);
  return { month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Weekday of a day, 1 for Monday to 7 for Sunday. */
export function weekdayOf(year: number, day: MonthDay): number {
  return new Date(time(year, day)).getUTCDay() || 7;
}

/** Moves a day that belongs to no certain year; undefined when the answer depends on the leap day. */
export function shiftDay(from: MonthDay, count: number): MonthDay | undefined {
  const common = addDays(2023, from, count);
  const leap = addDays(2024, from, count);
  return common.month === leap.month && common.day === leap.day ? common : undefined;
}

/** Whether `next` can be the day after `day`, in leap years or in others. */
export function isNextDay(day: MonthDay, next: MonthDay): boolean {
  return [2023, 2024].some((year) => {
    const after = addDays(year, day, 1);
    return isDayOf(year, day) && after.month === next.month && after.day === next.day;
  });
}

/** `MM-DD`. */
export function formatMonthDay({ month, day }: MonthDay): string {
  return `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
