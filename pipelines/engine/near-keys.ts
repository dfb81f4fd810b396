import type { Store } from '../../db/index.js';
import type { Survey } from './survey.js';
import { foldName } from '../../db/index.js';

/** Keys looked at, so that a huge workspace answers too. */
const MOST = 200_000;
const SHOWN = 5;
/** Least share of common letter pairs (Dice). */
const ALIKE = 0.5;

/**
 * Keys of a build, of things kept or dropped, that are like a name: by common pairs of letters, of the whole key or of a part between
 * the marks that keys are built with.
 * @param store - an open workspace
 * @param seen - the survey of a recipe
 * @param what - the name
 * @returns at most five keys, the most alike first
 */
export function nearKeys(store: Store, seen: Survey, what: string): string[] {
  const wanted = pairs(what);
  const likeness = new Map<string, number>();
  let looked = 0;
  for (const slot of seen.slots) {
    for (const key of store.lineage.keys(slot.slot, slot.id)) {
      if ((looked += 1) > MOST) break;
      const best = Math.max(...[key, ...key.split(/[:@#|]/)].map((part) => alike(wanted, pairs(part))));
      if (best >= ALIKE) likeness.set(key, best);
    }
  }
  return [...likeness]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, SHOWN)
    .map(([key]) => key);
}

function pairs(text: string): Set<string> {
  const letters = [...foldName(text)];
  return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`));
}

function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  let common = 0;
  for (const pair of a) if (b.has(pair)) common += 1;
  return (2 * common) / (a.size + b.size);
}
