import type { LedgerOutput } from '../../db/index.js';
import type { StoredRecord } from '../../schemas/record.js';
import type { Services } from './services.js';
import type { GatherStage, MapStage } from './stage.js';

/** A rejection on its way to the ledger; `record` is the hash of the dropped record, or null. */
export interface RejectionOut {
  readonly record: string | null;
  readonly key: string;
  readonly reason: string;
  readonly detail: string;
}

/** What came of one input of a batch. */
export interface InputResult {
  readonly outputs: readonly LedgerOutput[];
  readonly rejections: readonly RejectionOut[];
}

/** Everything a batch needs; it is self-contained, so that it may run anywhere and twice. */
export interface Batch {
  readonly stage: MapStage | GatherStage;
  readonly params: unknown;
  readonly inputs: readonly StoredRecord[];
  readonly services: Services;
  readonly signal: AbortSignal;
}

/**
 * Runs batches of map and gather stages. Implementations differ only in where a batch runs; none of them opens the store.
 * A map batch gives one result for each input, in order; a gather batch gives one result for the whole set.
 */
export interface Executor {
  readonly name: string;
  /** Throws FatalError, or RecordError-free: an input that breaks a map stage is rejected with `stage-failed`. */
  readonly run: (batch: Batch) => Promise<readonly InputResult[]>;
}
