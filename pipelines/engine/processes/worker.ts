// The worker process: loads a module that knows the stages, then runs one batch after another. It never opens the store. When the
// parent is gone it ends; Ctrl-C and TERM are the parent's to hear, which stops after the running batch.
import { Worker as Thread } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerModule, WorkerParts } from './protocol.js';
import type { Batch, InputResult } from '../executor.js';
import type { OutsideServices } from '../services.js';
import { FatalError } from '../../../schemas/errors.js';
import { runBatch } from '../run-batch.js';
import { packError } from './protocol.js';

/** A beat is sent at most this often. */
const BEAT_MS = 1000;

let parts: Promise<WorkerParts> | undefined;
let lastBeat = 0;
const never = new AbortController().signal;

process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);
process.on('message', (message: ToWorker) => void receive(message));
watch(Number(process.argv[2]));

/** A stage that keeps this thread busy hears neither that the parent is gone nor how much memory it took: another thread looks. */
function watch(mostMb: number): void {
  const code = `
    const { parent, most } = require('node:worker_threads').workerData;
    setInterval(() => {
      if (process.ppid !== parent || process.memoryUsage.rss() > most) process.kill(process.pid, 'SIGKILL');
    }, 500);`;
  const thread = new Thread(code, { eval: true, workerData: { parent: process.ppid, most: mostMb * 1024 * 1024 } });
  // Without the watcher the work goes on.
  thread.on('error', () => undefined).unref();
}

async function receive(message: ToWorker): Promise<void> {
  try {
    if (message.type === 'start') {
      const { openWorker } = (await import(message.module)) as WorkerModule;
      parts = Promise.resolve(openWorker(message.setup));
      await parts;
      send({ type: 'ready' });
      return;
    }
    const { stages, outside } = await parts!;
    const stage = stages.find((one) => one.name === message.stage);
    if (!stage || stage.shape === 'source')
      throw new FatalError('internal', `The worker knows no stage ${message.stage}.`);
    const { params, inputs, attachments } = message;
    const batch: Batch = { stage, params, inputs, attachments, signal: never };
    answer(stage.name, await runBatch(batch, patient(outside), beat));
  } catch (error) {
    send({ type: 'failed', error: packError(error) });
  }
}

/** Opening a corpus may take long, and yields nothing: as long as it goes on the worker is not stuck. */
function patient({ popularity }: OutsideServices): OutsideServices {
  return {
    async popularity() {
      const timer = setInterval(beat, BEAT_MS);
      try {
        return await popularity();
      } finally {
        clearInterval(timer);
      }
    },
  };
}

function answer(stage: string, results: readonly InputResult[]): void {
  try {
    send({ type: 'done', results, rss: process.memoryUsage.rss() });
  } catch (error) {
    const { message } = error as Error;
    throw new FatalError('schema-mismatch', `Stage ${stage} yielded something that is no plain data: ${message}`);
  }
}

function beat(): void {
  const now = performance.now();
  if (now - lastBeat < BEAT_MS) return;
  lastBeat = now;
  send({ type: 'beat' });
}

function send(message: FromWorker): void {
  // With nobody to hear it, there is nobody to tell either.
  if (process.connected) process.send!(message, () => undefined);
}
