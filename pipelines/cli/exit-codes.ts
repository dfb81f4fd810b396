import { FolkwaysError, PrerequisiteError } from '../../schemas/errors.js';
import { StoppedError } from '../engine/stop.js';

/** What `folkways` exits with. Scripts rely on these: they change only with a major version. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  prerequisite: 3,
  unavailable: 4,
  limit: 5,
  stopped: 130,
} as const;

/** What each exit code means, for `--help` and the README. */
export const EXIT_MEANING: Readonly<Record<number, string>> = {
  [EXIT.done]: 'done',
  [EXIT.failed]: 'failed; the message says why',
  [EXIT.usage]: 'the command line, configuration or an input is wrong',
  [EXIT.prerequisite]: 'something must be provided first; the message says what',
  [EXIT.unavailable]: 'a source blocks or does not answer; run the same command later',
  [EXIT.limit]: 'a limit of requests or minutes was reached; run the same command to go on',
  [EXIT.stopped]: 'stopped by Ctrl-C; run the same command to go on',
};

const WRONG_INPUT = new Set(['bad-config', 'bad-input', 'dump-invalid', 'dump-truncated', 'snapshot-unknown']);

/**
 * The exit code for an error.
 * @param error - what was thrown
 * @returns one of EXIT
 */
export function exitCode(error: unknown): number {
  if (error instanceof StoppedError) return error.reason === 'stopped' ? EXIT.stopped : EXIT.limit;
  if (!(error instanceof FolkwaysError)) return EXIT.failed;
  if (WRONG_INPUT.has(error.code)) return EXIT.usage;
  if (error.code === 'source-unavailable') return EXIT.unavailable;
  return error instanceof PrerequisiteError ? EXIT.prerequisite : EXIT.failed;
}
