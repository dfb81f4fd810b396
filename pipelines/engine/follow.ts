import type { RejectionRow, Store } from '../../db/index.js';
import type { Slot } from './prepare.js';
import type { Survey } from './survey.js';

/** What came of some records, by slot. */
export interface Followed {
  /** Numbers of the outputs of each slot that are the records or rest on them, by key. */
  readonly outputs: readonly (readonly number[])[];
  /** Rejections of such records, by the stage that dropped them. */
  readonly rejections: readonly (readonly RejectionRow[])[];
}

/**
 * Follows records forward through a build.
 * @param store - an open workspace
 * @param seen - the survey of a recipe
 * @param seeds - for each slot, numbers of outputs to start from
 * @returns all that was made of them, and what of it was dropped
 */
export function follow(store: Store, seen: Survey, seeds: readonly (readonly number[])[]): Followed {
  const outputs: number[][] = [];
  const rejections: RejectionRow[][] = [];
  for (const slot of seen.slots) {
    const before = [...new Set(slot.sources.flatMap((source) => outputs[source]!))];
    const inputs = before.filter((id) => slot.stage.shape === 'gather' || store.lineage.holds(slot.slot, 'in', id));
    const made = inputs.length === 0 ? [] : madeOf(store, seen, slot, inputs);
    outputs.push([...new Set([...seeds[slot.slot]!, ...made])]);
    rejections.push(inputs.length === 0 ? [] : store.lineage.rejectionsOf(slot.slot, slot.id, inputs));
  }
  return { outputs: outputs.map((ids) => sortByKey(store, ids)), rejections };
}

function madeOf(store: Store, seen: Survey, slot: Slot, inputs: readonly number[]): number[] {
  if (slot.stage.shape === 'map') return store.lineage.madeFor(slot.slot, slot.id, inputs);
  const wanted = new Set(inputs);
  const sets = (seen.groups.get(slot.slot) ?? [])
    .filter((group) => group.members.some((member) => wanted.has(member)))
    .map((group) => group.id);
  const hashes = inputs.map((id) => store.records.get(id).hash);
  return [...store.lineage.madeOf(slot.slot, slot.id, hashes), ...store.lineage.madeOfAll(slot.slot, slot.id, sets)];
}

function sortByKey(store: Store, ids: readonly number[]): number[] {
  return ids
    .map((id) => ({ id, key: store.records.get(id).key }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id))
    .map((one) => one.id);
}
