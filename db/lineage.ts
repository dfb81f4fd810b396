import type { Connection } from './connection.js';

/** How a record came to be: the stage and input that put it out, and what stands beside it. */
export interface Producer {
  readonly stage: number;
  readonly input: number;
  /** JSON text of evidence, provenance and parents, `''` for none. */
  readonly beside: string;
}

/** A rejection as the ledger holds it. */
export interface RejectionRow {
  readonly reason: string;
  readonly key: string;
  readonly record: string | null;
  readonly detail: string;
}

/** Reading side of the ledger: from a record back to what it was made from. */
export interface Lineage {
  /** Who put out a record, restricted to the given stages, in the order of those inputs. */
  producers(record: number, stages: readonly number[]): Producer[];
  /** How many outputs of a stage for an input were never put out by that stage, in any version, for another input. */
  freshOutputs(stage: number, input: number): number;
  /** All rejections of a stage for the inputs in a flow slot. */
  rejections(slot: number, stage: number): RejectionRow[];
}

/**
 * The lineage of a workspace.
 * @param db - an open workspace database, with the temporary tables of a flow
 * @returns its lineage
 */
export function createLineage(db: Connection): Lineage {
  const find = db.prepare(
    `SELECT stage, input, beside FROM outputs WHERE record = ? AND stage IN (SELECT value FROM json_each(?))
     ORDER BY stage, input, ord`,
  );
  const fresh = db
    .prepare(
      `SELECT count(*) FROM outputs o WHERE o.stage = @stage AND o.input = @input AND NOT EXISTS
       (SELECT 1 FROM outputs p JOIN stages s ON s.id = p.stage WHERE p.record = o.record
        AND s.name = (SELECT name FROM stages WHERE id = @stage) AND NOT (p.stage = o.stage AND p.input = o.input))`,
    )
    .pluck();
  return {
    freshOutputs: (stage, input) => fresh.get({ stage, input }) as number,
    producers: (record, stages) => find.all(record, JSON.stringify(stages)) as Producer[],
    rejections: (slot, stage) =>
      db
        .prepare(
          `SELECT x.reason, x.key, iif(r.id IS NULL, NULL, lower(hex(r.hash))) AS record, x.detail FROM temp.in_${slot} i
           JOIN rejections x ON x.stage = ? AND x.input = i.id LEFT JOIN records r ON r.id = x.record
           ORDER BY x.reason, x.key, x.detail`,
        )
        .all(stage) as RejectionRow[],
  };
}
