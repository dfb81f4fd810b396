// Which holidays are asked together. Sets are not enumerated: slots of countries stand in keyed order; for a slot, that
// country's holidays are taken in the keyed order of the slot, each that fits the ones before it, until there are n. A slot that
// cannot be filled, or gives a set that the round has, is passed over. One holiday more changes only what it displaces.
import { keyedOrder, keyedRank } from '../../extractors/choice/keyed.js';
import { byCodeUnit } from '../../schemas/canonical.js';

/** A holiday that may be asked. */
export interface Candidate {
  readonly key: string;
  readonly country: string;
  /** Form of the shown name: a set never shows one name twice. */
  readonly form: string;
  readonly concept: string;
  /** Popularity in each target, positive. */
  readonly values: readonly number[];
}

/** What a set must meet. */
export interface SetOptions {
  readonly seed: string;
  readonly n: number;
  readonly round: number;
  /** How many sets. */
  readonly sets: number;
  /** Least ratio between any two values of a set, in every target. */
  readonly minRatio: number;
  /** Keys of sets that must not be taken. */
  readonly taken?: ReadonlySet<string>;
}

/** A chosen set; its key is that of its holidays, sorted. */
export interface ChosenSet<C extends Candidate> {
  readonly key: string;
  readonly country: string;
  readonly holidays: readonly C[];
}

/**
 * Chooses sets of holidays.
 * @param candidates - holidays that may be asked, of all countries
 * @param options - seed, size and constraints
 * @returns at most `sets` sets, in the order of their slots; fewer when the candidates give no more
 */
export function sampleSets<C extends Candidate>(candidates: readonly C[], options: SetOptions): ChosenSet<C>[] {
  const { seed, n, round, sets } = options;
  const countries = new Map<string, C[]>();
  for (const candidate of candidates) {
    countries.set(candidate.country, [...(countries.get(candidate.country) ?? []), candidate]);
  }
  const slots = [...countries.entries()]
    .filter(([, holidays]) => holidays.length >= n)
    .flatMap(([country]) => Array.from({ length: sets }, (_, index) => ({ country, index })))
    .map((slot) => ({ ...slot, rank: keyedRank(seed, ['slot', n, round, slot.index], slot.country) }))
    .sort((a, b) => byCodeUnit(a.rank, b.rank));
  const chosen: ChosenSet<C>[] = [];
  const taken = new Set(options.taken);
  for (const { country, index } of slots) {
    if (chosen.length === sets) break;
    const order = keyedOrder(seed, ['holiday', n, round, index, country], countries.get(country)!, (one) => one.key);
    const holidays = firstThatFit(order, n, options.minRatio);
    if (!holidays) continue;
    const key = setKey(holidays);
    if (taken.has(key)) continue;
    taken.add(key);
    chosen.push({ key, country, holidays });
  }
  return chosen;
}

/**
 * The key of a set of holidays.
 * @param holidays - its members in any order
 * @returns their keys, sorted, joined
 */
export function setKey(holidays: readonly { readonly key: string }[]): string {
  return holidays
    .map((holiday) => holiday.key)
    .sort(byCodeUnit)
    .join(' + ');
}

function firstThatFit<C extends Candidate>(order: readonly C[], n: number, minRatio: number): C[] | undefined {
  const holidays: C[] = [];
  for (const candidate of order) {
    if (holidays.every((other) => fit(candidate, other, minRatio))) holidays.push(candidate);
    if (holidays.length === n) return holidays;
  }
  return undefined;
}

function fit(a: Candidate, b: Candidate, minRatio: number): boolean {
  if (a.concept === b.concept || a.form === b.form) return false;
  return a.values.every((value, target) => {
    const ratio = value / b.values[target]!;
    // A ratio of 1 is a tie even where no least ratio is asked.
    return ratio !== 1 && (ratio >= minRatio || 1 / ratio >= minRatio);
  });
}
