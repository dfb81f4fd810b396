// Choice is keyed, never a random stream: things are put in the order of a hash of (seed, purpose, key). Adding one candidate
// then moves only what it displaces, and the order does not depend on how many draws came before.
import { byCodeUnit, canonicalJson, sha256 } from '../../schemas/canonical.js';

/**
 * The place of a key in the keyed order.
 * @param seed - of the build
 * @param purpose - what is chosen, with its indices: `['set', n, round, slot]`
 * @param key - stable key of the candidate
 * @returns 64 hexadecimal digits; smaller comes first
 */
export function keyedRank(seed: string, purpose: readonly (string | number)[], key: string): string {
  return sha256(canonicalJson([seed, purpose, key]));
}

/**
 * Candidates in keyed order.
 * @param seed - of the build
 * @param purpose - what is chosen
 * @param candidates - in any order; not changed
 * @param keyOf - stable key of a candidate
 * @returns a new array, smallest rank first
 */
export function keyedOrder<T>(
  seed: string,
  purpose: readonly (string | number)[],
  candidates: readonly T[],
  keyOf: (candidate: T) => string,
): T[] {
  return candidates
    .map((candidate) => ({ candidate, rank: keyedRank(seed, purpose, keyOf(candidate)) }))
    .sort((a, b) => byCodeUnit(a.rank, b.rank))
    .map(({ candidate }) => candidate);
}
