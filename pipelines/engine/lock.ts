import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PrerequisiteError } from '../../schemas/errors.js';

/**
 * Takes the workspace for one build. A lock whose process is gone is taken over.
 * @param workspace - folder of the workspace
 * @returns releases the lock
 * @throws PrerequisiteError `workspace-busy` naming the process that holds it
 */
export function lockWorkspace(workspace: string): () => void {
  mkdirSync(workspace, { recursive: true });
  const path = join(workspace, 'build.lock');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = Number(readText(path));
      if (isAlive(holder)) {
        throw new PrerequisiteError('workspace-busy', `Process ${holder} is building in ${workspace}.`, {
          hint: 'Wait for it, stop it, or use another workspace with --workspace.',
        });
      }
      rmSync(path, { force: true });
    }
  }
  throw new PrerequisiteError('workspace-busy', `The lock ${path} cannot be taken.`, {
    hint: 'Remove it and try again.',
  });
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
