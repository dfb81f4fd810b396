// Both executors as they are built, so that the stages, the executors and the tests share one set of error classes.
import { fileURLToPath } from 'node:url';
import type * as Errors from '../../schemas/errors.js';
import type * as Inline from '../../pipelines/engine/inline-executor.js';
import type * as Processes from '../../pipelines/engine/processes/processes-executor.js';
import type * as Records from '../../schemas/record.js';
import type { Executor, InputResult } from '../../pipelines/engine/executor.js';
import type { GatherStage, MapStage, SourceStage } from '../../pipelines/engine/stage.js';
import type { RecordType, StoredRecord } from '../../schemas/record.js';
import { BUILT, NEEDS_DIST } from '../scenarios/cli.js';

export { BUILT, NEEDS_DIST };

/** A module of dist; without dist nothing asks for one. */
export async function dist<T>(path: string): Promise<T> {
  return (await import(/* @vite-ignore */ new URL(`../../dist/${path}`, import.meta.url).href)) as T;
}

/** The stages of worker-stages.mjs. */
export interface Stages {
  readonly actStage: MapStage;
  readonly impatientStage: MapStage;
  readonly aloneStage: MapStage;
  readonly gatherStage: GatherStage;
  readonly sumStage: GatherStage;
  readonly sourceStage: SourceStage;
  readonly Task: RecordType;
}

/** Where workers find their stages. */
export const MODULE = new URL('./worker-stages.mjs', import.meta.url).href;
/** A process that runs a batch, to be killed or read from outside. */
export const PARENT = fileURLToPath(new URL('./parent.mjs', import.meta.url));

/** Everything from dist that the tests use. */
export async function load() {
  const [errors, inline, processes, records, stages] = await Promise.all([
    dist<typeof Errors>('schemas/errors.js'),
    dist<typeof Inline>('pipelines/engine/inline-executor.js'),
    dist<typeof Processes>('pipelines/engine/processes/processes-executor.js'),
    dist<typeof Records>('schemas/record.js'),
    import(/* @vite-ignore */ MODULE) as Promise<Stages>,
  ]);
  return { errors, inline, processes, records, stages };
}
/** What `load` gives. */
export type Loaded = Awaited<ReturnType<typeof load>>;

/** An input: what the stage is to do with it, and what it needs for that. */
export type TaskText = string | readonly [act: string, more: unknown];

/** Records that ask for acts, with ids `t0`, `t1`, … */
export function tasks({ records }: Loaded, acts: readonly TaskText[]): StoredRecord[] {
  return acts.map((one, index) => {
    const [act, more] = typeof one === 'string' ? [one] : one;
    const content = { id: `t${index}`, act, ...(more === undefined ? {} : { more }) };
    return { hash: records.recordHash('task', content), type: 'task', key: content.id, content };
  });
}

/** Runs acts as one batch. */
export function runActs(
  loaded: Loaded,
  executor: Executor,
  stage: MapStage | GatherStage,
  acts: readonly TaskText[],
  more: {
    readonly attachments?: readonly StoredRecord[];
    readonly params?: unknown;
    readonly signal?: AbortSignal;
  } = {},
): Promise<readonly InputResult[]> {
  const { attachments = [], params = {}, signal = new AbortController().signal } = more;
  return executor.run({ stage, params, inputs: tasks(loaded, acts), attachments, signal });
}

/** Results in short: what was said, or the reason of the rejection. */
export function inShort(results: readonly InputResult[]): string[] {
  return results.map((events) =>
    events
      .map((event) => (event.kind === 'output' ? String((event.content as { said: unknown }).said) : event.reason))
      .join(','),
  );
}
