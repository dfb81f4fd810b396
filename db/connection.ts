// Opens the workspace database. What is not ours, damaged or newer than this program is refused with a remedy; a file of no
// bytes is what a process killed right after creation leaves, so it counts as new.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { PrerequisiteError } from '../schemas/errors.js';
import { migrate } from './migrate.js';

/** Marks a SQLite file as a Folkways workspace: "FoWy". */
const APPLICATION_ID = 0x466f5779;

/** An open better-sqlite3 connection. */
export type Connection = Database.Database;

/**
 * Opens or creates a workspace database and brings its tables up to date.
 * @param path - file name, or `:memory:`
 * @returns the open connection
 * @throws PrerequisiteError `database-corrupt` when the file is no workspace database or is damaged
 */
export function openDatabase(path: string): Connection {
  const inMemory = path === ':memory:';
  if (!inMemory) {
    try {
      mkdirSync(dirname(path), { recursive: true });
    } catch (cause) {
      throw new PrerequisiteError('bad-input', `The workspace folder ${dirname(path)} cannot be made.`, {
        cause,
        hint: 'Check its path and permissions, or name another with --workspace.',
      });
    }
    if (existsSync(path) && !statSync(path).isFile()) {
      throw corrupt(path, 'is not a file', undefined);
    }
  }
  let db: Connection | undefined;
  try {
    db = new Database(path);
    const isNew = db.pragma('schema_version', { simple: true }) === 0;
    if (!isNew && db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
      throw corrupt(path, 'is a SQLite database of another program', undefined);
    }
    useWal(db);
    // NORMAL in WAL: a power cut may lose the last commits but never tears one.
    db.pragma('synchronous = NORMAL');
    db.pragma('cache_size = -262144');
    db.pragma('wal_autocheckpoint = 16000');
    db.pragma('temp_store = MEMORY');
    db.pragma('foreign_keys = OFF');
    if (isNew) db.pragma(`application_id = ${APPLICATION_ID}`);
    migrate(db, path);
    return db;
  } catch (error) {
    db?.close();
    throw explain(error, path);
  }
}

/** For this lock SQLite does not wait by itself: two processes may open one new workspace at once. */
function useWal(db: Connection): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      db.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (attempt === 50 || (error as { readonly code?: unknown }).code !== 'SQLITE_BUSY') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
}

/**
 * Gives a SQLite failure its Folkways name.
 * @param error - what was thrown
 * @param path - the database file
 * @returns the error to throw on
 */
export function explain(error: unknown, path: string): unknown {
  const { code } = error as { readonly code?: unknown };
  if (typeof code !== 'string') return error;
  if (code === 'SQLITE_NOTADB') return corrupt(path, 'is not a SQLite database', error);
  if (code.startsWith('SQLITE_CORRUPT')) return corrupt(path, 'is damaged', error);
  if (code === 'SQLITE_CANTOPEN' || code === 'SQLITE_READONLY' || code === 'SQLITE_READONLY_DIRECTORY') {
    return new PrerequisiteError('bad-input', `The workspace database ${path} cannot be opened for writing.`, {
      cause: error,
      hint: 'Check the permissions of the folder, or name another with --workspace.',
    });
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return new PrerequisiteError('workspace-busy', `Another process is writing to the workspace database ${path}.`, {
      cause: error,
      hint: 'Wait for it, stop it, or use another workspace with --workspace.',
    });
  }
  if (code === 'SQLITE_FULL') {
    return new PrerequisiteError('bad-input', `The disk that holds ${path} is full.`, {
      cause: error,
      hint: 'Free some space and run the same command again: what was committed is kept.',
    });
  }
  return error;
}

function corrupt(path: string, what: string, cause: unknown): PrerequisiteError {
  return new PrerequisiteError('database-corrupt', `The workspace database ${path} ${what}.`, {
    cause,
    hint: 'Move the file away and build again: releases are not touched, pages are fetched or read anew.',
  });
}
