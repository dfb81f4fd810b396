import type { Store } from '../../db/index.js';
import type { Rejection } from '../../schemas/rejection.js';
import type { Slot } from './prepare.js';
import type { Survey } from './survey.js';
import { PrerequisiteError } from '../../schemas/errors.js';

/** Rejections of one stage for one reason. */
export interface Rejects {
  readonly stage: string;
  readonly reason: string;
  readonly count: number;
  readonly samples: readonly Rejection[];
}

/** Which rejections, and how many of each kind to show. */
export interface RejectsOptions {
  readonly stage?: string;
  readonly reason?: string;
  /** Samples of each stage and reason, first by key; 0 when absent. */
  readonly samples?: number;
}

/**
 * What the stages of a build dropped, by stage and reason.
 * @param store - an open workspace
 * @param seen - the survey of a recipe
 * @param options - restrictions
 * @returns counts and samples, in the order of the recipe, then by reason
 * @throws PrerequisiteError `bad-input` when the recipe has no such stage, or nothing was dropped for that reason
 */
export function rejects(store: Store, seen: Survey, options: RejectsOptions = {}): Rejects[] {
  const { reason, samples = 0 } = options;
  const all = slotsOf(seen, options).flatMap((slot) =>
    Object.entries(seen.flow.rejected(slot.slot, slot.id)).map(([one, count]) => ({ slot, reason: one, count })),
  );
  const wanted = all.filter((one) => reason === undefined || one.reason === reason);
  if (reason !== undefined && wanted.length === 0) {
    const known = [...new Set(all.map((one) => one.reason))].sort().join(', ');
    throw new PrerequisiteError('bad-input', `Nothing was dropped for the reason ${JSON.stringify(reason)}.`, {
      hint: known === '' ? 'Nothing was dropped at all.' : `Reasons: ${known}.`,
    });
  }
  return wanted.map(({ slot, ...one }) => ({
    stage: slot.stage.name,
    ...one,
    samples: [...eachOf(store, slot, { reason: one.reason, limit: samples })],
  }));
}

/**
 * All rejections of a build, one by one.
 * @param store - an open workspace; nothing may be written to it meanwhile
 * @param seen - the survey of a recipe
 * @param options - restrictions
 * @yields rejections in the order of the recipe, then by reason, key and detail
 */
export function* eachReject(store: Store, seen: Survey, options: RejectsOptions = {}): Generator<Rejection> {
  const { reason } = options;
  for (const slot of slotsOf(seen, options)) yield* eachOf(store, slot, reason === undefined ? {} : { reason });
}

function* eachOf(
  store: Store,
  slot: Slot,
  filter: { readonly reason?: string; readonly limit?: number },
): Generator<Rejection> {
  for (const row of store.lineage.eachRejection(slot.slot, slot.id, filter))
    yield { stage: slot.stage.name, reason: row.reason, key: row.key, record: row.record, detail: row.detail };
}

function slotsOf({ slots }: Survey, { stage }: RejectsOptions): readonly Slot[] {
  const found = slots.filter((slot) => stage === undefined || slot.stage.name === stage);
  if (found.length > 0) return found;
  throw new PrerequisiteError('bad-input', `The recipe has no stage ${JSON.stringify(stage)}.`, {
    hint: `Stages: ${slots.map((slot) => slot.stage.name).join(', ')}.`,
  });
}
