// What parent and worker say to one another, over Node's IPC with structured clones.
import type { ErrorCode } from '../../../schemas/errors.js';
import type { StoredRecord } from '../../../schemas/record.js';
import type { OutsideServices } from '../services.js';
import type { Stage } from '../stage.js';
import type { InputResult } from '../executor.js';
import { FatalError, FolkwaysError, PrerequisiteError, RecordError, RetryableError } from '../../../schemas/errors.js';

/** What a worker loads: a module with this export. It is named by URL, so that workers know no benchmark by themselves. */
export interface WorkerModule {
  /** Stages by name, and what they may use; called once, with the setup of the executor. */
  readonly openWorker: (setup: unknown) => Promise<WorkerParts> | WorkerParts;
}

/** What a worker works with. */
export interface WorkerParts {
  readonly stages: readonly Stage[];
  readonly outside: OutsideServices;
}

/** Parent to worker. The first message is `start`. */
export type ToWorker =
  | { readonly type: 'start'; readonly module: string; readonly setup: unknown }
  | {
      readonly type: 'batch';
      readonly stage: string;
      readonly params: unknown;
      readonly inputs: readonly StoredRecord[];
      readonly attachments: readonly StoredRecord[];
    };

/** Classes of errors that keep their class on the way; any other arrives as Error. */
const CLASSES = {
  retryable: RetryableError,
  record: RecordError,
  prerequisite: PrerequisiteError,
  fatal: FatalError,
} as const;

/** An error on its way through a process border. */
export interface ErrorMessage {
  readonly kind: keyof typeof CLASSES | 'unknown';
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | undefined;
  /** Message of the error that led to it. */
  readonly cause: string | undefined;
  readonly stack: string | undefined;
}

/** Worker to parent. `rss` is resident memory in bytes. */
export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'beat' }
  | { readonly type: 'done'; readonly results: readonly InputResult[]; readonly rss: number }
  | { readonly type: 'failed'; readonly error: ErrorMessage };

/**
 * Packs an error for the other side.
 * @param error - what was thrown
 * @returns plain data
 */
export function packError(error: unknown): ErrorMessage {
  const known = error instanceof FolkwaysError ? error : undefined;
  const kinds = Object.keys(CLASSES) as (keyof typeof CLASSES)[];
  return {
    kind: known ? (kinds.find((kind) => error instanceof CLASSES[kind]) ?? 'fatal') : 'unknown',
    code: known?.code ?? 'internal',
    message: error instanceof Error ? error.message : String(error),
    hint: known?.hint,
    cause: error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined,
    stack: error instanceof Error ? error.stack : undefined,
  };
}

/**
 * Makes the error again on this side, of the same class, so that the engine does the same next.
 * @param error - what came over
 * @returns the error to throw
 */
export function unpackError({ kind, code, message, hint, cause, stack }: ErrorMessage): Error {
  const because = cause === undefined ? {} : { cause: new Error(cause) };
  if (kind !== 'unknown')
    return new CLASSES[kind](code, message, { ...(hint === undefined ? {} : { hint }), ...because });
  const error = new Error(message, because);
  if (stack !== undefined) error.stack = stack;
  return error;
}
