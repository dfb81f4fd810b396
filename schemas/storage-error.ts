// What the system says when a disk will not take a file, in words a user can act on. Used wherever Folkways writes: the workspace, a
// release, standard output. Reading input files has its own words (extractors/files).
import { PrerequisiteError } from './errors.js';

const GO_ON = 'run the same command again: what was committed is kept.';

const SYSTEM: Readonly<Record<string, readonly [what: (path: string) => string, hint: string]>> = {
  ENOSPC: [(path) => `The disk that holds ${path} is full.`, `Free some space and ${GO_ON}`],
  EDQUOT: [(path) => `The disk quota for ${path} is used up.`, `Free some space and ${GO_ON}`],
  EFBIG: [(path) => `${path} would be larger than files may be here.`, `Raise the limit (ulimit -f) and ${GO_ON}`],
  EROFS: [(path) => `${path} is on a read-only file system.`, 'Make it writable, or name another folder.'],
  EACCES: [
    (path) => `${path} may not be written: permission denied.`,
    'Check its permissions, or name another folder.',
  ],
  EPERM: [(path) => `${path} may not be written: not permitted.`, 'Check its permissions, or name another folder.'],
  EIO: [(path) => `The disk that holds ${path} fails.`, `Look into the system log; then ${GO_ON}`],
  // So says Node's recursive mkdir on a read-only file system.
  'ENOENT mkdir': [(path) => `${path} cannot be made.`, 'Is its file system read-only? Name another folder.'],
  'EEXIST mkdir': [(path) => `${path} is a file, not a folder.`, 'Name another folder.'],
  ENOTDIR: [(path) => `A part of the path ${path} is a file, not a folder.`, 'Name another folder.'],
};

/**
 * The Folkways error for a failure of the file system.
 * @param error - what was thrown
 * @param path - what was being written, for failures that do not name their file
 * @returns PrerequisiteError `storage-failed`, or undefined when the error is about something else
 */
export function storageError(error: unknown, path = 'the output'): PrerequisiteError | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  const known = SYSTEM[String(error.code)] ?? SYSTEM[`${String(error.code)} ${String(error.syscall)}`];
  if (!known) return undefined;
  const [what, hint] = known;
  const where = 'path' in error && typeof error.path === 'string' ? error.path : path;
  const message = what(where);
  return new PrerequisiteError('storage-failed', message[0]!.toUpperCase() + message.slice(1), { cause: error, hint });
}
