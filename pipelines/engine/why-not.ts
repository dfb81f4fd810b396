// `why-not`: where a page, holiday or record was dropped, or how far it came. A name is looked for among rejections and outputs alike; what
// is found is followed forward, stage by stage, so that what was made of it and dropped later is told too.
import type { Agreement, FoundRecord, RejectionRow, Store } from '../../db/index.js';
import type { Rejection } from '../../schemas/rejection.js';
import type { Survey } from './survey.js';
import { follow } from './follow.js';
import { nearKeys } from './near-keys.js';

/** Records of one type among the outputs of a stage. */
export interface Kept {
  readonly stage: string;
  readonly type: string;
  readonly count: number;
  /** The first keys. */
  readonly samples: readonly string[];
}

/** What is known of a name. */
export interface WhyNot {
  readonly what: string;
  readonly snapshot: string | null;
  /** How the name agreed with what was found: as a whole, but for case, as a part, or with a text inside a record; null for nothing. */
  readonly match: 'exact' | 'case' | 'containing' | 'content' | null;
  /** What was dropped of it, in the order of stages. */
  readonly dropped: readonly Rejection[];
  /** Records called so, and what was made of them, in the order of stages. */
  readonly kept: readonly Kept[];
  /** Outputs of the last stage that rest on it. */
  readonly released: {
    readonly stage: string;
    readonly count: number;
    readonly of: number;
    readonly samples: readonly string[];
  };
  /** Stages whose work is not done: what comes of it there is not known yet. */
  readonly pending: readonly string[];
  /** Keys like the name, when nothing is called so. */
  readonly near: readonly string[];
}

const ORDER = ['exact', 'case', 'containing', 'content'] as const satisfies readonly Agreement[];
const SAMPLES = 5;

/**
 * Says what became of a page, holiday or record.
 * @param store - an open workspace
 * @param seen - the survey of a recipe
 * @param what - title, name, key or hash
 * @returns rejections, what is left of it, and whether it is in the result
 */
export function whyNot(store: Store, seen: Survey, what: string): WhyNot {
  const { slots, flow, snapshot, busy } = seen;
  const match = ORDER.find((how) => what.trim() !== '' && isKnown(store, seen, what, how)) ?? null;
  const seeds = slots.map((slot) => (match ? store.lineage.outputsNamed(slot.slot, what, match) : []));
  const followed = follow(
    store,
    seen,
    seeds.map((found) => found.map((one) => one.id)),
  );
  const dropped = slots.flatMap((slot) => {
    const named = match ? store.lineage.rejectionsNamed(slot.slot, slot.id, what, match) : [];
    return unique([...named, ...followed.rejections[slot.slot]!]).map((row) => ({ stage: slot.stage.name, ...row }));
  });
  const kept = slots.flatMap((slot) =>
    byType(followed.outputs[slot.slot]!.map((id) => store.records.get(id))).map((one) => ({
      stage: slot.stage.name,
      ...one,
    })),
  );
  const last = slots.at(-1)!;
  const released = followed.outputs[last.slot]!;
  return {
    what,
    snapshot: snapshot?.hash ?? null,
    match,
    dropped: dropped.map(({ stage, reason, key, record, detail }) => ({ stage, reason, key, record, detail })),
    kept,
    released: {
      stage: last.stage.name,
      count: released.length,
      of: flow.outputCount(last.slot),
      samples: released.slice(0, SAMPLES).map((id) => store.records.get(id).key),
    },
    pending: slots.map((slot) => slot.stage.name).filter((name) => busy.has(name)),
    near: match === null ? nearKeys(store, seen, what) : [],
  };
}

function isKnown(store: Store, { slots }: Survey, what: string, how: Agreement): boolean {
  return slots.some(
    (slot) =>
      store.lineage.rejectionsNamed(slot.slot, slot.id, what, how).length > 0 ||
      store.lineage.outputsNamed(slot.slot, what, how).length > 0,
  );
}

function byType(records: readonly Omit<FoundRecord, 'id'>[]): Omit<Kept, 'stage'>[] {
  const types = new Map<string, string[]>();
  for (const { type, key } of records) types.set(type, [...(types.get(type) ?? []), key]);
  return [...types].map(([type, keys]) => ({ type, count: keys.length, samples: keys.slice(0, SAMPLES) }));
}

function unique(rows: readonly RejectionRow[]): RejectionRow[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}
