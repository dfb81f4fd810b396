// Reading side of the ledger: from a record back to what it was made from, and on to what was made of it. Questions about a build are
// asked of the flow's temporary tables, so that what an older snapshot or configuration left in the ledger does not answer.
import type { Connection } from './connection.js';
import type { RejectionRow, Search } from './search.js';
import { createSearch } from './search.js';

/** How a record came to be: the stage and input that put it out, and what stands beside it. */
export interface Producer {
  readonly stage: number;
  readonly input: number;
  /** JSON text of evidence, provenance and parents, `''` for none. */
  readonly beside: string;
}

/** A stage as configured at some time. */
export interface StoredStage {
  readonly id: number;
  readonly fingerprint: string;
  readonly name: string;
  readonly version: number;
  /** Canonical JSON that was hashed. */
  readonly spec: string;
}

/** Which rejections of a stage. */
export interface RejectionFilter {
  readonly reason?: string;
  readonly limit?: number;
}

/** Reading side of the ledger. Slots are those of the last flow that was made. */
export interface Lineage extends Search {
  /** How many outputs of a stage for an input were never put out by that stage, in any version, for another input. */
  freshOutputs(stage: number, input: number): number;
  /** Rejections of a stage for the inputs in a flow slot. */
  rejections(slot: number, stage: number, filter?: RejectionFilter): RejectionRow[];
  /** The same, one by one: for results that need not fit into memory. */
  eachRejection(slot: number, stage: number, filter?: RejectionFilter): IterableIterator<RejectionRow>;
  /** The number of a stage by fingerprint; undefined when nothing was ever stored for it. */
  stageNumber(fingerprint: string): number | undefined;
  /** A stage by number. */
  stage(id: number): StoredStage;
  /** The stage of a name that did something last, other than the given one. */
  lastStage(name: string, except: number): StoredStage | undefined;
  /** Numbers of all stages that ever put a record out, the latest first. */
  everMadeBy(record: number): number[];
  /** Whether a record is among the inputs or outputs of a slot. */
  holds(slot: number, side: 'in' | 'out', record: number): boolean;
  /** Who put a record out, for inputs in the slot. */
  madeBy(slot: number, stage: number, record: number): Producer[];
  /** Records that a stage put out for given inputs in the slot. */
  madeFor(slot: number, stage: number, inputs: readonly number[]): number[];
  /** Records that a stage put out for inputs in the slot and that name one of the given records (by hash) as a parent. */
  madeOf(slot: number, stage: number, parents: readonly string[]): number[];
  /** Records without named parents that a stage put out for given inputs in the slot: they are made of the whole input. */
  madeOfAll(slot: number, stage: number, inputs: readonly number[]): number[];
  /** Rejections of given records, for inputs in the slot. */
  rejectionsOf(slot: number, stage: number, records: readonly number[]): RejectionRow[];
}

const REJECTION = `x.reason, x.key, iif(r.id IS NULL, NULL, lower(hex(r.hash))) AS record, x.detail`;

/**
 * The lineage of a workspace.
 * @param db - an open workspace database, with the temporary tables of a flow
 * @returns its lineage
 */
