// A folder that is filled under a name of its own beside its place and renamed when whole. What killed or failed builds left of theirs
// is removed by the next one; the process number in the name tells a leftover from the work of a build that runs now.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { storageError } from '../../schemas/storage-error.js';

/**
 * Makes and fills a new folder. When filling fails nothing is left of it.
 * @param home - the folder to make it in, made where absent
 * @param fill - writes its files; synchronous, so that this process never has two of them
 * @returns its path
 * @throws PrerequisiteError `storage-failed` when the disk is full or may not be written; else what `fill` throws
 */
export function inNewFolder(home: string, fill: (folder: string) => void): string {
  let folder: string | undefined;
  try {
    mkdirSync(home, { recursive: true });
    sweep(home);
    folder = mkdtempSync(join(home, `.new-${process.pid}-`));
    fill(folder);
    open(folder);
    return folder;
  } catch (error) {
    if (folder !== undefined) remove(folder);
    throw storageError(error, folder ?? home) ?? error;
  }
}

/**
 * Gives a filled folder its final name.
 * @param folder - the filled folder
 * @param target - the final path
 * @returns false when something is there already; the folder then stays as it is
 */
export function putInPlace(folder: string, target: string): boolean {
  if (existsSync(target)) return false;
  try {
    renameSync(folder, target);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another build was first by a moment.
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false;
    throw storageError(error, target) ?? error;
  }
}

/** A release is for everybody, whatever the umask and though mkdtemp makes a private folder. */
function open(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}

function sweep(home: string): void {
  for (const name of readdirSync(home)) {
    const pid = /^\.new-(?:(\d+)-)?/.exec(name);
    if (pid && !(pid[1] !== undefined && isRunning(Number(pid[1])))) remove(join(home, name));
  }
}

/** Of this very process nothing can be left: in a container every build may have the same number. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** A leftover that cannot be removed now is no reason to fail. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The next build tries again.
  }
}
