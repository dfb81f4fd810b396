import type { Connection } from './connection.js';

/** How a run ended. */
export type Outcome = 'done' | 'failed' | 'stopped';

/** A run as stored. */
export interface RunRow {
  readonly id: number;
  readonly recipe: string;
  readonly started: string;
  readonly finished: string | null;
  readonly outcome: Outcome | null;
}

/** Runs and snapshots. */
export interface Runs {
  start(recipe: string, config: string, now: string): number;
  finish(run: number, outcome: Outcome, now: string): void;
  last(recipe: string): RunRow | undefined;
  /** Marks a snapshot record as taken by a source stage now; taken again, it becomes the newest. */
  addSnapshot(stage: number, record: number, now: string): void;
  /** Record numbers of the finished snapshots of a source stage, newest first. */
  snapshots(stage: number): { readonly record: number; readonly taken: string }[];
}

/**
 * The run and snapshot tables of a workspace.
 * @param db - an open workspace database
 * @returns runs and snapshots
 */
export function createRuns(db: Connection): Runs {
  return {
    start: (recipe, config, now) =>
      Number(
        db.prepare('INSERT INTO runs (recipe, started, config) VALUES (?, ?, ?)').run(recipe, now, config)
          .lastInsertRowid,
      ),
    finish(run, outcome, now) {
      db.prepare('UPDATE runs SET finished = ?, outcome = ? WHERE id = ?').run(now, outcome, run);
    },
    last: (recipe) =>
      db
        .prepare('SELECT id, recipe, started, finished, outcome FROM runs WHERE recipe = ? ORDER BY id DESC LIMIT 1')
        .get(recipe) as RunRow | undefined,
    addSnapshot: db.transaction((stage: number, record: number, now: string) => {
      db.prepare('DELETE FROM snapshots WHERE stage = ? AND record = ?').run(stage, record);
      db.prepare('INSERT INTO snapshots (stage, record, taken) VALUES (?, ?, ?)').run(stage, record, now);
    }),
    snapshots: (stage) =>
      db.prepare('SELECT record, taken FROM snapshots WHERE stage = ? ORDER BY id DESC').all(stage) as {
        record: number;
        taken: string;
      }[],
  };
}
