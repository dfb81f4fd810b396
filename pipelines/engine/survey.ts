// What plan, status, why, why-not and rejects share: the flow of a recipe filled from the ledger, slot by slot, by joins only. Nothing is
// written, so a running build is not in the way and a question leaves no trace.
import type { StageCounts, Store } from '../../db/index.js';
import type { Group, NamedSnapshot, Prepared, Slot } from './prepare.js';
import type { Recipe } from './recipe.js';
import { fillInputs, findSnapshot, lookUpGroups, prepare } from './prepare.js';

/** Which snapshot to look at: as for a build. */
export interface SnapshotChoice {
  readonly snapshot?: string;
  /** As if the source were to be read anew: no snapshot, so nothing is known of what follows. */
  readonly newSnapshot?: boolean;
}

/** A recipe laid over a workspace, with all that its ledger knows. */
export interface Survey extends Prepared {
  /** The snapshot looked at; undefined when there is none yet. */
  readonly snapshot: NamedSnapshot | undefined;
  /** Groups of each gather slot. */
  readonly groups: ReadonlyMap<number, readonly Group[]>;
  /** Counts of each slot, by its place. */
  readonly counts: readonly StageCounts[];
  /** Names of stages whose work is not done, or whose inputs wait for such a stage. */
  readonly busy: ReadonlySet<string>;
}

/**
 * Fills the flow of a recipe from the ledger, without running or storing anything.
 * @param store - an open workspace
 * @param recipe - the recipe
 * @param choice - which snapshot
 * @returns the filled flow
 * @throws FatalError `snapshot-unknown` when the named snapshot was not taken with this source
 */
export function survey(store: Store, recipe: Recipe, choice: SnapshotChoice = {}): Survey {
  const prepared = prepare(store, recipe, true);
  const { flow, slots } = prepared;
  let snapshot: NamedSnapshot | undefined;
  const groups = new Map<number, readonly Group[]>();
  const counts: StageCounts[] = [];
  const busy = new Set<string>();
  for (const slot of slots) {
    if (slot.stage.shape === 'source') {
      snapshot = choice.newSnapshot ? undefined : findSnapshot(store, slot, choice.snapshot);
      flow.setInputs(slot.slot, snapshot ? [snapshot.id] : []);
    } else {
      fillInputs(prepared, slot);
      if (slot.stage.shape === 'gather') groups.set(slot.slot, lookUpGroups(store, prepared, slot));
    }
    flow.computeOutputs(slot.slot, slot.id);
    const counted = flow.counts(slot.slot, slot.id, slot.stage.name);
    counts.push(counted);
    if (counted.missing > 0 || awaited(slot, busy).length > 0 || (slot.stage.shape === 'source' && !snapshot))
      busy.add(slot.stage.name);
  }
  return { ...prepared, snapshot, groups, counts, busy };
}

/**
 * The stages a slot reads that have work to do.
 * @param slot - the slot
 * @param busy - names of such stages
 * @returns their names
 */
export function awaited(slot: Slot, busy: ReadonlySet<string>): string[] {
  return slot.from.filter((name) => busy.has(name));
}
