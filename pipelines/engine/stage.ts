// A stage is a small object; the engine owns iteration, batches, storage, progress and rejections. Three shapes: a source has no
// input records, a map treats each input on its own, a gather sees a whole set or the group of one key.
import type { z } from 'zod';
import type { Beside } from '../../schemas/provenance.js';
import type { Content, RecordType, StoredRecord } from '../../schemas/record.js';
import type { Services, SourceServices } from './services.js';

/** What a stage yields: a record, or a dropped thing with its reason. Made by the helpers of the context. */
export type StageEvent =
  | {
      readonly kind: 'output';
      readonly from: StoredRecord | null;
      readonly type: RecordType;
      readonly content: unknown;
      readonly beside: Beside;
    }
  | {
      readonly kind: 'rejection';
      readonly from: StoredRecord | null;
      readonly reason: string;
      readonly key: string;
      readonly detail: string;
    };

/** Helpers and services a stage runs with. */
export interface StageContext<Params, S = Services> {
  readonly params: Params;
  readonly services: S;
  /** Aborts when the user stops the build; long waits should listen. */
  readonly signal: AbortSignal;
  /** A record made from an input (map), from many (gather: name them in `beside.parents`) or from outside (source: null). */
  readonly emit: <T extends RecordType>(
    from: StoredRecord | null,
    type: T,
    content: Content<T>,
    beside?: Beside,
  ) => StageEvent;
  /** Drops an input, or a part of it that `key` names. `reason` is kebab-case. */
  readonly reject: (
    from: StoredRecord | null,
    reason: string,
    more?: { readonly key?: string; readonly detail?: string },
  ) => StageEvent;
}

interface StageBase<Params> {
  readonly name: string;
  /** Raised when the same input would give another output. */
  readonly version: number;
  readonly params: z.ZodType<Params>;
  readonly outputs: readonly RecordType[];
}

/** Reads the world. Its finished list of pages is the snapshot. */
export interface SourceStage<Params = unknown> extends StageBase<Params> {
  readonly shape: 'source';
  readonly run: (context: StageContext<Params, SourceServices>) => AsyncIterable<StageEvent>;
}

/** Treats each input on its own; gets them in batches only for speed. */
export interface MapStage<Params = unknown, Input extends RecordType = RecordType> extends StageBase<Params> {
  readonly shape: 'map';
  readonly input: Input;
  /** Inputs in a batch; 100 when absent. A batch is also kept below some megabytes. */
  readonly batch?: number;
  /** Hashes of further records that an input names and the stage reads, such as its site: the engine puts them into the batch. */
  readonly attach?: (input: Content<Input>) => readonly string[];
  /** One worker with all cores, for stages that use every core by themselves (models). */
  readonly exclusive?: boolean;
  /** Seconds without a yield after which a worker counts as stuck; 300 when absent. */
  readonly patience?: number;
  readonly run: (
    inputs: readonly StoredRecord<Content<Input>>[],
    context: StageContext<Params>,
  ) => AsyncIterable<StageEvent> | Iterable<StageEvent>;
}

/** Sees a whole set, or each group of equal `groupBy` keys. */
export interface GatherStage<Params = unknown> extends StageBase<Params> {
  readonly shape: 'gather';
  readonly inputs: readonly RecordType[];
  readonly groupBy?: (record: StoredRecord) => string;
  /** Seconds without a yield after which a worker counts as stuck; 300 when absent. */
  readonly patience?: number;
  readonly run: (
    inputs: readonly StoredRecord[],
    context: StageContext<Params>,
  ) => AsyncIterable<StageEvent> | Iterable<StageEvent>;
}

/** Any stage, its parameters unknown. */
export type Stage = SourceStage | MapStage | GatherStage;

/**
 * Defines a source stage.
 * @param stage - name, version, params, outputs, run
 * @returns the stage, frozen, for a recipe
 */
export function defineSource<P>(stage: Omit<SourceStage<P>, 'shape'>): SourceStage {
  return Object.freeze({ ...stage, shape: 'source' }) as unknown as SourceStage;
}

/**
 * Defines a map stage.
 * @param stage - name, version, params, input, outputs, run
 * @returns the stage, frozen, for a recipe
 */
export function defineMap<P, I extends RecordType>(stage: Omit<MapStage<P, I>, 'shape'>): MapStage {
  return Object.freeze({ ...stage, shape: 'map' }) as unknown as MapStage;
}

/**
 * Defines a gather stage.
 * @param stage - name, version, params, inputs, outputs, run
 * @returns the stage, frozen, for a recipe
 */
export function defineGather<P>(stage: Omit<GatherStage<P>, 'shape'>): GatherStage {
  return Object.freeze({ ...stage, shape: 'gather' }) as unknown as GatherStage;
}

/**
 * The records of one type among the inputs of a gather stage.
 * @param inputs - all inputs
 * @param type - the wanted type
 * @returns those of that type, in their order
 */
export function ofType<T extends RecordType>(inputs: readonly StoredRecord[], type: T): StoredRecord<Content<T>>[] {
  return inputs.filter((record) => record.type === type.type) as StoredRecord<Content<T>>[];
}
