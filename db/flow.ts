// Set-wise questions about a build: which inputs does a stage have, which are done, which are not and why. Each stage has two
// temporary tables, its inputs and its outputs; every answer is a join, so that a build with nothing to do is quick at any size.
import type { Connection } from './connection.js';

/** How many inputs of a stage are where. Every missing input has one cause, so the causes add up to `missing`. */
export interface StageCounts {
  readonly inputs: number;
  readonly done: number;
  readonly missing: number;
  /** Missing, and this very input was done by another version or configuration of the stage. */
  readonly stageChanged: number;
  /** Missing, and only another version of the same thing (type and key) was done, by any version of the stage. */
  readonly inputChanged: number;
}

/** Missing inputs that have one cause. */
export interface MissingGroup {
  /** Number of the stage that did these very inputs last, another version or configuration of this one; null when none did. */
  readonly before: number | null;
  /** No version did them, but another version of the same thing was done. */
  readonly upstream: boolean;
  readonly count: number;
}

/** A stage in the ledger. Its number is 0 where nothing was ever stored for its fingerprint. */
export interface StageRef {
  readonly id: number;
  readonly name: string;
}

/** A thing that is not stored, such as the set of a gather stage that has not seen it: it counts as an input that is not done. */
export interface AbsentInput {
  readonly type: string;
  readonly key: string;
}

/** The flow of one build through the store. Slots are the positions of stages in the recipe. */
export interface Flow {
  /** Sets the inputs of a slot to given records, and things that are not stored. The latter get numbers below 0, from -1 down. */
  setInputs(slot: number, ids: readonly number[], absent?: readonly AbsentInput[]): void;
  /** Sets the inputs of a slot to what other slots put out, of the given record types. */
  joinInputs(slot: number, from: readonly number[], types: readonly string[]): void;
  /** Computes the outputs of a slot from its inputs and the ledger. */
  computeOutputs(slot: number, stage: number): void;
  /** How many inputs are where; give the name of a stage that may not be stored. */
  counts(slot: number, stage: number, name?: string): StageCounts;
  /** Missing inputs, counted by who did them last; of one input only when its number is given. */
  missingBy(slot: number, stage: StageRef, input?: number): MissingGroup[];
  /** Numbers of the inputs that the stage has not done, by key, then hash. */
  missing(slot: number, stage: number): number[];
  /** All inputs, by type, key, then hash. */
  inputs(slot: number): { readonly id: number; readonly hash: string }[];
  /** Numbers of all outputs of the given types, by key, then hash. */
  outputs(slot: number, types: readonly string[]): number[];
  outputCount(slot: number): number;
  /** Rejections of a slot's inputs by reason. */
  rejected(slot: number, stage: number): Record<string, number>;
}

/**
 * A flow over an open database; its temporary tables live as long as the connection.
 * @param db - an open workspace database
 * @param slots - number of stages
 * @returns the flow
 */
