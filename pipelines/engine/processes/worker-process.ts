import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ChildProcess } from 'node:child_process';
import type { FromWorker, ToWorker } from './protocol.js';
import type { InputResult } from '../executor.js';
import { FatalError } from '../../../schemas/errors.js';
import { unpackError } from './protocol.js';

/** A worker ended without an answer: killed, out of memory, crashed, or stuck and killed by us. */
export class WorkerCrash extends Error {
  /** Whether it was ended for giving no sign of life, which nobody's `kill` can explain. */
  readonly stuck: boolean;

  constructor(why: string, stuck: boolean) {
    super(`its process ${why}`);
    this.stuck = stuck;
  }
}

/** What a worker process is started with. */
export interface WorkerOptions {
  /** URL of the module with `openWorker`. */
  readonly module: string;
  readonly setup: unknown;
  /** Megabytes of JavaScript heap at which the process ends itself; at twice as much resident memory it is ended. */
  readonly heapMb: number;
  /** Told the process number before anything else happens. */
  readonly onStart: (pid: number | undefined) => void;
}

/** A worker process, for one batch at a time. */
export interface Worker {
  readonly isAlive: () => boolean;
  /** Resident memory after its last batch, in bytes. */
  readonly rss: () => number;
  /** Runs a batch; `patienceMs` without a sign of life ends the process. Throws WorkerCrash, or what the stage threw. */
  readonly run: (message: ToWorker, patienceMs: number) => Promise<readonly InputResult[]>;
  readonly end: () => Promise<void>;
}

const START_PATIENCE_MS = 120_000;
/** Signs of life that came while this process was busy are heard within this time. */
const GRACE_MS = 250;

/** A process cannot start from TypeScript: from the sources the compiled worker in dist is used. */
function workerFile(): string {
  const path = fileURLToPath(
    new URL(
      import.meta.url.endsWith('.ts') ? '../../../dist/pipelines/engine/processes/worker.js' : './worker.js',
      import.meta.url,
    ),
  );
  if (existsSync(path)) return path;
  throw new FatalError('internal', `The worker ${path} is not built.`, { hint: 'Run "make dist/.ready".' });
}

/**
 * Starts a worker process.
 * @param options - module, setup, heap
 * @returns the worker, once it is ready; a process that does not get that far is gone when this throws
 * @throws FatalError or PrerequisiteError that its module threw; WorkerCrash when it ended first
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const child: ChildProcess = fork(workerFile(), [String(options.heapMb * 2)], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${options.heapMb}`],
    // Whatever a stage prints goes to standard error: standard output is for results.
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  options.onStart(child.pid);
  let rss = 0;
  let stuck = false;
  let ended: string | undefined;
  let waiting: { readonly hear: (message: FromWorker) => void; readonly lose: (why: string) => void } | undefined;
  const exited = new Promise<void>((resolve) => {
    const end = (why: string) => {
      ended ??= why;
      waiting?.lose(ended);
      resolve();
    };
    child.once('exit', (code, signal) => end(wayToEnd(code, signal)));
    // A process that could not be made has an error and no exit; other errors here are told where they matter.
    child.on('error', (error) => child.pid === undefined && end(`does not start (${error.message})`));
  });
  child.on('message', (message: FromWorker) => waiting?.hear(message));

  const ask = (message: ToWorker, patienceMs: number) =>
    new Promise<readonly InputResult[]>((resolve, reject) => {
      const lose = (why: string) => settle(() => reject(new WorkerCrash(why, stuck)));
      let timer: NodeJS.Timeout | undefined;
      function wait() {
        clearTimeout(timer);
        timer = setTimeout(() => (timer = setTimeout(giveUp, GRACE_MS)), patienceMs);
      }
      function giveUp() {
        stuck = true;
        ended = `gave no sign of life for ${Math.round(patienceMs / 1000)} s`;
        child.kill('SIGKILL');
      }
      function settle(then: () => void) {
        clearTimeout(timer);
        waiting = undefined;
        then();
      }
      if (ended !== undefined) return lose(ended);
      waiting = {
        lose,
        hear(answer) {
          if (answer.type === 'beat') wait();
          else if (answer.type === 'failed') settle(() => reject(unpackError(answer.error)));
          else {
            if (answer.type === 'done') rss = answer.rss;
            settle(() => resolve(answer.type === 'done' ? answer.results : []));
          }
        },
      };
      wait();
      try {
        // The way it ended says more than that it takes no messages: give its exit time to be heard.
        child.send(message, (error) => error && setTimeout(() => waiting?.lose('takes no messages'), GRACE_MS));
      } catch (error) {
        settle(() => reject(error as Error));
      }
    });

  const end = async () => {
    if (child.connected) child.disconnect();
    const kill = setTimeout(() => child.kill('SIGKILL'), 2000);
    await exited;
    clearTimeout(kill);
  };
  try {
    await ask({ type: 'start', module: options.module, setup: options.setup }, START_PATIENCE_MS);
  } catch (error) {
    await end();
    throw error;
  }
  return { isAlive: () => ended === undefined && child.connected, rss: () => rss, run: ask, end };
}

function wayToEnd(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === 'SIGABRT') return 'was ended by SIGABRT, as for want of memory';
  return signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
}
