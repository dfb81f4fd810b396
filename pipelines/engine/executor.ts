import type { Beside } from '../../schemas/provenance.js';
import type { StoredRecord } from '../../schemas/record.js';
import type { GatherStage, MapStage } from './stage.js';

/** What a stage yielded, as plain data that may have crossed from another process and is checked before it is stored. */
export type RawEvent =
  | { readonly kind: 'output'; readonly type: string; readonly content: unknown; readonly beside: Beside }
  | {
      readonly kind: 'rejection';
      /** Hash of the dropped record, or null. */
      readonly record: string | null;
      readonly key: string;
      readonly reason: string;
      readonly detail: string;
    };

/** What came of one input of a map batch, or of a whole gather batch. */
export type InputResult = readonly RawEvent[];

/** Everything a batch needs; it is self-contained, so that it may run anywhere and twice. */
export interface Batch {
  readonly stage: MapStage | GatherStage;
  readonly params: unknown;
  readonly inputs: readonly StoredRecord[];
  /** Records that the inputs name and the stage reads. */
  readonly attachments: readonly StoredRecord[];
  readonly signal: AbortSignal;
}

/**
 * Runs batches of map and gather stages. Implementations differ only in where a batch runs; none of them opens the store. All of
 * them pass one conformance suite (tests/conformance/executor.test.ts).
 */
export interface Executor {
  readonly name: string;
  /** How many batches of a stage are worth running at once. */
  readonly width: (stage: MapStage | GatherStage) => number;
  /**
   * Runs a batch: one result for each input of a map, in order; one for the whole set of a gather. An input that breaks a map stage
   * is rejected with `stage-failed`, one that breaks its process with `stage-crashed`.
   * @throws FatalError and PrerequisiteError as the stage threw them; FatalError `stage-crashed` for a gather that breaks its process
   */
  readonly run: (batch: Batch) => Promise<readonly InputResult[]>;
  /** Ends whatever the executor started. */
  readonly close: () => Promise<void>;
}
