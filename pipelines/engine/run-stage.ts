import { setImmediate as turn } from 'node:timers/promises';
import type { Store } from '../../db/index.js';
import type { BuildListener } from './events.js';
import type { Executor, InputResult } from './executor.js';
import type { Prepared, Slot } from './prepare.js';
import type { GatherStage, MapStage } from './stage.js';
import type { Work } from './batches.js';
import { FatalError } from '../../schemas/errors.js';
import { mapBatches, runSeveral } from './batches.js';
import { checkEvents } from './collect.js';
import { fillInputs, groupInputs } from './prepare.js';

/** Says between batches whether to go on; throws StoppedError when not. */
export type Checkpoint = () => void;

/** What running a stage came to. */
export interface StageOutcome {
  /** Inputs run now. */
  readonly ran: number;
  /** All inputs; of a gather stage, the members of its groups. */
  readonly inputs: number;
  /** New outputs of a gather stage; null for a map. */
  readonly changed: number | null;
}

/**
 * Runs what the ledger does not have of a map or gather stage. Each batch is committed in one transaction as soon as it is done.
 * @param store - an open workspace; this process is its one writer
 * @param prepared - the laid-out recipe
 * @param slot - the stage
 * @param run - number of the run
 * @param executor - runs the batches
 * @param signal - aborts when the user stops
 * @param checkpoint - asked before each batch
 * @param listen - hears progress
 * @returns what was run
 */
export async function runStage(
  store: Store,
  prepared: Prepared,
  slot: Slot,
  run: number,
  executor: Executor,
  signal: AbortSignal,
  checkpoint: Checkpoint,
  listen: BuildListener,
): Promise<StageOutcome> {
  const { flow } = prepared;
  const stage = slot.stage as MapStage | GatherStage;
  fillInputs(prepared, slot);
  const groups = stage.shape === 'gather' ? groupInputs(store, prepared, slot) : undefined;
  const counts = flow.counts(slot.slot, slot.id);
  listen({ type: 'stage-start', stage: stage.name, slot: slot.slot, counts });
  const todo = flow.missing(slot.slot, slot.id);
  let ran = 0;
  let since = performance.now();

  const commit = (work: Work, results: readonly InputResult[]) => {
    if (results.length !== work.marks.length) {
      throw new FatalError(
        'internal',
        `Stage ${stage.name}: ${results.length} results for ${work.marks.length} inputs.`,
      );
    }
    const entries = results.map((events, index) => ({
      input: work.marks[index]!,
      ...checkEvents(stage, events, store.records.numberOf),
    }));
    // From commit to commit, so that batches that run side by side add up to the time that passed.
    const seconds = (performance.now() - since) / 1000;
    since = performance.now();
    ran += store.atomically(() => {
      store.work.add(slot.id, run, { inputs: work.marks.length, seconds, requests: 0 });
      return store.ledger.commit(slot.id, run, entries);
    });
    listen({ type: 'progress', stage: stage.name, done: ran, total: todo.length });
  };

  const works = groups
    ? gatherWork(store, todo, new Map(groups.map((group) => [group.id, group.members])))
    : mapBatches(store, stage as MapStage, todo);
  await runSeveral(works, executor.width(stage), async (work) => {
    // Stages that wait for nothing would never let Ctrl-C and the progress display have their turn.
    await turn();
    checkpoint();
    const { inputs, attachments } = work;
    const results = await executor.run({ stage, params: slot.params, inputs, attachments, signal });
    commit(work, results);
  });
  return {
    ran,
    inputs: groups ? groups.reduce((sum, group) => sum + group.members.length, 0) : counts.inputs,
    changed: groups ? todo.reduce((sum, id) => sum + store.lineage.freshOutputs(slot.id, id), 0) : null,
  };
}

function* gatherWork(
  store: Store,
  todo: readonly number[],
  members: ReadonlyMap<number, readonly number[]>,
): Generator<Work> {
  for (const id of todo)
    yield { marks: [id], inputs: members.get(id)!.map((member) => store.records.get(member)), attachments: [] };
}
