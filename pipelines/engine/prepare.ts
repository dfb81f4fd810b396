// What plan and build share: stages with their fingerprints, and the filling of the flow's slots, stage by stage, by joins only.
import type { AbsentInput, Flow, RecordName, StageSpec, Store } from '../../db/index.js';
import type { GatherStage } from './stage.js';
import type { PlacedStage, Recipe } from './recipe.js';
import { sha256 } from '../../schemas/canonical.js';
import { FatalError } from '../../schemas/errors.js';
import { recordHash } from '../../schemas/record.js';
import { fingerprint, inputTypes } from './recipe.js';

/** A stage of a running or planned build. */
export interface Slot extends PlacedStage {
  readonly slot: number;
  readonly spec: StageSpec;
  /** Number of the stage in the ledger; 0 when only looking and nothing was ever stored for it. */
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
  /** Number of the `set` record; of one that is not stored, when only looking, its number below 0 in the slot. */
  readonly id: number;
  /** Key of the group, `''` for a stage that sees everything. */
  readonly key: string;
  readonly members: readonly number[];
}

/**
 * Lays a recipe over a store.
 * @param store - an open workspace
 * @param recipe - the recipe
 * @param looking - store nothing: stages that are not known get the number 0
 * @returns slots with fingerprints, and an empty flow
 */
export function prepare(store: Store, recipe: Recipe, looking = false): Prepared {
  const position = new Map(recipe.stages.map((placed, index) => [placed.stage.name, index]));
  const slots = recipe.stages.map((placed, slot) => {
    const spec = fingerprint(placed);
    return {
      ...placed,
      slot,
      spec,
      id: looking ? (store.lineage.stageNumber(spec.fingerprint) ?? 0) : store.ledger.stageId(spec),
      sources: placed.from.map((name) => position.get(name)!),
    };
  });
  return { flow: store.flow(slots.length), slots };
}

/** A snapshot by number and hash. Its content is long and seldom asked for. */
export interface NamedSnapshot extends RecordName {
  readonly content: () => unknown;
}

/**
 * A snapshot whose content is read when it is asked for.
 * @param store - an open workspace
 * @param name - number and hash of the snapshot record
 * @returns the snapshot
 */
export function namedSnapshot(store: Store, { id, hash }: RecordName): NamedSnapshot {
  return { id, hash, content: () => store.records.get(id).content };
}

/**
 * The snapshot that a source slot reads: the named one, or the newest taken with the same fingerprint.
 * @param store - an open workspace
 * @param slot - the source slot
 * @param wanted - hash of a snapshot, or a beginning of it of eight digits or more; absent for the newest
 * @returns the snapshot record, or undefined when there is none yet
 * @throws FatalError `snapshot-unknown` when the named one was not taken with this source
 */
export function findSnapshot(store: Store, slot: Slot, wanted?: string): NamedSnapshot | undefined {
  const taken = store.runs.snapshots(slot.id).map(({ record }) => store.records.name(record));
  if (wanted === undefined) return taken[0] && namedSnapshot(store, taken[0]);
  const found = wanted.length < 8 ? undefined : taken.find((record) => record.hash.startsWith(wanted));
  if (!found) {
    throw new FatalError('snapshot-unknown', `The workspace has no snapshot ${wanted} of this source.`, {
      hint: `Known: ${taken.map((record) => record.hash.slice(0, 12)).join(', ') || 'none'}. Without --snapshot the newest is used.`,
    });
  }
  return namedSnapshot(store, found);
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
 * changes, joins or leaves. Stores the groups and puts them in place of the members as inputs of the slot.
 * @param store - an open workspace
 * @param prepared - the laid-out recipe
 * @param slot - a gather slot whose inputs are filled with records
 * @returns groups in the order of their keys
 */
export function groupInputs(store: Store, { flow }: Prepared, slot: Slot): Group[] {
  const groups = setsOf(store, flow, slot).map(({ type, key, content, group, members }) => ({
    id: store.records.put(type, key, content).id,
    key: group,
    members,
  }));
  flow.setInputs(
    slot.slot,
    groups.map((group) => group.id),
  );
  return groups;
}

/**
 * The groups of a gather slot, without storing them: those that are not stored were never seen by the stage.
 * @param store - an open workspace
 * @param prepared - the recipe, laid out for looking
 * @param slot - a gather slot whose inputs are filled with records
 * @returns groups in the order of their keys
 */
export function lookUpGroups(store: Store, { flow }: Prepared, slot: Slot): Group[] {
  const stored: number[] = [];
  const absent: AbsentInput[] = [];
  const groups = setsOf(store, flow, slot).map(({ type, key, content, group, members }) => {
    const id = store.records.numberOf(recordHash(type, content)) ?? -absent.push({ type, key });
    if (id > 0) stored.push(id);
    return { id, key: group, members };
  });
  flow.setInputs(slot.slot, stored, absent);
  return groups;
}

interface GroupSet {
  readonly type: 'set';
  readonly key: string;
  readonly content: { readonly group: string; readonly members: string; readonly size: number };
  readonly group: string;
  readonly members: readonly number[];
}

function setsOf(store: Store, flow: Flow, slot: Slot): GroupSet[] {
  const { name, groupBy } = slot.stage as GatherStage;
  const buckets = new Map<string, { ids: number[]; hashes: string[] }>();
  for (const { id, hash } of flow.inputs(slot.slot)) {
    const key = groupBy ? groupBy(store.records.get(id)) : '';
    const bucket = buckets.get(key) ?? { ids: [], hashes: [] };
    bucket.ids.push(id);
    bucket.hashes.push(hash);
    buckets.set(key, bucket);
  }
  return [...buckets.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, { ids, hashes }]) => {
      const members = sha256([...hashes].sort().join('\n'));
      return {
        type: 'set',
        key: `${name}|${group}`,
        content: { group, members, size: ids.length },
        group,
        members: ids,
      };
    });
}
