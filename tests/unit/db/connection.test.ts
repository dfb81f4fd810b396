import { mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainDatabaseError, openStore } from '../../../db/index.js';
import { openDatabase } from '../../../db/connection.js';
import { FolkwaysError, PrerequisiteError } from '../../../schemas/errors.js';
import { temporaryFolders } from './temp.js';

const folder = temporaryFolders();
const path = () => join(folder(), 'deep', 'er', 'folkways.db');

/** The error that opening gives; fails when it gives none. */
function refusal(file: string): PrerequisiteError {
  try {
    openStore(file).close();
  } catch (error) {
    if (error instanceof PrerequisiteError) return error;
    throw error;
  }
  throw new Error('the file was accepted');
}

describe('opening a workspace database', () => {
  it('makes its folders and marks the file as ours', () => {
    const file = path();
    const db = openDatabase(file);
    expect(db.pragma('application_id', { simple: true })).toBe(0x466f5779);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    db.close();
  });

  it('keeps what an earlier opening stored', () => {
    const file = path();
    const first = openStore(file);
    const { hash } = first.records.put('note', 'a', { text: 'kept' });
    first.close();
    const second = openStore(file);
    expect(second.records.find(hash)?.content).toEqual({ text: 'kept' });
    second.close();
  });

  it('takes a file of no bytes as new', () => {
    const file = join(folder(), 'folkways.db');
    writeFileSync(file, '');
    openStore(file).close();
    expect(statSync(file).size).toBeGreaterThan(0);
    openStore(file).close();
  });

  it.each([
    ['a text file', 'this is a shopping list, and a rather long one at that\n'.repeat(50)],
    ['a short text file', 'buy milk'],
    ['a file of zeros', '\0'.repeat(8192)],
  ])('refuses %s and leaves it as it is', (_, text) => {
    const file = join(folder(), 'folkways.db');
    writeFileSync(file, text);
    const error = refusal(file);
    expect(error.code).toBe('database-corrupt');
    expect(error.message).toContain(file);
    expect(error.hint).toMatch(/Move the file away/);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('refuses the database of another program and leaves it as it is', () => {
    const file = join(folder(), 'folkways.db');
    const other = new Database(file);
    other.exec('CREATE TABLE bookmarks (url TEXT)');
    other.close();
    const before = readFileSync(file);
    const error = refusal(file);
    expect(error.code).toBe('database-corrupt');
    expect(error.message).toMatch(/another program/);
    expect(readFileSync(file)).toEqual(before);
  });

  it('refuses a folder of that name', () => {
    const file = join(folder(), 'folkways.db');
    mkdirSync(file);
    expect(refusal(file).code).toBe('database-corrupt');
  });

  it('refuses a workspace that is a file', () => {
    const workspace = join(folder(), 'workspace');
    writeFileSync(workspace, 'not a folder');
    const error = refusal(join(workspace, 'folkways.db'));
    expect(error.code).toBe('bad-input');
    expect(error.hint).toMatch(/--workspace/);
  });
});

describe('a damaged database', () => {
  function filled(): { readonly file: string; readonly hashes: readonly string[] } {
    const file = path();
    const store = openStore(file);
    const hashes = Array.from(
      { length: 300 },
      (_, index) => store.records.put('note', `n${index}`, { text: `${index} `.repeat(200) }).hash,
    );
    store.close();
    return { file, hashes };
  }

  it.each([0.2, 0.5, 0.9])('is refused when cut to %s of its size', (part) => {
    const { file } = filled();
    truncateSync(file, Math.floor(statSync(file).size * part));
    const error = refusal(file);
    expect(error.code).toBe('database-corrupt');
    expect(error.hint).toBeTruthy();
  });

  it('never shows a raw SQLite error, wherever bytes were overwritten', () => {
    const { file, hashes } = filled();
    const whole = readFileSync(file);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 6000 }), fc.integer(), (at, length, seed) => {
        const damaged = Buffer.from(whole);
        for (let index = at; index < Math.min(at + length, whole.length); index += 1) {
          damaged[index] = (index * 31 + seed) & 255;
        }
        writeFileSync(file, damaged);
        try {
          const store = openStore(file);
          try {
            for (const hash of hashes) store.records.find(hash);
          } finally {
            store.close();
          }
        } catch (error) {
          expect(explainDatabaseError(error, file)).toBeInstanceOf(FolkwaysError);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('migrations', () => {
  it('run once: a second opening changes neither version nor tables', () => {
    const file = path();
    const look = () => {
      const db = openDatabase(file);
      const seen = [
        db.pragma('user_version', { simple: true }),
        db.pragma('schema_version', { simple: true }),
        db.prepare('SELECT name FROM sqlite_schema ORDER BY name').pluck().all(),
      ];
      db.close();
      return seen;
    };
    const first = look();
    expect(first[0]).toBeGreaterThan(0);
    expect(look()).toEqual(first);
  });

  it('leave nothing of a migration that fails half-way', () => {
    const file = join(folder(), 'folkways.db');
    const db = openDatabase(file);
    // As if only the first migration had run, and a table of the second were in the way.
    db.exec('DROP TABLE responses; DROP TABLE dump_categories; DROP TABLE dump_pages');
    db.pragma('user_version = 1');
    db.close();
    expect(() => openStore(file)).toThrow(/dumps already exists/);
    const after = new Database(file);
    expect(after.pragma('user_version', { simple: true })).toBe(1);
    expect(after.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'responses'").pluck().get()).toBe(0);
    after.close();
  });

  it('refuse a database that a newer Folkways wrote', () => {
    const file = path();
    const db = openDatabase(file);
    db.pragma('user_version = 9999');
    db.close();
    const error = refusal(file);
    expect(error.code).toBe('database-corrupt');
    expect(error.message).toMatch(/newer/);
    expect(error.hint).toMatch(/Update/);
  });
});
