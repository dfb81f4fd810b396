// Runs one batch in this process: the part that every executor shares, whichever process it is in.
import type { StoredRecord } from '../../schemas/record.js';
import type { Batch, InputResult, RawEvent } from './executor.js';
import type { OutsideServices } from './services.js';
import type { GatherStage, MapStage, StageEvent } from './stage.js';
import { FolkwaysError, RecordError } from '../../schemas/errors.js';
import { createContext, inputOf } from './collect.js';
import { batchServices } from './services.js';

/** Told at each event of a stage, so that a watcher can tell slow from stuck. */
export type Pulse = () => void;

/**
 * Runs a batch here and now.
 * @param batch - stage, params, inputs
 * @param outside - what this process has open
 * @param pulse - told at each event
 * @returns one result for each input of a map stage, one for the set of a gather stage
 * @throws what the stage throws, unless it speaks of one input only
 */
export async function runBatch(
  batch: Batch,
  outside: OutsideServices,
  pulse: Pulse = () => undefined,
): Promise<InputResult[]> {
  const { stage } = batch;
  return stage.shape === 'map' ? runMap(batch, stage, outside, pulse) : runGather(batch, stage, outside, pulse);
}

async function runMap(batch: Batch, stage: MapStage, outside: OutsideServices, pulse: Pulse): Promise<InputResult[]> {
  try {
    return await runInputs(batch, stage, batch.inputs, outside, pulse);
  } catch (error) {
    // One broken input must not cost its neighbours: they run one by one, and only the broken ones are rejected.
    if (endsRun(error, batch)) throw error;
    if (batch.inputs.length === 1) return [failed(batch.inputs[0]!, error)];
  }
  const results: InputResult[] = [];
  for (const input of batch.inputs) {
    try {
      results.push(...(await runInputs(batch, stage, [input], outside, pulse)));
    } catch (error) {
      if (endsRun(error, batch)) throw error;
      results.push(failed(input, error));
    }
    pulse();
  }
  return results;
}

async function runInputs(
  batch: Batch,
  stage: MapStage,
  inputs: readonly StoredRecord[],
  outside: OutsideServices,
  pulse: Pulse,
): Promise<InputResult[]> {
  const results: RawEvent[][] = inputs.map(() => []);
  const place = new Map(inputs.map((input, index) => [input.hash, index]));
  const context = createContext(batch.params, batchServices(outside, batch.attachments), batch.signal);
  for await (const event of stage.run(inputs, context)) {
    results[inputOf(stage, place, event.from)]!.push(raw(event));
    pulse();
  }
  // Nothing is lost without a word: an input that gave neither record nor rejection gets one.
  return results.map((events, index) => (events.length > 0 ? events : [rejected(inputs[index]!, 'nothing-found', '')]));
}

async function runGather(
  batch: Batch,
  stage: GatherStage,
  outside: OutsideServices,
  pulse: Pulse,
): Promise<InputResult[]> {
  const events: RawEvent[] = [];
  const context = createContext(batch.params, batchServices(outside, batch.attachments), batch.signal);
  for await (const event of stage.run(batch.inputs, context)) {
    events.push(raw(event));
    pulse();
  }
  return [events];
}

function raw(event: StageEvent): RawEvent {
  if (event.kind === 'output') {
    const { type, content, beside } = event;
    return { kind: 'output', type: type.type, content, beside };
  }
  const { from, key, reason, detail } = event;
  return { kind: 'rejection', record: from?.hash ?? null, key, reason, detail: detail.slice(0, 500) };
}

/**
 * The rejection of a whole input.
 * @param input - the dropped record
 * @param reason - kebab-case
 * @param detail - for people
 * @returns the event
 */
export function rejected(input: StoredRecord, reason: string, detail: string): RawEvent {
  return { kind: 'rejection', record: input.hash, key: input.key, reason, detail: detail.slice(0, 500) };
}

/** What a stage throws after the user stopped is no fault of its input. */
function endsRun(error: unknown, { signal }: Batch): boolean {
  return signal.aborted || (error instanceof FolkwaysError && !(error instanceof RecordError));
}

function failed(input: StoredRecord, error: unknown): InputResult {
  const reason = error instanceof RecordError ? error.code : 'stage-failed';
  return [rejected(input, reason, error instanceof Error ? error.message : String(error))];
}
