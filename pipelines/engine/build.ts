// Runs a recipe: for each stage, what the ledger does not have is run in batches, each committed in one transaction by this one
// writer. Resuming after a crash, refreshing after an edit and applying a changed parameter are this same loop.
import type { Store } from '../../db/index.js';
import type { BuildListener } from './events.js';
import type { Executor } from './executor.js';
import type { NamedSnapshot, Prepared, Slot } from './prepare.js';
import type { Recipe } from './recipe.js';
import type { SourceServicesFactory } from './services.js';
import { canonicalJson } from '../../schemas/canonical.js';
import { FatalError, FolkwaysError } from '../../schemas/errors.js';
import { findSnapshot, prepare } from './prepare.js';
import { runStage } from './run-stage.js';
import { takeSnapshot } from './snapshot.js';
import { StoppedError } from './stop.js';

/** How to build. */
export interface BuildOptions {
  readonly executor: Executor;
  readonly services: SourceServicesFactory;
  readonly listen?: BuildListener;
  readonly signal?: AbortSignal;
  /** Time of day for run and snapshot tables; never part of a release, and no duration is taken from it. */
  readonly clock?: () => Date;
  /** Replay this snapshot. */
  readonly snapshot?: string;
  /** Ask the source what is new, even when a snapshot is there. */
  readonly newSnapshot?: boolean;
  /** Stop at the end of a batch after so many minutes. */
  readonly maxMinutes?: number;
}

/** A finished build: the flow is filled and can be read by release and status. */
export interface Built extends Prepared {
  readonly snapshot: NamedSnapshot;
  /** Number of input records of each slot; for a gather stage, of the members of its groups. */
  readonly inputs: ReadonlyMap<number, number>;
  /** Inputs run now, over all stages; 0 when everything was remembered. */
  readonly ran: number;
}

/**
 * Builds a recipe.
 * @param store - an open workspace
 * @param recipe - the recipe
 * @param options - executor, services and choices
 * @returns the filled flow
 * @throws StoppedError when the signal aborts or a limit is reached; FolkwaysError when a stage or source fails
 */
export async function build(store: Store, recipe: Recipe, options: BuildOptions): Promise<Built> {
  const clock = options.clock ?? (() => new Date());
  const prepared = prepare(store, recipe);
  const config = canonicalJson(recipe.stages.map((placed) => placed.params));
  const run = store.runs.start(recipe.name, config, clock().toISOString());
  try {
    const built = await runSlots(store, prepared, run, options, clock);
    store.runs.finish(run, 'done', clock().toISOString());
    return built;
  } catch (error) {
    const stop = asStop(error, options.signal);
    try {
      store.runs.finish(run, stop ? 'stopped' : 'failed', clock().toISOString());
    } catch {
      // A full or vanished disk: what broke the build is what the user must hear of.
    }
    throw stop ?? error;
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
  const { executor, maxMinutes = Infinity } = options;
  const listen = options.listen ?? (() => undefined);
  const signal = options.signal ?? new AbortController().signal;
  const started = performance.now();
  const checkpoint = () => {
    if (signal.aborted) throw new StoppedError('stopped');
    if (performance.now() - started > maxMinutes * 60_000) throw new StoppedError('minutes');
  };
  const readSource = async (slot: Slot) => {
    const { name } = slot.stage;
    listen({ type: 'stage-start', stage: name, slot: slot.slot, counts: null });
    const known = options.newSnapshot ? undefined : findSnapshot(store, slot, options.snapshot);
    const snapshot =
      known ??
      (await takeSnapshot({ store, slot, run, services: options.services, signal, checkpoint, listen, clock }));
    flow.setInputs(slot.slot, [snapshot.id]);
    return { snapshot, outcome: { ran: known ? 0 : 1, inputs: 1, changed: null } };
  };

  let snapshot: NamedSnapshot | undefined;
  let total = 0;
  const inputCounts = new Map<number, number>();
  for (const slot of slots) {
    let outcome;
    if (slot.stage.shape === 'source') ({ snapshot, outcome } = await readSource(slot));
    else outcome = await runStage(store, prepared, slot, run, executor, signal, checkpoint, listen);
    // What `gc` keeps: nothing else leads from a snapshot to the sets that its build had.
    if (slot.stage.shape === 'gather') store.gc.noteSets(snapshot!.id, slot.id, slot.slot);
    flow.computeOutputs(slot.slot, slot.id);
    total += outcome.ran;
    inputCounts.set(slot.slot, outcome.inputs);
    const rejected = flow.rejected(slot.slot, slot.id);
    listen({
      type: 'stage-end',
      stage: slot.stage.name,
      slot: slot.slot,
      ...outcome,
      outputs: flow.outputCount(slot.slot),
      rejected,
    });
    checkpoint();
  }
  if (!snapshot) throw new FatalError('internal', 'The recipe has no source stage.');
  return { ...prepared, snapshot, inputs: inputCounts, ran: total };
}

/** Whatever a stage or a request throws once the user has stopped is the stop. */
function asStop(error: unknown, signal: AbortSignal | undefined): StoppedError | undefined {
  if (error instanceof StoppedError) return error;
  if (signal?.aborted) return new StoppedError('stopped', { cause: error });
  if (error instanceof FolkwaysError && error.code === 'limit-reached')
    return new StoppedError('requests', { cause: error });
  return undefined;
}
