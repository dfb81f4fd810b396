// Opens the workspace database. What is not ours, damaged or newer than this program is refused with a remedy; a file of no
// bytes is what a process killed right after creation leaves, so it counts as new.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { PrerequisiteError } from '../schemas/errors.js';
import { storageError } from '../schemas/storage-error.js';
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
      throw cannotMake(dirname(path), cause);
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
    // So that `gc` can shrink the file in place; it must stand before anything is written.
    if (isNew) db.pragma('auto_vacuum = INCREMENTAL');
    useWal(db);
    // NORMAL in WAL: a power cut may lose the last commits but never tears one.
    db.pragma('synchronous = NORMAL');
    // 160 MB: most of a build's memory; with more, a million records would not stay below 1 GB.
    db.pragma('cache_size = -163840');
    // 256 MB: rows come in the order of their hashes, so each checkpoint writes much of the index, however little came in between.
    db.pragma('wal_autocheckpoint = 64000');
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
  if (/^SQLITE_(CANTOPEN|READONLY|PERM)/.test(code)) {
    return failed(
      `The workspace database ${path} cannot be opened for writing.`,
      'Is its file system read-only or full, or its folder not yours? Mend that, or name another with --workspace.',
      error,
    );
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return new PrerequisiteError('workspace-busy', `Another process is writing to the workspace database ${path}.`, {
      cause: error,
      hint: 'Wait for it, stop it, or use another workspace with --workspace.',
    });
  }
  if (code === 'SQLITE_FULL')
    return failed(`The disk that holds ${path} is full.`, `Free some space and ${GO_ON}`, error);
  if (code.startsWith('SQLITE_IOERR')) {
    return failed(
      `The workspace database ${path} cannot be written (${code}).`,
      `A full or failing disk, a quota or a limit of file sizes (ulimit -f) can be the cause. Mend that and ${GO_ON}`,
      error,
    );
  }
  return storageError(error, path) ?? error;
}

const GO_ON = 'run the same command again: what was committed is kept.';

function failed(message: string, hint: string, cause: unknown): PrerequisiteError {
  return new PrerequisiteError('storage-failed', message, { cause, hint });
}

function cannotMake(folder: string, cause: unknown): PrerequisiteError {
  const known = storageError(cause, folder);
  // A path that runs into a file is a mistake in the path; the rest is the disk's.
  const mistaken = known === undefined || ['EEXIST', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '');
  const message = `The workspace folder ${folder} cannot be made${known ? `: ${known.message}` : '.'}`;
  const hint = 'Check its path and permissions, or name another with --workspace.';
  return new PrerequisiteError(mistaken ? 'bad-input' : 'storage-failed', message, { cause, hint });
}

function corrupt(path: string, what: string, cause: unknown): PrerequisiteError {
  return new PrerequisiteError('database-corrupt', `The workspace database ${path} ${what}.`, {
    cause,
    hint: 'Move the file away and build again: releases are not touched, pages are fetched or read anew.',
  });
}
