// Clears a workspace of what no kept snapshot reaches. Reaching is one recursive walk over the ledger: from a snapshot to what its
// source put out, from there through every stage, in any configuration, to what that put out. Sets have their own table of origin.
import type { Connection } from './connection.js';
import { reachFrom } from './gc-reach.js';

/** What is removed of one table. */
export interface Removed {
  readonly table: string;
  readonly rows: number;
  /** Bytes of their columns; pages and indexes come on top. */
  readonly bytes: number;
}

/** What a clearing does, or would do. */
export interface Cleared {
  /** Snapshots that are left, over all sources. */
  readonly snapshots: number;
  readonly removed: readonly Removed[];
}

/** Bytes of the database file, used and free. */
export interface FileSize {
  readonly bytes: number;
  /** Inside the file, used again before it grows. */
  readonly free: number;
}

/** Clearing out. */
export interface Gc {
  /** Notes that a gather stage has the records in a flow slot as inputs when this snapshot is built. */
  noteSets(snapshot: number, stage: number, slot: number): void;
  /** Removes what the newest `keep` snapshots of every source do not reach, in one transaction; counts only, on a dry run. */
  clear(keep: number, dryRun: boolean): Cleared;
  /** Gives the room inside the file back to the disk, in steps that need little room themselves. */
  shrink(): void;
  size(): FileSize;
}

// What goes, by table: the condition over its row, and the columns whose bytes are counted. In the order of deletion.
const DEAD: readonly (readonly [table: string, condition: string, columns: readonly string[]])[] = [
  ['outputs', '(stage, input) IN (SELECT stage, input FROM temp.gc_dead)', ['beside']],
  ['rejections', '(stage, input) IN (SELECT stage, input FROM temp.gc_dead)', ['key', 'reason', 'detail']],
  ['ledger', '(stage, input) IN (SELECT stage, input FROM temp.gc_dead)', []],
  ['gathered', 'snapshot NOT IN (SELECT record FROM temp.gc_snapshots) OR stage NOT IN temp.gc_stages', []],
  ['snapshots', 'id NOT IN (SELECT id FROM temp.gc_snapshots)', ['taken']],
  ['records', 'id NOT IN temp.gc_live', ['hash', 'type', 'key', 'body']],
  ['dump_pages', 'dump NOT IN temp.gc_dumps', ['title', 'timestamp', 'text']],
  ['dump_categories', 'dump NOT IN temp.gc_dumps', ['category', 'title']],
  ['dumps', 'id NOT IN temp.gc_dumps', ['hash', 'site']],
  ['responses', 'scope NOT IN (SELECT lower(hex(fingerprint)) FROM stages)', ['scope', 'key', 'body']],
];

/** Pages that are moved in one transaction. */
const STEP = 20_000;
/** Every integer column counted as this many bytes. */
const ROW = 8;

/**
 * Clearing out a workspace. Take the workspace lock first.
 * @param db - an open workspace database
 * @returns the clearing
 */
export function createGc(db: Connection): Gc {
  const count = (table: string, condition: string, columns: readonly string[]): Removed => {
    const length = columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ') || '0';
    const sql = `SELECT count(*) AS rows, coalesce(sum(${length} + ${ROW}), 0) AS bytes FROM ${table} WHERE ${condition}`;
    return { table, ...(db.prepare(sql).get() as { rows: number; bytes: number }) };
  };
  const pages = (pragma: string) =>
    (db.pragma(pragma, { simple: true }) as number) * (db.pragma('page_size', { simple: true }) as number);

  return {
    noteSets(snapshot, stage, slot) {
      db.prepare(`INSERT OR IGNORE INTO gathered SELECT ?, ?, id FROM temp.in_${slot}`).run(snapshot, stage);
    },
    clear(keep, dryRun) {
      return db
        .transaction((): Cleared => {
          reachFrom(db, keep);
          const removed = DEAD.map((dead) => count(...dead));
          if (!dryRun) {
            for (const [table, condition] of DEAD) db.prepare(`DELETE FROM ${table} WHERE ${condition}`).run();
            forgetStages(db);
          }
          const snapshots = db.prepare('SELECT count(*) FROM temp.gc_snapshots').pluck().get() as number;
          return { snapshots, removed };
        })
        .immediate();
    },
    shrink() {
      const free = () => db.pragma('freelist_count', { simple: true }) as number;
      // Not VACUUM: its copy of the database would stand in memory, or on a disk of the system's choice.
      for (let before = Infinity; free() > 0 && free() < before;) {
        before = free();
        db.pragma(`incremental_vacuum(${STEP})`);
        db.pragma('wal_checkpoint(PASSIVE)');
      }
      db.pragma('wal_checkpoint(TRUNCATE)');
    },
    size: () => ({ bytes: pages('page_count'), free: pages('freelist_count') }),
  };
}

/** Stages that did nothing that is left. The last work of each name stays: estimates are made from it. */
function forgetStages(db: Connection): void {
  db.exec(`
    DELETE FROM work WHERE stage NOT IN (SELECT stage FROM ledger) AND run < (SELECT max(w.run) FROM work w
      JOIN stages s ON s.id = w.stage JOIN stages mine ON mine.name = s.name WHERE mine.id = work.stage);
    DELETE FROM stages WHERE id NOT IN (SELECT stage FROM ledger) AND id NOT IN (SELECT stage FROM work)
      AND id NOT IN (SELECT stage FROM snapshots) AND lower(hex(fingerprint)) NOT IN (SELECT scope FROM responses)`);
}
