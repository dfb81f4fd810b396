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
  /** Megabytes of memory after which a process is replaced once its batch is done; 2048 when absent. */
  readonly ceilingMb?: number;
  /** Told when a process was started, for tests and logs. */
  readonly onStart?: (pid: number | undefined) => void;
}

/** Deaths before a batch is halved, and before a single input is given up: one death may be somebody's `kill`. */
const TRIES = { many: 2, one: 3 };
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

  async function take(): Promise<Worker> {
    const waiting = idle.pop();
    if (waiting) return waiting;
    const worker = await startWorker({ module, setup, heapMb: ceilingMb });
    all.add(worker);
    onStart(worker.pid);
    return worker;
  }

  async function discard(worker: Worker): Promise<void> {
    all.delete(worker);
    await worker.end();
  }

  async function attempt(batch: Batch, inputs: Batch['inputs']): Promise<readonly InputResult[]> {
    const worker = await take();
    const { stage, params, attachments } = batch;
    const patience = (stage.shape === 'map' ? stage.patience : undefined) ?? PATIENCE_S;
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
    const tries = inputs.length > 1 && batch.stage.shape === 'map' ? TRIES.many : TRIES.one;
    let crash: WorkerCrash | undefined;
    for (let tried = 0; tried < tries; tried += 1) {
      try {
        return await attempt(batch, inputs);
      } catch (error) {
        if (!(error instanceof WorkerCrash)) throw error;
        if (batch.signal.aborted) throw error;
        crash = error;
      }
    }
    if (batch.stage.shape === 'gather') {
      throw new FatalError('stage-crashed', `Stage ${batch.stage.name} broke ${tries} times: ${crash!.message}.`, {
        cause: crash,
      });
    }
    if (inputs.length === 1) return [[rejected(inputs[0]!, 'stage-crashed', `${crash!.message}, ${tries} times`)]];
    const half = Math.ceil(inputs.length / 2);
    return [...(await persist(batch, inputs.slice(0, half))), ...(await persist(batch, inputs.slice(half)))];
  }

  return {
    name: 'processes',
    width: (stage: MapStage | GatherStage) => (stage.shape === 'map' && !stage.exclusive ? workers : 1),
    run: (batch) => persist(batch, batch.inputs),
    async close() {
      await Promise.all([...all].map(discard));
    },
  };
}
