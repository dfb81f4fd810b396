/** Why a build ended between batches. What was committed stays; the same command goes on. */
export type StopReason = 'stopped' | 'requests' | 'minutes';

/** Thrown between batches when the user stops or a limit is reached. */
export class StoppedError extends Error {
  /** Why. */
  readonly reason: StopReason;

  constructor(reason: StopReason, options: ErrorOptions = {}) {
    super(reason, options);
    this.name = 'StoppedError';
    this.reason = reason;
  }
}
