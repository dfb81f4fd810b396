/**
 * Makes one date object of the entries of a text: joins listed days, gathers dates of single years, drops rough dates beside firm ones, and
 * puts the rest into `alternatives`. The order of the text decides which date is the main one.
 */
import type { HolidayDate, SingleDate } from '../../schemas/date.js';
import { formatMonthDay } from './days.js';
import { joinDays, movable } from './found.js';
import type { Entry, Reading } from './reading.js';

type FixedDate = Extract<SingleDate, { kind: 'fixed' }>;
const isFixed = (date: SingleDate): date is FixedDate => date.kind === 'fixed';
const isRule = (date: SingleDate): boolean => date.kind === 'movable' && date.rule !== 'varies';

/** Joins entries that are listed together and carry no qualifier of their own. */
function joinListed(entries: readonly Entry[]): Entry[] {
  const out: Entry[] = [];
  let group: Entry[] = [];
  const flush = (): void => {
    const days = group.map((entry) => entry.date).filter(isFixed);
    const [head] = group;
    if (head && days.length === group.length && days.length > 1) {
      for (const date of joinDays(days, group.some((entry) => entry.link === 'or'))) out.push({ ...head, date }); // prettier-ignore
    } else out.push(...group);
    group = [];
  };
  for (const entry of entries) {
    const previous = group.at(-1);
    const plain = (date: SingleDate): boolean => date.qualifier === undefined && date.old_style === undefined;
    const joins =
      previous &&
      entry.link !== 'apart' &&
      isFixed(entry.date) &&
      plain(previous.date) &&
      plain(entry.date) &&
      previous.year === entry.year;
    if (!joins) flush();
    group.push(joins ? entry : { ...entry, link: entry.link });
  }
  flush();
  return out;
}

/** Dates given for single years, as `year -> MM-DD`. */
function yearDates(entries: readonly Entry[]): Record<string, string> {
  const out: Record<string, string> = {};
  for (const { date, year } of entries) {
    const of = isFixed(date) ? (date.year ?? year) : undefined;
    if (isFixed(date) && of !== undefined && of > 0) out[of] ??= formatMonthDay(date);
  }
  return out;
}

function sameDate(a: SingleDate, b: SingleDate): boolean {
  if (a.kind === 'movable' && b.kind === 'movable') return a.rule === b.rule;
  return (
    isFixed(a) &&
    isFixed(b) &&
    a.month === b.month &&
    a.day === b.day &&
    a.end_month === b.end_month &&
    a.end_day === b.end_day
  );
}

function withAlternatives(main: SingleDate, others: readonly SingleDate[]): HolidayDate {
  const alternatives: SingleDate[] = [];
  for (const other of others) {
    const known = [main, ...alternatives].some(
      (date) => sameDate(date, other) && (date.qualifier === other.qualifier || other.qualifier === undefined),
    );
    const empty = other.kind === 'movable' && other.rule === 'varies' && isRule(main);
    if (!known && !empty && other.kind !== 'unparseable') alternatives.push(other);
  }
  return alternatives.length === 0 ? main : { ...main, alternatives };
}

/** Ethiopian and Coptic days keep to the Gregorian ones but for leap years, so a Gregorian day beside one is the better label. */
function isTiedToGregorian(date: SingleDate): boolean {
  return date.kind === 'movable' && /^(?:ethiopian|coptic):/.test(date.rule);
}

/** A rough single day or span: between two near days it may fall on each, otherwise only "varies" is known. */
function rough(date: SingleDate): SingleDate {
  return isFixed(date) ? movable('varies') : date;
}

/** A date that only says where in the Gregorian year a rule falls. */
const placesOnly = (date: SingleDate): boolean =>
  isFixed(date) || (date.kind === 'movable' && /^(?:one-of|varies)/.test(date.rule));

/** Drops dates in brackets that only place a movable date in the Gregorian year, and rough dates beside firm ones. */
function keepFirm(entries: readonly Entry[]): Entry[] {
  const hasRule = entries.some((entry) => isRule(entry.date) && !entry.approximate);
  const firm = entries.filter((entry) => !entry.approximate);
  const kept = firm.length > 0 ? firm : entries.map((entry) => ({ ...entry, date: rough(entry.date) }));
  const [head] = kept;
  return kept.filter(
    (entry) =>
      !(hasRule && head && isRule(head.date) && !isTiedToGregorian(head.date) && entry.inner && placesOnly(entry.date)),
  );
}

/** The date object of a reading. */
export function chooseDate({ entries, varies }: Reading): HolidayDate {
  const joined = joinListed(entries);
  const years = yearDates(joined);
  const distinct = new Set(Object.values(years)).size;
  const rules = joined.some((entry) => isRule(entry.date));
  const known = Object.keys(years).length > 0 ? { year_dates: years } : {};
  const kept = keepFirm(joined);
  const dated = (entry: Entry): boolean =>
    isFixed(entry.date) && (entry.date.year ?? (entry.year || undefined)) !== undefined;
  if (varies || distinct > 1 || (rules && Object.keys(years).length > 0)) {
    const specific = kept.filter((entry) => isRule(entry.date)).map((entry) => entry.date);
    const [main, ...others] = specific;
    if (main || varies || kept.every(dated) || distinct > 1)
      return withAlternatives({ ...(main ?? movable('varies')), ...known }, others);
  }
  const dates = kept.map((entry) => entry.date).filter((date) => date.kind !== 'unparseable');
  const better =
    dates[0]?.kind === 'movable' && dates[0].rule === 'varies' ? dates.findIndex((date) => isRule(date)) : -1;
  const tied = dates[0] !== undefined && isTiedToGregorian(dates[0]) ? dates.findIndex(isFixed) : -1;
  const index = Math.max(0, better, tied);
  const main = dates[index];
  if (!main) return { kind: 'unparseable' };
  const merged = distinct === 1 && Object.keys(years).length > 1 && isFixed(main) ? withoutYear(main) : main;
  return withAlternatives(merged, dates.filter((_, at) => at !== index)); // prettier-ignore
}

function withoutYear({ year: _year, ...date }: FixedDate): SingleDate {
  return date;
}
