import type { Connection } from './connection.js';

/**
 * A ledger entry `l` of a stage that is kept. One snapshot may be of two sources, a dump and its wiki: for a source it is the pair
 * that counts.
 */
const KEPT = `l.stage IN temp.gc_stages AND (l.stage NOT IN (SELECT stage FROM snapshots)
  OR EXISTS (SELECT 1 FROM temp.gc_snapshots k WHERE k.record = l.input AND k.stage = l.stage))`;

/**
 * Fills temporary tables with what the newest snapshots reach: `gc_snapshots` (kept), `gc_stages` (kept versions), `gc_live`
 * (records), `gc_dead` (ledger entries that are not reached), `gc_dumps` (page indexes that a kept source names).
 *
 * A map or gather stage of a version below the newest of its name cannot be run by this program again: what it did is not reached.
 * Of one version, every configuration is kept. A set is reached when a kept snapshot had it, or when nothing is known of it (its
 * build was cut off before it could be noted).
 * @param db - an open workspace database, in a transaction
 * @param keep - snapshots of each source
 */
export function reachFrom(db: Connection, keep: number): void {
  db.exec(`
    DROP TABLE IF EXISTS temp.gc_snapshots; DROP TABLE IF EXISTS temp.gc_stages; DROP TABLE IF EXISTS temp.gc_live;
    DROP TABLE IF EXISTS temp.gc_dead; DROP TABLE IF EXISTS temp.gc_dumps;
    CREATE TEMP TABLE gc_snapshots (id INTEGER PRIMARY KEY, stage INTEGER, record INTEGER);
    CREATE INDEX temp.gc_snapshots_by_pair ON gc_snapshots (record, stage);
    CREATE TEMP TABLE gc_stages (id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE gc_live (id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE gc_dead (stage INTEGER, input INTEGER, PRIMARY KEY (stage, input)) WITHOUT ROWID;
    CREATE TEMP TABLE gc_dumps (id INTEGER PRIMARY KEY);`);
  db.prepare(
    `INSERT INTO temp.gc_snapshots SELECT id, stage, record FROM
     (SELECT id, stage, record, row_number() OVER (PARTITION BY stage ORDER BY id DESC) AS place FROM snapshots)
     WHERE place <= ?`,
  ).run(keep);
  db.exec(`
    INSERT INTO temp.gc_stages SELECT id FROM stages s WHERE id IN (SELECT stage FROM snapshots)
      OR version = (SELECT max(version) FROM stages o WHERE o.name = s.name);
    INSERT INTO temp.gc_dumps SELECT d.id FROM dumps d WHERE EXISTS
      (SELECT 1 FROM temp.gc_snapshots k JOIN stages s ON s.id = k.stage WHERE instr(s.spec, d.hash) > 0);

    INSERT INTO temp.gc_live
    WITH RECURSIVE
      reached (id) AS (
        SELECT record FROM temp.gc_snapshots
        UNION SELECT input FROM gathered
          WHERE snapshot IN (SELECT record FROM temp.gc_snapshots) AND stage IN temp.gc_stages
        UNION SELECT id FROM records WHERE type = 'set' AND id IN (SELECT input FROM ledger)
          AND id NOT IN (SELECT input FROM gathered)
        UNION SELECT o.record FROM reached r JOIN ledger l ON l.input = r.id
          JOIN outputs o ON o.stage = l.stage AND o.input = l.input WHERE ${KEPT}
      ) SELECT id FROM reached;

    INSERT INTO temp.gc_dead
      SELECT stage, input FROM ledger l WHERE NOT (l.input IN temp.gc_live AND ${KEPT});
    INSERT OR IGNORE INTO temp.gc_live SELECT x.record FROM rejections x WHERE x.record IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM temp.gc_dead d WHERE d.stage = x.stage AND d.input = x.input);`);
}
