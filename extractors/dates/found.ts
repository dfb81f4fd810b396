/**
 * What a pattern finds, and the scanner that runs patterns over the symbols of a text.
 * Patterns are sticky and bounded, so a scan is linear in the length of the text.
 */
import type { SingleDate } from '../../schemas/date.js';
import { formatMonthDay, isNextDay, isRealDay } from './days.js';
import type { MonthDay } from './days.js';
import type { Token } from './tokens.js';
import { symbolsOf } from './tokens.js';

/** Dates read from one place of the text: the first is the main one. Empty for an impossible date such as 31 April. */
export interface Found {
  readonly dates: readonly SingleDate[];
  readonly start: number;
  readonly end: number;
}
/** Tokens of the named groups of a pattern. */
export type Groups = Readonly<Record<string, readonly Token[]>>;
/** A pattern over symbols with the reader of its groups; a reader that answers undefined lets other patterns try. */
export interface Pattern {
  readonly symbols: RegExp;
  readonly read: (groups: Groups) => readonly SingleDate[] | undefined;
}
type FixedDate = Extract<SingleDate, { kind: 'fixed' }>;

/** A sticky pattern over token symbols (letters in tokens.ts). */
export function pattern(symbols: string, read: Pattern['read']): Pattern {
  return { symbols: new RegExp(symbols, 'dy'), read };
}

/** All finds from left to right; at each place the first pattern that reads wins. */
export function scan(tokens: readonly Token[], patterns: readonly Pattern[]): Found[] {
  const symbols = symbolsOf(tokens);
  const finds: Found[] = [];
  for (let position = 0; position < symbols.length; position += 1) {
    for (const { symbols: regex, read } of patterns) {
      regex.lastIndex = position;
      const match = regex.exec(symbols);
      if (!match || match[0] === '') continue;
      const groups: Record<string, readonly Token[]> = {};
      for (const [name, span] of Object.entries(match.indices?.groups ?? {}))
        if (span) groups[name] = tokens.slice(...span);
      const dates = read(groups);
      if (!dates) continue;
      finds.push({ dates, start: position, end: position + match[0].length });
      position += match[0].length - 1;
      break;
    }
  }
  return finds;
}

/** A movable date by rule. */
export function movable(rule: string): SingleDate {
  return { kind: 'movable', rule };
}

/** A fixed date or range; undefined when a day does not exist. */
export function fixed(start: MonthDay, end?: MonthDay, year?: number): FixedDate | undefined {
  if (!isRealDay(start.month, start.day) || (end && !isRealDay(end.month, end.day))) return undefined;
  const range =
    end && (end.month !== start.month || end.day !== start.day) ? { end_month: end.month, end_day: end.day } : {};
  return { kind: 'fixed', month: start.month, day: start.day, ...range, ...(year === undefined ? {} : { year }) };
}

/** Joins listed days: consecutive ones are a range ("13, 14 and 15") or, with "or", one date that falls on any of them. */
export function joinDays(days: readonly FixedDate[], either: boolean): SingleDate[] {
  const [first] = days;
  if (!first || days.length === 1) return [...days];
  const single = days.every((day) => day.end_day === undefined);
  const consecutive = single && days.every((day, index) => index === 0 || isNextDay(days[index - 1] as FixedDate, day));
  if (either) return consecutive ? [movable(`one-of:${days.map(formatMonthDay).join(',')}`)] : [...days];
  const out: FixedDate[] = [];
  for (const day of days) {
    const last = out.at(-1);
    const end = last && { month: last.end_month ?? last.month, day: last.end_day ?? last.day };
    if (last && end && last.qualifier === undefined && isNextDay(end, day)) {
      out[out.length - 1] = { ...last, end_month: day.end_month ?? day.month, end_day: day.end_day ?? day.day };
    } else out.push(day);
  }
  return out;
}
