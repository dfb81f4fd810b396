// Cuts the work of a stage into batches and keeps as many of them running as the executor has use for.
import type { NumberedRecord, Store } from '../../db/index.js';
import type { MapStage } from './stage.js';

/** Inputs of a batch where a stage does not say. */
const COUNT = 100;
/** A batch is closed when its inputs reach this much JSON: what crosses to another process must stay small. */
const LENGTH = 8 * 1024 * 1024;

/** Inputs that are run and committed together, with the numbers that the ledger marks. */
export interface Work {
  readonly marks: readonly number[];
  readonly inputs: readonly NumberedRecord[];
  /** Records that the inputs name and the stage reads. */
  readonly attachments: readonly NumberedRecord[];
}

/**
 * Batches of a map stage, read from the store one at a time.
 * @param store - an open workspace
 * @param stage - the map stage
 * @param todo - numbers of the inputs
 * @yields batches within the limits of count and size
 */
export function* mapBatches(store: Store, stage: MapStage, todo: readonly number[]): Generator<Work> {
  const most = stage.batch ?? COUNT;
  let inputs: NumberedRecord[] = [];
  let length = 0;
  for (const id of todo) {
    const record = store.records.get(id);
    inputs.push(record);
    length += record.length;
    if (inputs.length < most && length < LENGTH) continue;
    yield work(store, stage, inputs);
    [inputs, length] = [[], 0];
  }
  if (inputs.length > 0) yield work(store, stage, inputs);
}

function work(store: Store, stage: MapStage, inputs: readonly NumberedRecord[]): Work {
  const hashes = new Set(stage.attach ? inputs.flatMap((input) => stage.attach!(input.content as never)) : []);
  const attachments = [...hashes].flatMap((hash) => store.records.find(hash) ?? []);
  return { marks: inputs.map((input) => input.id), inputs, attachments };
}

/**
 * Runs a task for each value, several at once. After a failure nothing new is started; what runs is waited for.
 * @param values - taken one by one, when there is room
 * @param width - how many at once
 * @param task - what to do with each
 * @throws the first failure, of a task or of the values, after all running tasks have ended
 */
export async function runSeveral<T>(
  values: Iterable<T>,
  width: number,
  task: (value: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  const fail = (error: unknown) => {
    failure ??= { error };
  };
  try {
    for (const value of values) {
      const one: Promise<void> = task(value)
        .catch(fail)
        .finally(() => running.delete(one));
      running.add(one);
      if (running.size >= width) await Promise.race(running);
      if (failure) break;
    }
  } catch (error) {
    fail(error);
  }
  await Promise.all(running);
  if (failure) throw failure.error;
}
