/**
 * Patterns of dates that are counted: the nth weekday of a month, weekdays before and after a day, days around Easter and other feasts.
 * Named feasts come from data/feasts.json, the arithmetic from anchors.ts.
 */
import type { SingleDate } from '../../schemas/date.js';
import { shiftDay } from './days.js';
import { ANCHOR, anchorDate, daysFrom, easterRule, nthRule, readAnchor, weekdayFrom } from './anchors.js';
import type { Anchor } from './anchors.js';
import { movable, pattern } from './found.js';
import type { Groups, Pattern } from './found.js';
import type { Token } from './tokens.js';

const value = (tokens: readonly Token[] | undefined): number => tokens?.[0]?.n ?? 0;
const has = (tokens: readonly Token[] | undefined, sym: string): boolean =>
  tokens?.some((token) => token.sym === sym) ?? false;
const A = `(?<anchor>${ANCHOR})`;

type Relation = 'before' | 'after' | 'on-or-after';

/** Relation word -> relation, with the day moved where the grammar has no name for it ("nearest", "on or before"). */
function relate(word: string, anchor: Anchor): { relation: Relation; anchor: Anchor } | undefined {
  if (word === 'b' || word === 'f' || word === 'g')
    return { relation: word === 'b' ? 'before' : word === 'f' ? 'after' : 'on-or-after', anchor };
  const day = anchor.kind === 'day' ? shiftDay(anchor.day, word === 'h' ? 1 : -3) : undefined;
  return day && { relation: word === 'h' ? 'before' : 'on-or-after', anchor: { kind: 'day', day } };
}

function weekdays({ nth, days, rel, anchor }: Groups): readonly SingleDate[] | undefined {
  const from = readAnchor(anchor);
  const related = from && relate(rel?.[0]?.sym ?? '', from);
  if (!related) return from ? [movable('varies')] : [];
  const count = Math.max(1, nth === undefined ? 1 : value(nth));
  const all = (days ?? [])
    .filter((token) => token.sym === 'W')
    .map((day) => weekdayFrom(related.anchor, day.n ?? 0, related.relation, count));
  return joinEaster(all, has(days, '-'));
}

const OFFSET = /^(orthodox-easter|easter)([+-]\d+)?$/;

/** Neighbouring Easter offsets listed one by one ("Monday and Tuesday before …") are one range. */
function joinEaster(dates: readonly SingleDate[], isRange: boolean): readonly SingleDate[] {
  const offsets = dates.map((date) => (date.kind === 'movable' ? OFFSET.exec(date.rule) : null));
  const first = offsets[0];
  const last = offsets.at(-1);
  if (dates.length < 2 || !first || !last) return dates;
  const numbers = offsets.map((offset) => Number(offset?.[2] ?? 0));
  const consecutive =
    isRange || numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);
  return consecutive ? [movable(easterRule(first[1] ?? 'easter', numbers[0] ?? 0, numbers.at(-1)))] : dates;
}

/** "Saturday between 20 and 26 June": a week holds each weekday once. */
function between({ w, a, b, m, k }: Groups): readonly SingleDate[] | undefined {
  const start = { month: value(m ?? k), day: value(a) };
  const end = shiftDay(start, 6);
  if (end?.month !== value(k) || end.day !== value(b)) return [movable('varies')];
  return [weekdayFrom({ kind: 'day', day: start }, value(w), 'on-or-after')];
}

function nthWeekdays({ nth, w, m }: Groups): readonly SingleDate[] | undefined {
  const counts = (nth ?? []).filter((token) => 'NTOX'.includes(token.sym)).map((token) => token.n ?? 0);
  if (counts.some((count) => count === 0 || count > 5)) return undefined;
  const days = (w ?? []).filter((token) => token.sym === 'W');
  return counts.flatMap((count) => days.map((day) => movable(nthRule(count, day.n ?? 0, value(m)))));
}

/** Portuguese and Greek call weekdays by ordinals ("segunda segunda-feira"), Vietnamese likewise after the day. */
function weekdayAsOrdinal({ a, b, m }: Groups): readonly SingleDate[] | undefined {
  const ordinalLast = b?.[0]?.text.toLowerCase().startsWith('th') === true && value(b) <= 3;
  const [ordinal, day] = ordinalLast ? [value(b) + 1, value(a)] : [value(a) + 1, value(b)];
  return ordinal > 5 ? undefined : [movable(nthRule(ordinal, day, value(m)))];
}

function shifted(anchor: readonly Token[] | undefined, count: number): readonly SingleDate[] {
  const from = readAnchor(anchor);
  return from ? [daysFrom(from, count)] : [];
}

/** "third Sunday of Lent", "second Sunday of Easter", "first Sunday of Advent": the anchor itself can be the first. */
function nthOfFeast({ nth, w, feast }: Groups): readonly SingleDate[] {
  if (feast?.[0]?.name === 'advent') {
    return [weekdayFrom({ kind: 'day', day: { month: 12, day: 25 } }, value(w), 'before', 5 - value(nth))];
  }
  const anchor = readAnchor(feast);
  return anchor ? [weekdayFrom(anchor, value(w), 'on-or-after', value(nth))] : [];
}

/** The 40th and 50th day after Easter are Ascension and Pentecost: feasts count Easter itself as the first day. */
function dayCount(nth: readonly Token[] | undefined): number {
  const count = value(nth);
  return nth?.[0]?.sym !== 'N' && (count === 40 || count === 50) ? count - 1 : count;
}

const sign = ({ rel }: Groups): number => (rel?.[0]?.sym === 'b' ? -1 : 1);

