// What plan and build share: stages with their fingerprints, and the filling of the flow's slots, stage by stage, by joins only.
import type { Flow, NumberedRecord, StageSpec, Store } from '../../db/index.js';
import type { GatherStage } from './stage.js';
import type { PlacedStage, Recipe } from './recipe.js';
import { sha256 } from '../../schemas/canonical.js';
import { FatalError } from '../../schemas/errors.js';
import { fingerprint, inputTypes } from './recipe.js';

/** A stage of a running or planned build. */
export interface Slot extends PlacedStage {
  readonly slot: number;
  readonly spec: StageSpec;
  /** Number of the stage in the ledger. */
  readonly id: number;
  /** Slots it reads. */
  readonly sources: readonly number[];
}

/** A recipe laid over a store. */
export interface Prepared {
  readonly flow: Flow;
  readonly slots: readonly Slot[];
}

/** A set of records that a gather stage treats as one input. */
export interface Group {
  /** Number of the `set` record. */
  readonly id: number;
  /** Key of the group, `''` for a stage that sees everything. */
  readonly key: string;
  readonly members: readonly number[];
}

/**
 * Lays a recipe over a store.
 * @param store - an open workspace
 * @param recipe - the recipe
 * @returns slots with fingerprints, and an empty flow
 */
export function prepare(store: Store, recipe: Recipe): Prepared {
  const position = new Map(recipe.stages.map((placed, index) => [placed.stage.name, index]));
  const slots = recipe.stages.map((placed, slot) => {
    const spec = fingerprint(placed);
    return {
      ...placed,
      slot,
      spec,
      id: store.ledger.stageId(spec),
      sources: placed.from.map((name) => position.get(name)!),
    };
  });
  return { flow: store.flow(slots.length), slots };
}

/**
 * The snapshot that a source slot reads: the named one, or the newest taken with the same fingerprint.
 * @param store - an open workspace
 * @param slot - the source slot
 * @param wanted - hash of a snapshot, or a beginning of it of eight digits or more; absent for the newest
 * @returns the snapshot record, or undefined when there is none yet
 * @throws FatalError `snapshot-unknown` when the named one was not taken with this source
 */
export function findSnapshot(store: Store, slot: Slot, wanted?: string): NumberedRecord | undefined {
  const taken = store.runs.snapshots(slot.id).map(({ record }) => store.records.get(record));
  if (wanted === undefined) return taken[0];
  const found = wanted.length < 8 ? undefined : taken.find((record) => record.hash.startsWith(wanted));
  if (!found) {
    throw new FatalError('snapshot-unknown', `The workspace has no snapshot ${wanted} of this source.`, {
      hint: `Known: ${taken.map((record) => record.hash.slice(0, 12)).join(', ') || 'none'}. Without --snapshot the newest is used.`,
    });
  }
  return found;
}

/**
 * Fills the inputs of a map or gather slot from the outputs of the slots it reads.
 * @param prepared - the laid-out recipe
 * @param slot - the slot to fill
 */
export function fillInputs({ flow }: Prepared, slot: Slot): void {
  flow.joinInputs(slot.slot, slot.sources, inputTypes(slot.stage));
}

/**
 * The groups of a gather slot. A group's identity is the hash over its members' hashes, so it is remembered as long as no member
 * changes, joins or leaves. Puts the groups in place of the members as inputs of the slot.
 * @param store - an open workspace
 * @param prepared - the laid-out recipe
 * @param slot - a gather slot whose inputs are filled with records
 * @returns groups in the order of their keys
 */
export function groupInputs(store: Store, { flow }: Prepared, slot: Slot): Group[] {
  const { groupBy } = slot.stage as GatherStage;
  const buckets = new Map<string, { ids: number[]; hashes: string[] }>();
  for (const { id, hash } of flow.inputs(slot.slot)) {
    const key = groupBy ? groupBy(store.records.get(id)) : '';
    const bucket = buckets.get(key) ?? { ids: [], hashes: [] };
    bucket.ids.push(id);
    bucket.hashes.push(hash);
    buckets.set(key, bucket);
  }
  const groups = [...buckets.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { ids, hashes }]) => {
      const members = sha256([...hashes].sort().join('\n'));
      const set = store.records.put('set', `${slot.stage.name}|${key}`, { group: key, members, size: ids.length });
      return { id: set.id, key, members: ids };
    });
  flow.setInputs(
    slot.slot,
    groups.map((group) => group.id),
  );
  return groups;
}
