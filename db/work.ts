import type { Connection } from './connection.js';

/** What a stage cost before, over all its versions. */
export interface WorkHistory {
  /** Inputs of a map or gather stage; pages of a source. */
  readonly inputs: number;
  readonly seconds: number;
  readonly requests: number;
}

/** What the database holds for the work so far. */
export interface Spent {
  /** Bytes of the database in use. */
  readonly bytes: number;
  /** Inputs done, and pages read. */
  readonly inputs: number;
}

/** The record of time and requests. */
export interface Work {
  /** Adds to what a stage has cost in a run. */
  add(stage: number, run: number, cost: WorkHistory): void;
  /** What the stage of that name cost in its last run, in any version; undefined when it never ran. */
  last(name: string): WorkHistory | undefined;
  /** What the work so far takes on disk. */
  spent(): Spent;
}

/**
 * The work table of a workspace.
 * @param db - an open workspace database
 * @returns time and requests by stage
 */
export function createWork(db: Connection): Work {
  const add = db.prepare(
    `INSERT INTO work (stage, run, inputs, seconds, requests) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
     inputs = inputs + excluded.inputs, seconds = seconds + excluded.seconds, requests = requests + excluded.requests`,
  );
  const last = db.prepare(
    `SELECT w.inputs, w.seconds, w.requests FROM work w JOIN stages s ON s.id = w.stage
     WHERE s.name = ? AND w.inputs > 0 ORDER BY w.run DESC LIMIT 1`,
  );
  const inputs = db
    .prepare(
      `SELECT (SELECT count(*) FROM ledger) +
       (SELECT count(*) FROM snapshots s JOIN outputs o ON o.stage = s.stage AND o.input = s.record)`,
    )
    .pluck();
  return {
    add: (stage, run, cost) => void add.run(stage, run, cost.inputs, cost.seconds, cost.requests),
    last: (name) => last.get(name) as WorkHistory | undefined,
    spent() {
      const pages = (db.pragma('page_count', { simple: true }) as number) - freePages(db);
      return { bytes: pages * (db.pragma('page_size', { simple: true }) as number), inputs: inputs.get() as number };
    },
  };
}

function freePages(db: Connection): number {
  return db.pragma('freelist_count', { simple: true }) as number;
}