/** Patterns of counted dates, most specific first. */
export const RELATIVE_PATTERNS: readonly Pattern[] = [
  pattern(`(?<nth>[NTO])d(?<rel>[bf])${A}`, (g) => shifted(g['anchor'], sign(g) * dayCount(g['nth']))),
  pattern(`d(?<rel>[bf])${A}`, (g) => shifted(g['anchor'], sign(g))),
  pattern(`(?<n>[NTO])w(?<rel>[bf])${A}`, (g) => shifted(g['anchor'], sign(g) * 7 * value(g['n']))),
  pattern(`${A}[,]?(?<n>N)(?<unit>[dw])(?<rel>[bf])`, (g) =>
    shifted(g['anchor'], sign(g) * value(g['n']) * (has(g['unit'], 'w') ? 7 : 1)),
  ),
  pattern(`${A}(?<rel>[bf])(?<n>N)(?<unit>[dw])`, (g) =>
    shifted(g['anchor'], sign(g) * value(g['n']) * (has(g['unit'], 'w') ? 7 : 1)),
  ),
  pattern('(?<anchor>G?F)(?<n>N)(?<rel>[bf])(?!W)', (g) => shifted(g['anchor'], sign(g) * value(g['n']))),
  pattern('(?<anchor>G?F)(?<rel>[&-])(?<n>N)(?:d|(?![NTOMCYw]))', ({ anchor, rel, n }) => {
    const plus = rel?.[0]?.text === '+';
    return plus || rel?.[0]?.text === '-' ? shifted(anchor, (plus ? 1 : -1) * value(n)) : undefined;
  }),
  pattern(`${A}k`, (g) => shifted(g['anchor'], 1)),
  pattern(`${A}l`, (g) => shifted(g['anchor'], -1)),
  pattern(`(?<anchor>G?F|S)(?<rel>[bf])(?<days>W)`, weekdays),
  pattern(`(?<anchor>[NTO]M|M[NTO])(?<rel>b)(?<days>W)`, weekdays),
  pattern(`e[bfghr]${A}`, () => [movable('varies')]),
  pattern(`[NTOX]?W[bfgh][NTOX]?[Hpa](?:[bf]${ANCHOR})?`, () => [movable('varies')]),
  pattern(`v${A}`, (g) => shifted(g['anchor'], -1)),
  pattern(`(?<nth>[NTOX])?(?<days>W(?:(?:[,&-]|,&)W){0,4})(?<rel>[bfghr])${A}`, weekdays),
  pattern('(?<w>W)j(?<a>[NTO])(?<m>M)?[&-](?<b>[NTO])(?<k>M)', between),
  pattern('(?<w>W)j(?<m>M)(?<a>[NTO])[&-](?<k>M)?(?<b>[NTO])', (g) => between({ ...g, k: g['k'] ?? g['m'] ?? [] })),
  pattern('(?<n1>[NTOX])(?<w1>W)(?:,?&|,)(?<n2>[NTOX])(?<w2>W)(?<m>M)', ({ n1, w1, n2, w2, m }) => {
    const first = nthWeekdays({ nth: n1 ?? [], w: w1 ?? [], m: m ?? [] });
    const second = nthWeekdays({ nth: n2 ?? [], w: w2 ?? [], m: m ?? [] });
    return first && second ? [...first, ...second] : undefined;
  }),
  pattern('(?<a>W)(?<b>W)(?<m>M)', weekdayAsOrdinal),
  pattern('(?<nth>[NTOX](?:(?:,|,?&|/|-|,?\\|)[NTOX]){0,3})(?<w>W(?:[&-]W)?)(?<m>M)', nthWeekdays),
  pattern('(?<m>M)m?(?<nth>[TOX])w?(?<w>W)', nthWeekdays),
  pattern('(?<w>W)(?<nth>[OX])m?(?<m>M)', nthWeekdays),
  pattern('[NTOX]eM', () => [movable('varies')]),
  pattern('[NTOX]w(?:W)?M', () => [movable('varies')]),
  pattern('(?<nth>[NTO])d(?<feast>G?F)', ({ nth, feast }) => shifted(feast, value(nth) - 1)),
  pattern('(?<nth>[NTO])(?<w>W)(?<feast>G?F)', nthOfFeast),
  pattern('(?<w>W)(?<feast>G?F)', (g) => {
    const anchor = readAnchor(g['feast']);
    if (anchor?.kind !== 'easter' || anchor.to === undefined) return undefined;
    return [weekdayFrom({ kind: 'easter', church: anchor.church, from: anchor.from }, value(g['w']), 'on-or-after')];
  }),
  pattern('(?<a>G?F)-(?<b>G?F)', ({ a, b }) => {
    const dates = [readAnchor(a), readAnchor(b)].flatMap((anchor) => (anchor ? (anchorDate(anchor) ?? []) : []));
    return dates.length === 2 ? joinEaster(dates, true) : undefined;
  }),
  pattern('(?<a>G?F(?:(?:,|,?&)G?F){0,3})', ({ a }) => {
    const anchors = (a ?? []).filter((token) => token.sym === 'F').map((token) => readAnchor(has(a, 'G') ? (a ?? []).filter((other) => other === token || other.sym === 'G') : [token])); // prettier-ignore
    const dates = anchors.flatMap((anchor) => (anchor ? (anchorDate(anchor) ?? []) : []));
    return dates.length > 0 ? joinEaster(dates, false) : undefined;
  }),
  pattern('(?<a>S)', ({ a }) => shifted(a, 0)),
];
