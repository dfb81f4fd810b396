// What a build will cost, from what the same stages cost before. Nothing is guessed: where there is no history, or a stage waits for
// another to say what its inputs are, the answer leans on the last run or is null.
import type { Store } from '../../db/index.js';
import type { Plan, PlannedStage } from './plan.js';
import { PrerequisiteError } from '../../schemas/errors.js';
import { freeDisk } from './gc.js';

/** What one stage will cost; null is unknown. */
export interface StageEstimate {
  readonly stage: string;
  /** Inputs that will run; pages of a source. */
  readonly inputs: number | null;
  readonly seconds: number | null;
  readonly requests: number | null;
}

/** What a build will cost. A sum over stages of which one is unknown is null. */
export interface Estimate {
  readonly seconds: number | null;
  readonly requests: number | null;
  /** Bytes that the database will grow by. */
  readonly bytes: number | null;
  /** Bytes free on the disk of the workspace; null where the system does not tell. */
  readonly free: number | null;
  readonly stages: readonly StageEstimate[];
}

/** A build is long from so many seconds or requests on. */
const LONG = { seconds: 60, requests: 1000 };

/**
 * Estimates a planned build from the workspace's own history. A source, and a stage that waits for another, are taken to cost what they
 * cost in their last run.
 * @param store - an open workspace
 * @param plan - what the build would do
 * @returns seconds, requests and bytes
 */
export function estimatePlan(store: Store, plan: Plan): Estimate {
  const stages = plan.stages.map((stage) => estimateStage(store, plan, stage));
  const inputs = sum(stages.map((one) => one.inputs));
  const spent = store.work.spent();
  const bytes = inputs === 0 ? 0 : inputs === null || spent.inputs === 0 ? null : (spent.bytes / spent.inputs) * inputs;
  return {
    seconds: sum(stages.map((one) => one.seconds)),
    requests: sum(stages.map((one) => one.requests)),
    bytes: bytes === null ? null : Math.round(bytes),
    free: freeDisk(store.path),
    stages,
  };
}

function estimateStage(store: Store, plan: Plan, planned: PlannedStage): StageEstimate {
  const { stage, shape, counts, awaits } = planned;
  const reads = shape === 'source' && plan.snapshot === null;
  if (!reads && counts.missing === 0 && awaits.length === 0) return { stage, inputs: 0, seconds: 0, requests: 0 };
  const last = store.work.last(stage);
  if (!last)
    return { stage, inputs: reads || awaits.length > 0 ? null : counts.missing, seconds: null, requests: null };
  const inputs = reads || awaits.length > 0 ? Math.max(last.inputs, counts.missing) : counts.missing;
  const share = inputs / last.inputs;
  return { stage, inputs, seconds: share * last.seconds, requests: Math.round(share * last.requests) };
}

function sum(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((total, value) => (total === null || value === null ? null : total + value), 0);
}

/**
 * Whether the user should be told before such a build starts.
 * @param estimate - of the build
 * @returns true from a minute or 1,000 requests on
 */
export function isLong({ seconds, requests }: Estimate): boolean {
  return (seconds ?? 0) > LONG.seconds || (requests ?? 0) > LONG.requests;
}

/**
 * Refuses a build that the disk cannot hold.
 * @param estimate - of the build
 * @throws PrerequisiteError `storage-failed` when the database would grow by more than is free
 */
export function requireDisk({ bytes, free }: Estimate): void {
  if (bytes === null || free === null || bytes <= free) return;
  throw new PrerequisiteError(
    'storage-failed',
    `The build needs about ${size(bytes)} of disk for its workspace, and ${size(free)} are free.`,
    {
      hint: 'Free some space (folkways gc --dry-run says what the workspace can give), or name another with --workspace.',
    },
  );
}

/**
 * An estimate in a line.
 * @param estimate - of a build
 * @returns such as `About 3 min and 120 requests; 1.2 GB of 53 GB free.`; what is unknown is said to be
 */
export function estimateText({ seconds, requests, bytes, free, stages }: Estimate): string {
  if (stages.every((one) => one.inputs === 0)) return 'Nothing to run, no request.';
  const time = seconds === null ? 'Time unknown' : `About ${duration(seconds)}`;
  const asked = requests === null ? 'requests unknown' : `${requests} ${requests === 1 ? 'request' : 'requests'}`;
  const room = free === null ? '' : ` of ${size(free)} free`;
  const disk =
    bytes === null ? `disk unknown${free === null ? '' : `, ${size(free)} free`}` : `${size(bytes)} of disk${room}`;
  const unknown = stages.filter((one) => one.seconds === null).map((one) => one.stage);
  const why = unknown.length === 0 ? '' : ` No earlier run to go by: ${unknown.join(', ')}.`;
  return `${time} and ${asked}; ${disk}.${why}`;
}

function duration(seconds: number): string {
  if (seconds < 1) return 'a second';
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/**
 * Bytes for people.
 * @param bytes - a count
 * @returns in B, kB, MB or GB (powers of 1,000)
 */
export function size(bytes: number): string {
  const [unit, by] = bytes < 1e3 ? ['B', 1] : bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9];
  const value = bytes / (by as number);
  return `${value.toFixed(value < 10 && unit !== 'B' ? 1 : 0)} ${unit}`;
}
