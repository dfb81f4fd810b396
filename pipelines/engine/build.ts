// Runs a recipe: for each stage, what the ledger does not have is run in batches, each committed in one transaction by this one
// writer. Resuming after a crash, refreshing after an edit and applying a changed parameter are this same loop.
import { setImmediate as turn } from 'node:timers/promises';
import type { LedgerEntry, NumberedRecord, Store } from '../../db/index.js';
import type { BuildListener } from './events.js';
import type { Executor, InputResult } from './executor.js';
import type { Prepared } from './prepare.js';
import type { Recipe } from './recipe.js';
import type { Services, ServicesFactory } from './services.js';
import type { MapStage } from './stage.js';
import { canonicalJson } from '../../schemas/canonical.js';
import { FatalError } from '../../schemas/errors.js';
import { fillInputs, findSnapshot, groupInputs, prepare } from './prepare.js';
import { engineParts, takeSnapshot } from './snapshot.js';

/** How to build. */
export interface BuildOptions {
  readonly executor: Executor;
  readonly services: ServicesFactory;
  readonly listen?: BuildListener;
  readonly signal?: AbortSignal;
  /** Time of day for run and snapshot tables; never part of a release. */
  readonly clock?: () => Date;
  /** Replay this snapshot. */
  readonly snapshot?: string;
  /** Ask the source what is new, even when a snapshot is there. */
  readonly newSnapshot?: boolean;
}

/** A finished build: the flow is filled and can be read by release and status. */
export interface Built extends Prepared {
  readonly snapshot: NumberedRecord;
  /** Number of input records of each slot; for a gather stage, of the members of its groups. */
  readonly inputs: ReadonlyMap<number, number>;
  /** Inputs run now, over all stages; 0 when everything was remembered. */
  readonly ran: number;
}

/** Thrown between batches when the user stops; all committed work stays. */
export class StoppedError extends Error {}

/**
 * Builds a recipe.
 * @param store - an open workspace
 * @param recipe - the recipe
 * @param options - executor, services and choices
 * @returns the filled flow
 * @throws StoppedError when the signal aborts; FolkwaysError when a stage or source fails
 */
export async function build(store: Store, recipe: Recipe, options: BuildOptions): Promise<Built> {
  const clock = options.clock ?? (() => new Date());
  const prepared = prepare(store, recipe);
  const run = store.runs.start(
    recipe.name,
    canonicalJson(recipe.stages.map((placed) => placed.params)),
    clock().toISOString(),
  );
  try {
    const built = await runSlots(store, prepared, run, options, clock);
    store.runs.finish(run, 'done', clock().toISOString());
    return built;
  } catch (error) {
    // Whatever a stage or a request throws once the user has stopped is the stop.
    const stopped = options.signal?.aborted === true;
    store.runs.finish(run, stopped ? 'stopped' : 'failed', clock().toISOString());
    throw stopped && !(error instanceof StoppedError) ? new StoppedError('stopped', { cause: error }) : error;
  }
}

async function runSlots(
  store: Store,
  prepared: Prepared,
  run: number,
  options: BuildOptions,
  clock: () => Date,
): Promise<Built> {
  const { flow, slots } = prepared;
  const listen = options.listen ?? (() => undefined);
  const signal = options.signal ?? new AbortController().signal;
  const parts = engineParts(store, slots);
  let services: Services | undefined;
  const getServices = () => (services ??= options.services(parts));
  let snapshot: NumberedRecord | undefined;
  let total = 0;
  const inputCounts = new Map<number, number>();
  for (const slot of slots) {
    const { stage } = slot;
    let ran = 0;
    let changed: number | null = null;
    let inputs = 1;
    if (stage.shape === 'source') {
      listen({ type: 'stage-start', stage: stage.name, slot: slot.slot, counts: null });
      snapshot = options.newSnapshot ? undefined : findSnapshot(store, slot, options.snapshot);
      if (!snapshot) {
        snapshot = await takeSnapshot(store, slot, run, getServices, parts, signal, listen, clock().toISOString());
        ran = 1;
      }
      flow.setInputs(slot.slot, [snapshot.id]);
    } else {
      fillInputs(prepared, slot);
      const groups = stage.shape === 'gather' ? groupInputs(store, prepared, slot) : undefined;
      const members = new Map(groups?.map((group) => [group.id, group.members]));
      listen({ type: 'stage-start', stage: stage.name, slot: slot.slot, counts: flow.counts(slot.slot, slot.id) });
      const todo = flow.missing(slot.slot, slot.id);
      inputs = groups
        ? groups.reduce((sum, group) => sum + group.members.length, 0)
        : flow.counts(slot.slot, slot.id).inputs;
      const batches = groups
        ? todo.map((id) => ({ marks: [id], inputs: members.get(id)! }))
        : chunks(todo, (stage as MapStage).batch ?? 100).map((ids) => ({ marks: ids, inputs: ids }));
      for (const batch of batches) {
        // Stages that wait for nothing would never let Ctrl-C and the progress display have their turn.
        await turn();
        if (signal.aborted) throw new StoppedError('stopped');
        const inputs = batch.inputs.map((id) => store.records.get(id));
        const results = await options.executor.run({
          stage,
          params: slot.params,
          inputs,
          services: getServices(),
          signal,
        });
        ran += store.ledger.commit(slot.id, run, entries(store, stage.name, batch.marks, results));
        listen({ type: 'progress', stage: stage.name, done: ran, total: todo.length });
      }
      if (groups) changed = todo.reduce((sum, id) => sum + store.lineage.freshOutputs(slot.id, id), 0);
    }
    flow.computeOutputs(slot.slot, slot.id);
    total += ran;
    inputCounts.set(slot.slot, inputs);
    listen({
      type: 'stage-end',
      stage: stage.name,
      slot: slot.slot,
      ran,
      inputs,
      outputs: flow.outputCount(slot.slot),
      rejected: flow.rejected(slot.slot, slot.id),
      changed,
    });
    if (signal.aborted) throw new StoppedError('stopped');
  }
  if (!snapshot) throw new FatalError('internal', 'The recipe has no source stage.');
  return { ...prepared, snapshot, inputs: inputCounts, ran: total };
}

function entries(
  store: Store,
  stage: string,
  marks: readonly number[],
  results: readonly InputResult[],
): LedgerEntry[] {
  if (marks.length !== results.length)
    throw new FatalError('internal', `Stage ${stage}: ${results.length} results for ${marks.length} inputs.`);
  return results.map((result, index) => ({
    input: marks[index]!,
    outputs: result.outputs,
    rejections: result.rejections.map(({ record, ...rest }) => ({
      ...rest,
      record: record === null ? null : (store.records.find(record)?.id ?? null),
    })),
  }));
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