export function createLineage(db: Connection): Lineage {
  const fresh = db
    .prepare(
      `SELECT count(*) FROM outputs o WHERE o.stage = @stage AND o.input = @input AND NOT EXISTS
       (SELECT 1 FROM outputs p JOIN stages s ON s.id = p.stage WHERE p.record = o.record
        AND s.name = (SELECT name FROM stages WHERE id = @stage) AND NOT (p.stage = o.stage AND p.input = o.input))`,
    )
    .pluck();
  const stageColumns = 'SELECT id, lower(hex(fingerprint)) AS fingerprint, name, version, spec FROM stages';
  const select = (slot: number, { reason, limit }: RejectionFilter) =>
    db.prepare(
      `SELECT ${REJECTION} FROM temp.in_${slot} i JOIN rejections x ON x.stage = @stage AND x.input = i.id
       LEFT JOIN records r ON r.id = x.record ${reason === undefined ? '' : 'WHERE x.reason = @reason'}
       ORDER BY x.reason, x.key, x.detail ${limit === undefined ? '' : 'LIMIT @limit'}`,
    );
  const numbers = (sql: string, values: object) => db.prepare(sql).pluck().all(values) as number[];
  const outputsIn = (slot: number) => `temp.in_${slot} i JOIN outputs o ON o.stage = @stage AND o.input = i.id`;

  return {
    ...createSearch(db),
    freshOutputs: (stage, input) => fresh.get({ stage, input }) as number,
    rejections: (slot, stage, filter = {}) => select(slot, filter).all({ stage, ...filter }) as RejectionRow[],
    eachRejection: (slot, stage, filter = {}) =>
      select(slot, filter).iterate({ stage, ...filter }) as IterableIterator<RejectionRow>,
    stageNumber: (fingerprint) =>
      db.prepare('SELECT id FROM stages WHERE fingerprint = ?').pluck().get(Buffer.from(fingerprint, 'hex')) as
        number | undefined,
    stage: (id) => db.prepare(`${stageColumns} WHERE id = ?`).get(id) as StoredStage,
    lastStage: (name, except) =>
      db
        .prepare(
          `${stageColumns} s WHERE name = ? AND id <> ? AND EXISTS (SELECT 1 FROM ledger WHERE stage = s.id)
           ORDER BY (SELECT max(run) FROM ledger WHERE stage = s.id) DESC, id DESC LIMIT 1`,
        )
        .get(name, except) as StoredStage | undefined,
    everMadeBy: (record) =>
      numbers(
        `SELECT o.stage FROM outputs o JOIN ledger l ON l.stage = o.stage AND l.input = o.input
         WHERE o.record = @record GROUP BY o.stage ORDER BY max(l.run) DESC, o.stage DESC`,
        { record },
      ),
    holds: (slot, side, record) =>
      db.prepare(`SELECT 1 FROM temp.${side}_${slot} WHERE id = ?`).get(record) !== undefined,
    madeBy: (slot, stage, record) =>
      db
        .prepare(
          `SELECT o.stage, o.input, o.beside FROM outputs o JOIN temp.in_${slot} i ON i.id = o.input
           WHERE o.record = ? AND o.stage = ? ORDER BY o.input, o.ord`,
        )
        .all(record, stage) as Producer[],
    madeFor: (slot, stage, inputs) =>
      numbers(
        `SELECT DISTINCT o.record FROM json_each(@inputs) j JOIN temp.in_${slot} i ON i.id = j.value
         JOIN outputs o ON o.stage = @stage AND o.input = i.id ORDER BY 1`,
        { stage, inputs: JSON.stringify(inputs) },
      ),
    madeOf: (slot, stage, parents) =>
      numbers(
        `SELECT DISTINCT o.record FROM ${outputsIn(slot)}, json_each(o.beside, '$.parents') p
         WHERE o.beside <> '' AND p.value IN (SELECT value FROM json_each(@parents)) ORDER BY 1`,
        { stage, parents: JSON.stringify(parents) },
      ),
    madeOfAll: (slot, stage, inputs) =>
      numbers(
        `SELECT DISTINCT o.record FROM ${outputsIn(slot)} WHERE i.id IN (SELECT value FROM json_each(@inputs))
         AND (o.beside = '' OR json_extract(o.beside, '$.parents') IS NULL) ORDER BY 1`,
        { stage, inputs: JSON.stringify(inputs) },
      ),
    rejectionsOf: (slot, stage, records) =>
      db
        .prepare(
          `SELECT ${REJECTION} FROM temp.in_${slot} i JOIN rejections x ON x.stage = @stage AND x.input = i.id
           LEFT JOIN records r ON r.id = x.record
           WHERE x.record IN (SELECT value FROM json_each(@records)) ORDER BY x.reason, x.key, x.detail`,
        )
        .all({ stage, records: JSON.stringify(records) }) as RejectionRow[],
  };
}
