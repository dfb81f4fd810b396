import type { Connection } from './connection.js';

/** What a stage cost before, over all its versions. */
export interface WorkHistory {
  readonly inputs: number;
  readonly seconds: number;
  readonly requests: number;
}

/** The record of time and requests. */
export interface Work {
  /** Adds to what a stage has cost in a run. */
  add(stage: number, run: number, cost: WorkHistory): void;
  /** What the stage of that name cost in its last run, in any version; undefined when it never ran. */
  last(name: string): WorkHistory | undefined;
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
  return {
    add: (stage, run, { inputs, seconds, requests }) => void add.run(stage, run, inputs, seconds, requests),
    last: (name) => last.get(name) as WorkHistory | undefined,
  };
}
