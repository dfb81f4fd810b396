import { mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FatalError } from '../../../schemas/errors.js';
import { storageError } from '../../../schemas/storage-error.js';
import { temporaryFolders } from '../db/temp.js';

const folder = temporaryFolders();

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

describe('a failure of the file system', () => {
  it('is named with what was written when the system does not say', () => {
    const full = thrownBy(() => writeSync(openSync('/dev/full', 'w'), 'x'));
    expect(storageError(full, 'releases/0.1.0')).toMatchObject({
      name: 'PrerequisiteError',
      code: 'storage-failed',
      message: 'The disk that holds releases/0.1.0 is full.',
      cause: full,
    });
  });

  it('is named with the file that the system names', () => {
    const file = join(folder(), 'file');
    openSync(file, 'w');
    const error = storageError(thrownBy(() => mkdirSync(file)));
    expect(error?.message).toBe(`${file} is a file, not a folder.`);
    expect(error?.hint).toBeDefined();
  });

  it.each([
    ['a file that is not there', thrownBy(() => readFileSync('/absent'))],
    ['one of ours', new FatalError('internal', 'x')],
    ['a code without a system call', Object.assign(new Error('x'), { code: 'ENOSPC' })],
    ['nothing', undefined],
  ])('is not %s', (_, error) => {
    expect(storageError(error)).toBeUndefined();
  });
});
