// When a row's holiday is: the date cell, its lines, the columns of single years, and where those say nothing the name itself. Reading one
// date text is the work of extractors/dates.
import type { HolidayDate, SingleDate } from '../../schemas/date.js';
import type { HolidayFlag } from '../../schemas/holiday.js';
import { parseDateText } from '../dates/parse.js';
import { dayInMonth } from './months.js';

/** A date with the words it was read from and what is particular about it. */
export interface When {
  readonly date: HolidayDate;
  readonly text: string | null;
  readonly flags: readonly HolidayFlag[];
}

/** What may say when the day is. */
export interface WhenSource {
  /** Lines of the date cell. */
  readonly lines: readonly string[];
  /** Language of the page. */
  readonly lang: string;
  /** Month of the section or column, for cells that hold the day only. */
  readonly month?: string | undefined;
  /** Names and link titles, read where the cell says nothing definite. */
  readonly names: readonly string[];
  /** Texts of columns that hold the date of one year. */
  readonly years?: ReadonlyMap<string, string>;
  /** The source is plain text, in which footnote markers were not marked as such. */
  readonly plain?: boolean;
}

/** True if the date says a day or a definite rule. */
export function isDefinite(date: HolidayDate): boolean {
  return date.kind === 'fixed' || (date.kind === 'movable' && date.rule !== 'varies');
}

function withoutAlternatives(date: HolidayDate): SingleDate {
  const { alternatives: _, ...single } = date;
  return single;
}

/** Several dates as one: the first usable one leads, the others are its alternatives. */
function merge(dates: readonly HolidayDate[]): HolidayDate {
  const usable = dates.filter((date) => date.kind !== 'unparseable');
  const [first, ...rest] = usable;
  if (first === undefined) return dates[0] ?? { kind: 'unparseable' };
  const alternatives = [
    ...(first.alternatives ?? []),
    ...rest.flatMap((date) => [withoutAlternatives(date), ...(date.alternatives ?? [])]),
  ];
  return alternatives.length === 0 ? first : { ...first, alternatives };
}

/** Drops "it varies" beside a date that says more. */
function withoutNoise(date: HolidayDate): HolidayDate {
  if (date.alternatives === undefined || !isDefinite(date)) return date;
  const { alternatives, ...rest } = date;
  const said = alternatives.filter(
    (other) => other.kind === 'fixed' || (other.kind === 'movable' && other.rule !== 'varies'),
  );
  return said.length === 0 ? rest : { ...rest, alternatives: said };
}

/** More than any real date cell holds. */
const MAX_LINES = 40;
const MAX_LINE = 400;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;

function yearDates(years: ReadonlyMap<string, string>, lang: string): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [year, text] of years) {
    const date = parseDateText(text, lang);
    if (date.kind !== 'fixed') continue;
    out[year] = `${String(date.month).padStart(2, '0')}-${String(date.day).padStart(2, '0')}`;
  }
  return out;
}

function readLines(lines: readonly string[], lang: string): { date: HolidayDate; years: Record<string, string> } {
  if (lines.length < 2) return { date: parseDateText(lines[0] ?? '', lang), years: {} };
  // "Last day of Hajj / in 2013 15 October": a line of one year is an instance, not the rule.
  const dated = lines.filter((line) => YEAR.test(line) && /\p{L}/u.test(line));
  const general = lines.filter((line) => !dated.includes(line));
  if (general.length === 0 || dated.length === 0) {
    const each = lines.map((line) => parseDateText(line, lang));
    const whole = parseDateText(lines.join(' '), lang);
    const usable = each.filter((date) => date.kind !== 'unparseable').length;
    return { date: usable > 1 || whole.kind === 'unparseable' ? merge(each) : whole, years: {} };
  }
  const years = yearDates(new Map(dated.map((line) => [YEAR.exec(line)?.[0] ?? '', line] as const)), lang);
  const { date } = readLines(general, lang);
  if (date.kind === 'unparseable' && Object.keys(years).length > 0)
    return { date: { kind: 'movable', rule: 'varies' }, years };
  return { date, years };
}

/**
 * Settles the date of a row.
 * @param source - the cell and what else may tell
 * @returns the date; `unparseable` with flag `no_date` where nothing tells
 */
export function settleDate(source: WhenSource): When {
  const flags = new Set<HolidayFlag>();
  let lines = source.lines.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LINE));
  if (source.plain === true) {
    lines = lines.map((line) => {
      const marked = /^(.*\d)\s+\d{1,2}$/.exec(line);
      if (marked === null || parseDateText(marked[1] ?? '', source.lang).kind !== 'fixed') return line;
      flags.add('footnote_marker');
      return marked[1] ?? line;
    });
  }
  let text = source.lines.join(' ');
  if (source.month !== undefined && lines.length > 0 && !/\p{L}{3}/u.test(lines.join(' '))) {
    // "1" under "January" is no date to anybody who reads it alone.
    text = dayInMonth(lines.join(' '), source.month);
    lines = [text];
  }
  let { date } = lines.length === 0 ? { date: { kind: 'unparseable' } as HolidayDate } : readLines(lines, source.lang);
  const years = lines.length === 0 ? {} : readLines(lines, source.lang).years;
  if (!isDefinite(date)) {
    const said = source.names
      .map((name) => parseDateText(name, source.lang))
      .find((named) => named.kind === 'movable' && isDefinite(named));
    if (said !== undefined) {
      date = said;
      flags.add('date_from_name');
    }
  }
  date = withoutNoise(date);
  const columns = { ...yearDates(source.years ?? new Map<string, string>(), source.lang), ...years };
  if (date.kind === 'unparseable' && Object.keys(columns).length > 1) date = { kind: 'movable', rule: 'varies' };
  if (Object.keys(columns).length > 0) date = { ...date, year_dates: { ...columns, ...date.year_dates } };
  return { date, text: text === '' ? null : text, flags: [...flags, ...dateFlags(date)] };
}

/** Flags that follow from the date alone. */
export function dateFlags(date: HolidayDate): readonly HolidayFlag[] {
  const flags: HolidayFlag[] = [];
  if (date.kind === 'unparseable') flags.push('no_date');
  if ((date.kind === 'fixed' && date.end_day !== undefined) || (date.kind === 'movable' && date.rule.includes('..')))
    flags.push('date_range');
  if ((date.alternatives ?? []).length > 0 || (date.kind === 'movable' && date.rule.startsWith('one-of:')))
    flags.push('multiple_dates');
  if (date.old_style !== undefined || (date.alternatives ?? []).some((other) => other.old_style !== undefined))
    flags.push('old_style');
  if (date.substitute === true) flags.push('substitute');
  return flags;
}
