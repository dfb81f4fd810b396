import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ChildProcess } from 'node:child_process';
import type { FromWorker, ToWorker } from './protocol.js';
import type { InputResult } from '../executor.js';
import { FatalError } from '../../../schemas/errors.js';
import { unpackError } from './protocol.js';

/** A worker ended without an answer: killed, out of memory, crashed, or stuck and killed by us. */
export class WorkerCrash extends Error {}

/** What a worker process is started with. */
export interface WorkerOptions {
  /** URL of the module with `openWorker`. */
  readonly module: string;
  readonly setup: unknown;
  /** Megabytes of JavaScript heap at which the process ends itself. */
  readonly heapMb: number;
}

/** A worker process, for one batch at a time. */
export interface Worker {
  readonly pid: number | undefined;
  /** Resident memory after its last batch, in bytes. */
  readonly rss: () => number;
  /** Runs a batch; `patienceMs` without a sign of life ends the process. Throws WorkerCrash, or what the stage threw. */
  readonly run: (message: ToWorker, patienceMs: number) => Promise<readonly InputResult[]>;
  readonly end: () => Promise<void>;
}

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
 * @returns the worker, once it is ready
 * @throws FatalError or PrerequisiteError that its module threw; WorkerCrash when it ended first
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const child: ChildProcess = fork(workerFile(), [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${options.heapMb}`],
    // Whatever a stage prints goes to standard error: standard output is for results.
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  let rss = 0;
  let ended: string | undefined;
  let waiting: { readonly hear: (message: FromWorker) => void; readonly lose: (why: string) => void } | undefined;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      ended ??= signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
      waiting?.lose(ended);
      resolve();
    });
  });
  child.on('error', () => undefined);
  child.on('message', (message: FromWorker) => waiting?.hear(message));

  const ask = (message: ToWorker, patienceMs: number) =>
    new Promise<readonly InputResult[]>((resolve, reject) => {
      const lose = (why: string) => settle(() => reject(new WorkerCrash(`its process ${why}`)));
      if (ended !== undefined) return lose(ended);
      let timer = setTimeout(stuck, patienceMs);
      function stuck() {
        ended = `gave no sign of life for ${Math.round(patienceMs / 1000)} s`;
        child.kill('SIGKILL');
      }
      function settle(then: () => void) {
        clearTimeout(timer);
        waiting = undefined;
        then();
      }
      waiting = {
        lose,
        hear(answer) {
          if (answer.type === 'beat') {
            clearTimeout(timer);
            timer = setTimeout(stuck, patienceMs);
          } else if (answer.type === 'failed') settle(() => reject(unpackError(answer.error)));
          else {
            if (answer.type === 'done') rss = answer.rss;
            settle(() => resolve(answer.type === 'done' ? answer.results : []));
          }
        },
      };
      child.send(message, (error) => {
        if (error) lose('takes no messages');
      });
    });

  await ask({ type: 'start', module: options.module, setup: options.setup }, 120_000);
  return {
    pid: child.pid,
    rss: () => rss,
    run: ask,
    async end() {
      if (child.connected) child.disconnect();
      const kill = setTimeout(() => child.kill('SIGKILL'), 2000);
      await exited;
      clearTimeout(kill);
    },
  };
}
