// One build at a time. The lock is SQLite's own on a file of its own, so the system releases it when the process ends, however it
// ends: no process id can be mistaken for another, no stale file stays in the way.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { PrerequisiteError } from '../schemas/errors.js';
import { explain } from './connection.js';

/**
 * Takes the workspace for one build.
 * @param workspace - its folder
 * @returns releases the lock
 * @throws PrerequisiteError `workspace-busy` naming the process that holds it
 */
export function lockWorkspace(workspace: string): () => void {
  const path = join(workspace, 'build.lock');
  const note = join(workspace, 'build.pid');
  let db: Database.Database | undefined;
  try {
    mkdirSync(workspace, { recursive: true });
    db = take(path);
    writeFileSync(note, String(process.pid));
  } catch (error) {
    db?.close();
    if (!String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) throw explain(error, path);
    const holder = readNote(note);
    throw new PrerequisiteError('workspace-busy', `${holder} is building in ${workspace}.`, {
      hint: 'Wait for it, stop it, or use another workspace with --workspace.',
    });
  }
  return () => {
    try {
      rmSync(note, { force: true });
    } catch {
      // The note is read only while somebody holds the lock.
    }
    db.close();
  };
}

/** A file that is no database, as versions before this one left behind, holds nothing that anybody needs: it is made anew. */
function take(path: string): Database.Database {
  for (let attempt = 1; ; attempt += 1) {
    const db = new Database(path, { timeout: 0 });
    try {
      db.exec('BEGIN EXCLUSIVE');
      return db;
    } catch (error) {
      db.close();
      if ((error as { code?: unknown }).code !== 'SQLITE_NOTADB' || attempt > 1) throw error;
      rmSync(path);
    }
  }
}

function readNote(path: string): string {
  try {
    return `Process ${readFileSync(path, 'utf8')}`;
  } catch {
    return 'Another process';
  }
}
