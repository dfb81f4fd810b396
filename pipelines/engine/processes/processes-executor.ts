// Runs batches in child processes, started on first use. A batch whose process dies is given to a new one; when it dies again the
// batch is halved, down to the one input that breaks it, which is rejected while the rest is kept.
import { availableParallelism } from 'node:os';
import type { Batch, Executor, InputResult } from '../executor.js';
import type { GatherStage, MapStage } from '../stage.js';
import type { Worker } from './worker-process.js';
import { FatalError } from '../../../schemas/errors.js';
import { rejected } from '../run-batch.js';
import { startWorker, WorkerCrash } from './worker-process.js';

/** How worker processes are run. */
export interface ProcessesOptions {
  /** URL of a module with `openWorker` (protocol.ts). */
  readonly module: string;
  /** Given to `openWorker`; plain data. */
  readonly setup: unknown;
  /** Processes at once; as many as there are cores when absent. */
  readonly workers?: number;
  /**
   * Megabytes of memory after which a process is replaced once its batch is done; 2048 when absent. At twice as much it is ended in
   * the middle of its batch, before the system ends something else.
   */
  readonly ceilingMb?: number;
  /** Told when a process is started, before it is ready; for tests and logs. */
  readonly onStart?: (pid: number | undefined) => void;
}

/** Deaths before a batch is halved, and before a single input is given up: one death may be somebody's `kill`. */
const TRIES = { many: 2, one: 3 };
/** A worker that is stuck takes all of its patience each time, and nobody's `kill` explains it: it gets fewer. */
const STUCK_TRIES = { many: 1, one: 2 };
/** Processes that end before they are ready, one after another, before the build gives up: no input is to blame for them. */
const STARTS = 4;
const PATIENCE_S = 300;

/**
 * An executor of child processes.
 * @param options - module, setup, limits
 * @returns the executor; close it
 */
export function createProcessesExecutor(options: ProcessesOptions): Executor {
  const { module, setup, workers = availableParallelism(), ceilingMb = 2048, onStart = () => undefined } = options;
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const starting = new Set<Promise<unknown>>();
  let closed = false;

  async function start(): Promise<Worker> {
    const worker = await startWorker({ module, setup, heapMb: ceilingMb, onStart });
    all.add(worker);
    if (!closed) return worker;
    await discard(worker);
    throw new FatalError('internal', 'A batch was given to an executor that is closed.');
  }

  async function take(): Promise<Worker> {
    for (let waiting = idle.pop(); waiting; waiting = idle.pop()) {
      if (waiting.isAlive()) return waiting;
      // Killed while it had nothing to do, which costs no batch a try.
      await discard(waiting);
    }
    for (let started = 1; ; started += 1) {
      const one = start();
      starting.add(one);
      try {
        return await one;
      } catch (error) {
        if (!(error instanceof WorkerCrash) || closed) throw error;
        if (started < STARTS) continue;
        throw new FatalError('internal', `No worker gets ready: ${error.message}, ${started} times.`, {
          cause: error,
          hint: 'Is there enough memory? --workers 1 needs less; --workers 0 works without further processes.',
        });
      } finally {
        starting.delete(one);
      }
    }
  }

  async function discard(worker: Worker): Promise<void> {
    all.delete(worker);
    await worker.end();
  }

  async function attempt(batch: Batch, inputs: Batch['inputs']): Promise<readonly InputResult[]> {
    const worker = await take();
    const { stage, params, attachments } = batch;
    const patience = stage.patience ?? PATIENCE_S;
    try {
      const results = await worker.run(
        { type: 'batch', stage: stage.name, params, inputs, attachments },
        patience * 1000,
      );
      if (worker.rss() > ceilingMb * 1024 * 1024) await discard(worker);
      else idle.push(worker);
      return results;
    } catch (error) {
      // After a failure its state is not to be trusted, and after a crash there is none.
      await discard(worker);
      throw error;
    }
  }

  async function persist(batch: Batch, inputs: Batch['inputs']): Promise<readonly InputResult[]> {
    const { stage, signal } = batch;
    const size = inputs.length > 1 && stage.shape === 'map' ? 'many' : 'one';
    let crash: WorkerCrash | undefined;
    let tried = 0;
    while (!crash || tried < (crash.stuck ? STUCK_TRIES : TRIES)[size]) {
      try {
        return await attempt(batch, inputs);
      } catch (error) {
        if (!(error instanceof WorkerCrash) || signal.aborted || closed) throw error;
        crash = error;
        tried += 1;
      }
    }
    if (stage.shape === 'gather') {
      throw new FatalError('stage-crashed', `Stage ${stage.name} broke ${tried} times: ${crash.message}.`, {
        cause: crash,
      });
    }
    if (size === 'one') return [[rejected(inputs[0]!, 'stage-crashed', `${crash.message}, ${tried} times`)]];
    // Halves find the one that crashes soonest. One that hangs is found by running each alone: every further guess costs its patience.
    const length = crash.stuck ? 1 : Math.ceil(inputs.length / 2);
    const results: InputResult[] = [];
    for (let start = 0; start < inputs.length; start += length) {
      results.push(...(await persist(batch, inputs.slice(start, start + length))));
    }
    return results;
  }

  return {
    name: 'processes',
    width: (stage: MapStage | GatherStage) => (stage.shape === 'map' && !stage.exclusive ? workers : 1),
    run: (batch) => persist(batch, batch.inputs),
    async close() {
      closed = true;
      await Promise.allSettled([...[...all].map(discard), ...starting]);
    },
  };
}
