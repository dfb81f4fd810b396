import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { PrerequisiteError } from '../../schemas/errors.js';

/**
 * SHA-256 of a file's bytes, read as a stream.
 * @param path - the file
 * @param what - what it should be, for messages: `dump`, `corpus`
 * @returns 64 hexadecimal digits
 * @throws PrerequisiteError `bad-input` when it cannot be read
 */
export async function hashFile(path: string, what: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    // A pipe or device may never end.
    const info = await stat(path);
    if (!info.isFile() && !info.isDirectory()) throw notOrdinary(path, what);
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    throw explainFileError(error, path, what);
  }
  return hash.digest('hex');
}

/**
 * Gives a file system failure its Folkways name.
 * @param error - what was thrown
 * @param path - the file
 * @param what - what it should be
 * @returns the error to throw on: a PrerequisiteError for the usual causes, else the same error
 */
export function explainFileError(error: unknown, path: string, what: string): unknown {
  const causes: Record<string, string> = {
    ENOENT: 'does not exist',
    EISDIR: 'is a folder',
    EACCES: 'cannot be read: permission denied',
    ENOTDIR: 'does not exist',
  };
  const cause = causes[(error as NodeJS.ErrnoException).code ?? ''];
  if (cause === undefined) return error;
  return new PrerequisiteError('bad-input', `The ${what} ${path} ${cause}.`, {
    cause: error,
    hint: `Check the path of the ${what}.`,
  });
}

function notOrdinary(path: string, what: string): PrerequisiteError {
  return new PrerequisiteError('bad-input', `The ${what} ${path} is not an ordinary file.`, {
    hint: 'It is read more than once: save what a pipe or device gives into a file first.',
  });
}
