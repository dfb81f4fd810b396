// The worker process: loads a module that knows the stages, then runs one batch after another. It never opens the store. When the
// parent is gone it ends; Ctrl-C is the parent's to hear, which stops after the running batch.
import type { FromWorker, ToWorker, WorkerModule, WorkerParts } from './protocol.js';
import type { Batch } from '../executor.js';
import { FatalError } from '../../../schemas/errors.js';
import { runBatch } from '../run-batch.js';
import { packError } from './protocol.js';

/** A beat is sent at most this often. */
const BEAT_MS = 1000;

let parts: Promise<WorkerParts> | undefined;
let lastBeat = 0;
const never = new AbortController().signal;

process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
process.on('message', (message: ToWorker) => void receive(message));

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
    const results = await runBatch(batch, outside, beat);
    send({ type: 'done', results, rss: process.memoryUsage.rss() });
  } catch (error) {
    send({ type: 'failed', error: packError(error) });
  }
}

function beat(): void {
  const now = performance.now();
  if (now - lastBeat < BEAT_MS) return;
  lastBeat = now;
  send({ type: 'beat' });
}

function send(message: FromWorker): void {
  if (process.connected) process.send!(message);
}
