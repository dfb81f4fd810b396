// What a kill may not change in a workspace.
import { join } from 'node:path';
import Database from 'better-sqlite3';

function ask(cwd: string, sql: string): unknown[] {
  const db = new Database(join(cwd, '.folkways', 'folkways.db'), { readonly: true });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

/** Which stage has done which input, with how many outputs and rejections. */
export function ledgerOf(cwd: string): unknown[] {
  return ask(
    cwd,
    `SELECT s.name, lower(hex(r.hash)) AS input,
       (SELECT count(*) FROM outputs o WHERE o.stage = l.stage AND o.input = l.input) AS outputs,
       (SELECT count(*) FROM rejections x WHERE x.stage = l.stage AND x.input = l.input) AS rejections
     FROM ledger l JOIN stages s ON s.id = l.stage JOIN records r ON r.id = l.input ORDER BY 1, 2`,
  );
}

/** Stages whose committed work is not exactly their ledger: a batch was committed twice, or not at all. The source counts pages. */
export function doneTwice(cwd: string): unknown[] {
  return ask(
    cwd,
    `SELECT * FROM (SELECT s.name, (SELECT coalesce(sum(w.inputs), 0) FROM work w WHERE w.stage = s.id) AS worked,
       (SELECT count(*) FROM ledger l WHERE l.stage = s.id) AS committed
     FROM stages s WHERE s.name <> 'crawl-holidays') WHERE worked <> committed OR committed = 0`,
  );
}
