import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { PrerequisiteError } from '../schemas/errors.js';

const FOLDER = new URL('./migrations/', import.meta.url);

/**
 * Runs the migrations that the database has not had, each in one transaction with the mark that says it ran.
 * @param db - an open connection
 * @param path - its file, for messages
 * @throws PrerequisiteError `database-corrupt` when a newer Folkways wrote the database
 */
export function migrate(db: Database, path: string): void {
  const files = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const version = () => db.pragma('user_version', { simple: true }) as number;
  if (version() > files.length) {
    throw new PrerequisiteError('database-corrupt', `The workspace database ${path} was written by a newer Folkways.`, {
      hint: 'Update Folkways, or name another workspace with --workspace.',
    });
  }
  for (const [index, name] of files.entries()) {
    if (index < version()) continue;
    const sql = readFileSync(new URL(name, FOLDER), 'utf8');
    db.transaction(() => {
      // Another process may have opened the same new workspace and been first to the lock.
      if (index < version()) return;
      db.exec(sql);
      db.pragma(`user_version = ${index + 1}`);
    }).immediate();
  }
}