export function createFlow(db: Connection, slots: number): Flow {
  for (let slot = 0; slot < slots; slot += 1) {
    db.exec(`DROP TABLE IF EXISTS temp.in_${slot}; CREATE TEMP TABLE in_${slot} (id INTEGER PRIMARY KEY, type TEXT, key TEXT);
             DROP TABLE IF EXISTS temp.out_${slot}; CREATE TEMP TABLE out_${slot} (id INTEGER PRIMARY KEY);`);
  }
  const column = (sql: string, ...values: unknown[]) =>
    db
      .prepare(sql)
      .pluck()
      .all(...values) as number[];
  const one = (sql: string, ...values: unknown[]) =>
    db
      .prepare(sql)
      .pluck()
      .get(...values) as number;
  const undone = (slot: number) => `temp.in_${slot} i WHERE NOT EXISTS
    (SELECT 1 FROM ledger l WHERE l.stage = @stage AND l.input = i.id)`;
  const versions = 'l.stage IN (SELECT id FROM stages WHERE name = @name)';
  const lastDoneBy = `(SELECT l.stage FROM ledger l WHERE l.input = i.id AND l.stage <> @stage AND ${versions}
    ORDER BY l.run DESC, l.stage DESC LIMIT 1)`;
  const doneOfThing = (type: string, key: string) => `EXISTS (SELECT 1 FROM records o JOIN ledger l ON l.input = o.id
    WHERE o.type = ${type} AND o.key = ${key} AND o.id <> m.id AND ${versions})`;
  const missingBy = (slot: number, { id: stage, name }: StageRef, input?: number) =>
    (
      db
        .prepare(
          `SELECT before, upstream, count(*) AS count FROM (
             SELECT before, before IS NULL AND iif(m.key IS NULL,
               EXISTS (SELECT 1 FROM records r WHERE r.id = m.id AND ${doneOfThing('r.type', 'r.key')}),
               ${doneOfThing('m.type', 'm.key')}) AS upstream
             FROM (SELECT i.id, i.type, i.key, ${lastDoneBy} AS before FROM ${undone(slot)}
               AND (@input IS NULL OR i.id = @input)) m)
           GROUP BY before, upstream ORDER BY before, upstream`,
        )
        .all({ stage, name, input: input ?? null }) as { before: number | null; upstream: number; count: number }[]
    ).map((row) => ({ ...row, upstream: row.upstream === 1 }));
  const nameOf = (stage: number) =>
    db.prepare('SELECT name FROM stages WHERE id = ?').pluck().get(stage) as string | undefined;

  return {
    setInputs(slot, ids, absent = []) {
      db.exec(`DELETE FROM temp.in_${slot}`);
      const insert = db.prepare(`INSERT OR IGNORE INTO temp.in_${slot} VALUES (?, ?, ?)`);
      for (const id of ids) insert.run(id, null, null);
      for (const [index, { type, key }] of absent.entries()) insert.run(-1 - index, type, key);
    },
    joinInputs(slot, from, types) {
      db.exec(`DELETE FROM temp.in_${slot}`);
      for (const source of from) {
        db.prepare(
          `INSERT OR IGNORE INTO temp.in_${slot} (id) SELECT o.id FROM temp.out_${source} o JOIN records r ON r.id = o.id
           WHERE r.type IN (SELECT value FROM json_each(?))`,
        ).run(JSON.stringify(types));
      }
    },
    computeOutputs(slot, stage) {
      db.exec(`DELETE FROM temp.out_${slot}`);
      db.prepare(
        `INSERT OR IGNORE INTO temp.out_${slot} SELECT o.record FROM temp.in_${slot} i
         JOIN outputs o ON o.stage = ? AND o.input = i.id`,
      ).run(stage);
    },
    counts(slot, stage, name = nameOf(stage) ?? '') {
      const inputs = one(`SELECT count(*) FROM temp.in_${slot}`);
      const missing = one(`SELECT count(*) FROM ${undone(slot)}`, { stage });
      let [stageChanged, inputChanged] = [0, 0];
      for (const { before, upstream, count } of missing > 0 ? missingBy(slot, { id: stage, name }) : []) {
        if (before !== null) stageChanged += count;
        else if (upstream) inputChanged += count;
      }
      return { inputs, done: inputs - missing, missing, stageChanged, inputChanged };
    },
    missingBy,
    missing: (slot, stage) =>
      column(
        `SELECT i.id FROM temp.in_${slot} i JOIN records r ON r.id = i.id
         WHERE NOT EXISTS (SELECT 1 FROM ledger l WHERE l.stage = @stage AND l.input = i.id) ORDER BY r.key, r.hash`,
        { stage },
      ),
    inputs: (slot) =>
      db
        .prepare(
          `SELECT i.id, lower(hex(r.hash)) AS hash FROM temp.in_${slot} i JOIN records r ON r.id = i.id
           ORDER BY r.type, r.key, r.hash`,
        )
        .all() as { id: number; hash: string }[],
    outputs: (slot, types) =>
      column(
        `SELECT o.id FROM temp.out_${slot} o JOIN records r ON r.id = o.id
         WHERE r.type IN (SELECT value FROM json_each(?)) ORDER BY r.key, r.hash`,
        JSON.stringify(types),
      ),
    outputCount: (slot) => one(`SELECT count(*) FROM temp.out_${slot}`),
    rejected(slot, stage) {
      const rows = db
        .prepare(
          `SELECT x.reason, count(*) AS n FROM temp.in_${slot} i JOIN rejections x ON x.stage = ? AND x.input = i.id
           GROUP BY x.reason ORDER BY x.reason`,
        )
        .all(stage) as { reason: string; n: number }[];
      return Object.fromEntries(rows.map((row) => [row.reason, row.n]));
    },
  };
}
