import type { StoredRecord } from '../../schemas/record.js';
import type { Batch, Executor, InputResult, RejectionOut } from './executor.js';
import type { LedgerOutput } from '../../db/index.js';
import type { GatherStage, MapStage } from './stage.js';
import { FolkwaysError, RecordError } from '../../schemas/errors.js';
import { checkOutput, checkRejection, createContext, inputOf } from './collect.js';

/**
 * Runs every batch in this process.
 * @returns the executor
 */
export function createInlineExecutor(): Executor {
  return {
    name: 'inline',
    run: (batch) => (batch.stage.shape === 'map' ? runMap(batch, batch.stage) : runGather(batch, batch.stage)),
  };
}

async function runMap(batch: Batch, stage: MapStage): Promise<InputResult[]> {
  try {
    return await runMapOnce(batch, stage, batch.inputs);
  } catch (error) {
    // One broken input must not cost its neighbours: they run one by one, and only the broken ones are rejected.
    if (endsRun(error, batch)) throw error;
    if (batch.inputs.length === 1) return [failed(batch.inputs[0]!, error)];
  }
  const results: InputResult[] = [];
  for (const input of batch.inputs) {
    try {
      results.push(...(await runMapOnce(batch, stage, [input])));
    } catch (error) {
      if (endsRun(error, batch)) throw error;
      results.push(failed(input, error));
    }
  }
  return results;
}

async function runMapOnce(batch: Batch, stage: MapStage, inputs: readonly StoredRecord[]): Promise<InputResult[]> {
  const results = inputs.map(() => ({ outputs: [] as LedgerOutput[], rejections: [] as RejectionOut[] }));
  for await (const event of stage.run(inputs, createContext(batch.params, batch.services, batch.signal))) {
    const result = results[inputOf(stage, inputs, event.from)]!;
    if (event.kind === 'output') result.outputs.push(checkOutput(stage, event));
    else result.rejections.push(checkRejection(stage, event));
  }
  // Nothing is lost without a word: an input that gave neither record nor rejection gets one.
  for (const [index, result] of results.entries()) {
    if (result.outputs.length + result.rejections.length > 0) continue;
    const { hash, key } = inputs[index]!;
    result.rejections.push({ record: hash, key, reason: 'nothing-found', detail: '' });
  }
  return results;
}

async function runGather(batch: Batch, stage: GatherStage): Promise<InputResult[]> {
  const outputs: LedgerOutput[] = [];
  const rejections: RejectionOut[] = [];
  for await (const event of stage.run(batch.inputs, createContext(batch.params, batch.services, batch.signal))) {
    if (event.kind === 'output') outputs.push(checkOutput(stage, event));
    else rejections.push(checkRejection(stage, event));
  }
  return [{ outputs, rejections }];
}

/** What a stage throws after the user stopped is no fault of its input. */
function endsRun(error: unknown, { signal }: Batch): boolean {
  return signal.aborted || (error instanceof FolkwaysError && !(error instanceof RecordError));
}

function failed(input: StoredRecord, error: unknown): InputResult {
  const reason = error instanceof RecordError ? error.code : 'stage-failed';
  const detail = error instanceof Error ? error.message : String(error);
  return { outputs: [], rejections: [{ record: input.hash, key: input.key, reason, detail: detail.slice(0, 500) }] };
}
