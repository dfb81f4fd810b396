/**
 * Anchors are what other dates are counted from: "the day after …", "Friday following …", "ten days after …". Reading one and moving away
 * from it is the same for Easter, a fixed day and the nth weekday of a month.
 * Easter arithmetic needs no year: Easter is a Sunday, so weekday offsets are constant.
 */
import type { SingleDate } from '../../schemas/date.js';
import { MONTH_NAMES, WEEKDAY_NAMES, isRealDay, shiftDay } from './days.js';
import type { MonthDay } from './days.js';
import { movable } from './found.js';
import type { Token } from './tokens.js';

/** Something a date can be counted from. */
export type Anchor =
  | {
      readonly kind: 'easter';
      readonly church: 'easter' | 'orthodox-easter';
      readonly from: number;
      readonly to?: number;
    }
  | { readonly kind: 'day'; readonly day: MonthDay }
  | { readonly kind: 'nth'; readonly nth: number; readonly weekday: number; readonly month: number }
  | { readonly kind: 'rule'; readonly rule: string };

/** Symbols of an anchor in a pattern; `readAnchor` reads what they match. */
export const ANCHOR = '(?:G?F|S|[NTO]M|M[NTO]|[NTOX]WM|D|WOM|WXM|M[TOX]W)';

const signed = (count: number): string => (count === 0 ? '' : count > 0 ? `+${count}` : String(count));

/** The rule text of an Easter offset or range of offsets. */
export function easterRule(church: string, from: number, to = from): string {
  return `${church}${signed(from)}${to === from ? '' : `..${to > 0 ? '+' : ''}${to}`}`;
}

/** Reads a feast name from the tables (`easter-2`, `islamic:10 Muharram`, `fixed:12-25`, `lent`). */
function readFeast(name: string, orthodox: boolean): Anchor {
  const easter = /^(orthodox-)?easter([+-]\d+)?(?:\.\.([+-]\d+))?$/.exec(name);
  if (easter || name === 'lent' || name === 'trinity') {
    const church = orthodox || easter?.[1] !== undefined ? 'orthodox-easter' : 'easter';
    const from = easter ? Number(easter[2] ?? 0) : name === 'lent' ? -46 : 56;
    return easter?.[3] === undefined
      ? { kind: 'easter', church, from }
      : { kind: 'easter', church, from, to: Number(easter[3]) };
  }
  const day = /^fixed:(\d\d)-(\d\d)$/.exec(name);
  if (day) return { kind: 'day', day: { month: Number(day[1]), day: Number(day[2]) } };
  const nth = /^nth-weekday:(\d) (\w+) (\w+)$/.exec(name);
  if (!nth) return { kind: 'rule', rule: name === 'hajj' || name === 'advent' ? 'varies' : name };
  const weekday = WEEKDAY_NAMES.findIndex((word) => word === nth[2]) + 1;
  return { kind: 'nth', nth: Number(nth[1]), weekday, month: MONTH_NAMES.findIndex((word) => word === nth[3]) + 1 };
}

/** The anchor in these tokens; undefined for an impossible day. */
export function readAnchor(tokens: readonly Token[] = []): Anchor | undefined {
  const get = (symbols: string): Token | undefined => tokens.find((token) => symbols.includes(token.sym));
  const named = get('FS');
  if (named) return readFeast(named.name ?? 'varies', get('G') !== undefined);
  const month = get('M')?.n ?? 0;
  const weekday = get('W')?.n;
  const counted = get('NTOX')?.n ?? 0;
  if (weekday !== undefined)
    return counted === 0 || counted > 5 ? undefined : { kind: 'nth', nth: counted, weekday, month };
  const day = get('D')?.date ?? { month, day: counted };
  return isRealDay(day.month, day.day) ? { kind: 'day', day: { month: day.month, day: day.day } } : undefined;
}

/** `nth-weekday:` rule, `offset` in days. */
export function nthRule(nth: number, weekday: number, month: number, offset = 0): string {
  const count = nth === -1 ? 'last' : String(nth);
  const shift = offset === 0 ? '' : ` ${signed(offset)}`;
  return `nth-weekday:${count} ${WEEKDAY_NAMES[weekday - 1] ?? ''} ${MONTH_NAMES[month - 1] ?? ''}${shift}`;
}

function addToRule(rule: string, count: number): string {
  const shifted = / ([+-]\d+)$/.exec(rule);
  if (/^varies|\.\./.test(rule)) return 'varies';
  const total = Number(shifted?.[1] ?? 0) + count;
  const base = shifted ? rule.slice(0, shifted.index) : rule;
  return total === 0 ? base : `${base} ${signed(total)}`;
}

/** The date `count` days after an anchor (before when negative). */
export function daysFrom(anchor: Anchor, count: number): SingleDate {
  if (anchor.kind === 'easter')
    return movable(easterRule(anchor.church, anchor.from + count, (anchor.to ?? anchor.from) + count));
  if (anchor.kind === 'nth') return movable(nthRule(anchor.nth, anchor.weekday, anchor.month, count));
  if (anchor.kind === 'rule') return movable(addToRule(anchor.rule, count));
  const day = shiftDay(anchor.day, count);
  return day ? { kind: 'fixed', ...day } : movable('varies');
}

const mod7 = (count: number): number => ((count % 7) + 7) % 7;
const weekdayRule = (relation: string, weekday: number, { month, day }: MonthDay, offset: number): SingleDate =>
  movable(
    `weekday-${relation}:${WEEKDAY_NAMES[weekday - 1] ?? ''} ${MONTH_NAMES[month - 1] ?? ''} ${day}${offset === 0 ? '' : ` ${signed(offset)}`}`,
  );

/** The `nth` given weekday after (or before, or from) an anchor. */
export function weekdayFrom(
  anchor: Anchor,
  weekday: number,
  relation: 'before' | 'after' | 'on-or-after',
  nth = 1,
): SingleDate {
  const weeks = (relation === 'before' ? -7 : 7) * (nth - 1);
  if (anchor.kind === 'day') return weekdayRule(relation, weekday, anchor.day, weeks);
  if (anchor.kind === 'rule') return movable('varies');
  // Offsets from Easter count from a Sunday, so an offset modulo 7 is its weekday with Sunday as 0.
  const own = anchor.kind === 'easter' ? mod7(anchor.from) : anchor.weekday;
  const ahead = mod7(weekday - own);
  const step = relation === 'before' ? (ahead === 0 ? -7 : ahead - 7) : relation === 'after' && ahead === 0 ? 7 : ahead;
  return daysFrom(anchor, step + weeks);
}

/** The date an anchor names by itself; undefined for a feast that is only used to count from, such as Christmas. */
export function anchorDate(anchor: Anchor): SingleDate | undefined {
  return anchor.kind === 'easter' || anchor.kind === 'rule' ? daysFrom(anchor, 0) : undefined;
}
