// `plan --explain`: one record, stage by stage. The same questions that the plan asks of whole slots, asked of one input.
import type { FoundRecord, Store } from '../../db/index.js';
import type { Slot } from './prepare.js';
import type { Staleness } from './plan.js';
import type { SpecChange } from './spec-changes.js';
import type { Survey } from './survey.js';
import { PrerequisiteError } from '../../schemas/errors.js';
import { staleness } from './plan.js';
import { inputTypes } from './recipe.js';
import { compareSpecs } from './spec-changes.js';
import { awaited } from './survey.js';

/** A stage that put a record out. */
export interface MadeBy {
  readonly stage: string;
  readonly version: number;
  readonly fingerprint: string;
  /** The build as configured puts it out too; false when only another configuration, version or input did. */
  readonly current: boolean;
  /** What differs between that stage and today's. */
  readonly changes: readonly SpecChange[];
}

/** What a stage that reads records of the type has done, or would do, with one. */
export interface ExplainedStage {
  readonly stage: string;
  readonly version: number;
  readonly fingerprint: string;
  /** `absent`: the record is no input of the stage in this build, as far as is known while `awaits` have work to do. */
  readonly state: 'done' | 'to-do' | 'absent';
  readonly awaits: readonly string[];
  /** For a stage that sees a set: its key and size. */
  readonly set: { readonly key: string; readonly size: number } | null;
  /** Outputs made of it, as far as the stage is done. */
  readonly outputs: number;
  readonly rejected: readonly { readonly reason: string; readonly detail: string }[];
  /** Why it would run; null when it is done or no input. */
  readonly why: Staleness | null;
}

/** One record through the stages. */
export interface Explained {
  readonly record: { readonly hash: string; readonly type: string; readonly key: string };
  readonly madeBy: readonly MadeBy[];
  readonly stages: readonly ExplainedStage[];
}

/** Records of one key that are explained; a key that several types share gives several. */
const MOST = 20;

/**
 * Explains what a build would do with a record, and why.
 * @param store - an open workspace
 * @param seen - the survey of a recipe
 * @param what - key or hash, or a beginning that fits one key only
 * @returns each record of that key in the build; when there is none, the newest stored ones
 * @throws PrerequisiteError `bad-input` when there is none, or the beginning fits several keys
 */
export function explainRecord(store: Store, seen: Survey, what: string): Explained[] {
  return findRecords(store, seen, what)
    .slice(0, MOST)
    .map(({ id, hash, type, key }) => ({
      record: { hash, type, key },
      madeBy: madeBy(store, seen, id),
      stages: seen.slots
        .filter((slot) => inputTypes(slot.stage).includes(type))
        .map((slot) => explainStage(store, seen, slot, id, hash)),
    }));
}

function findRecords(store: Store, seen: Survey, what: string): FoundRecord[] {
  const { lineage } = store;
  for (const how of ['exact', 'beginning'] as const) {
    const all = seen.slots.flatMap(({ slot }) =>
      what === '' ? [] : [...lineage.inputsNamed(slot, what, how), ...lineage.outputsNamed(slot, what, how)],
    );
    // Sets and snapshots are the engine's own bookkeeping.
    const found = [...new Map(all.map((one) => [one.id, one])).values()].filter(
      ({ type }) => type !== 'set' && type !== 'snapshot',
    );
    const stored = how === 'exact' && found.length === 0 ? lineage.recordsNamed(what) : [];
    const records = found.length > 0 ? found : stored;
    const keys = [...new Set(records.map((one) => one.key))].sort();
    if (keys.length === 1) return records;
    if (keys.length > 1) {
      throw new PrerequisiteError('bad-input', `${JSON.stringify(what)} is the beginning of ${keys.length} keys.`, {
        hint: `Say more of it: ${keys.slice(0, 8).join(', ')}${keys.length > 8 ? ', ...' : ''}.`,
      });
    }
  }
  throw new PrerequisiteError('bad-input', `The workspace has no record ${JSON.stringify(what)}.`, {
    hint: 'Give the key or hash of a record; `folkways why-not` finds keys by titles and names.',
  });
}

function madeBy(store: Store, seen: Survey, record: number): MadeBy[] {
  const found = new Map<string, MadeBy>();
  for (const id of store.lineage.everMadeBy(record)) {
    const { name, version, fingerprint, spec } = store.lineage.stage(id);
    const slot = seen.slots.find((one) => one.stage.name === name);
    // The latest configuration of each stage; a current one goes before all others.
    const current = slot?.id === id && store.lineage.holds(slot.slot, 'out', record);
    if (!slot || (found.has(name) && !current)) continue;
    found.set(name, { stage: name, version, fingerprint, current, changes: compareSpecs(spec, slot.spec.spec) });
  }
  const order = seen.slots.map((slot) => slot.stage.name);
  return [...found.values()].sort((a, b) => order.indexOf(a.stage) - order.indexOf(b.stage));
}

function explainStage(store: Store, seen: Survey, slot: Slot, record: number, hash: string): ExplainedStage {
  const { lineage } = store;
  const group = seen.groups.get(slot.slot)?.find((one) => one.members.includes(record));
  const input = slot.stage.shape === 'gather' ? group?.id : lineage.holds(slot.slot, 'in', record) ? record : undefined;
  const why = input === undefined ? undefined : staleness(store, seen, slot, input)[0];
  const outputs = () =>
    slot.stage.shape === 'gather'
      ? [...lineage.madeOf(slot.slot, slot.id, [hash]), ...lineage.madeOfAll(slot.slot, slot.id, [input!])]
      : lineage.madeFor(slot.slot, slot.id, [record]);
  const done = input !== undefined && why === undefined;
  return {
    stage: slot.stage.name,
    version: slot.spec.version,
    fingerprint: slot.spec.fingerprint,
    state: input === undefined ? 'absent' : done ? 'done' : 'to-do',
    awaits: awaited(slot, seen.busy),
    set: group ? { key: group.key, size: group.members.length } : null,
    outputs: done ? outputs().length : 0,
    rejected: done
      ? lineage.rejectionsOf(slot.slot, slot.id, [record]).map(({ reason, detail }) => ({ reason, detail }))
      : [],
    why: why ?? null,
  };
}
