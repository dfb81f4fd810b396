// The store's memory: which stage, as configured, has done which input, and what came of it. One batch is one transaction: its
// records, outputs, rejections and ledger marks are there together or not at all, and a second delivery changes nothing.
import type { Connection } from './connection.js';
import type { Records } from './records.js';

/** A record that a stage yielded for an input. */
export interface LedgerOutput {
  readonly type: string;
  readonly key: string;
  readonly content: unknown;
  /** Evidence, provenance and parents as JSON text, `''` for none. */
  readonly beside: string;
}

/** An output whose record is in the store already. */
export interface StoredOutput {
  readonly record: number;
  readonly beside: string;
}

/** Something a stage dropped. */
export interface LedgerRejection {
  readonly record: number | null;
  readonly key: string;
  readonly reason: string;
  readonly detail: string;
}

/** All that came of one input. */
export interface LedgerEntry {
  readonly input: number;
  readonly outputs: readonly (LedgerOutput | StoredOutput)[];
  readonly rejections: readonly LedgerRejection[];
}

/** What a fingerprint stands for. */
export interface StageSpec {
  readonly fingerprint: string;
  readonly name: string;
  readonly version: number;
  /** Canonical JSON that was hashed. */
  readonly spec: string;
}

/** Writing side of the ledger. */
export interface Ledger {
  /** The number of a stage as configured; stores it when new. */
  stageId(spec: StageSpec): number;
  /** Commits a batch in one transaction; entries that are in the ledger already are left as they are. Gives how many were new. */
  commit(stage: number, run: number, entries: readonly LedgerEntry[]): number;
}

/**
 * The ledger of a workspace.
 * @param db - an open workspace database
 * @param records - its records
 * @returns its ledger
 */
export function createLedger(db: Connection, records: Records): Ledger {
  const findStage = db.prepare('SELECT id FROM stages WHERE fingerprint = ?').pluck();
  const addStage = db.prepare('INSERT INTO stages (fingerprint, name, version, spec) VALUES (?, ?, ?, ?)');
  const mark = db.prepare('INSERT INTO ledger (stage, input, run) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const addOutput = db.prepare('INSERT INTO outputs (stage, input, ord, record, beside) VALUES (?, ?, ?, ?, ?)');
  const addRejection = db.prepare(
    'INSERT INTO rejections (stage, input, ord, record, key, reason, detail) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );

  const commit = db.transaction((stage: number, run: number, entries: readonly LedgerEntry[]) => {
    let fresh = 0;
    for (const { input, outputs, rejections } of entries) {
      if (mark.run(stage, input, run).changes === 0) continue;
      fresh += 1;
      for (const [ord, output] of outputs.entries()) {
        const record = 'record' in output ? output.record : records.put(output.type, output.key, output.content).id;
        addOutput.run(stage, input, ord, record, output.beside);
      }
      for (const [ord, rejection] of rejections.entries()) {
        addRejection.run(stage, input, ord, rejection.record, rejection.key, rejection.reason, rejection.detail);
      }
    }
    return fresh;
  });

  return {
    stageId({ fingerprint, name, version, spec }) {
      const bytes = Buffer.from(fingerprint, 'hex');
      const known = findStage.get(bytes) as number | undefined;
      return known ?? Number(addStage.run(bytes, name, version, spec).lastInsertRowid);
    },
    commit: (stage, run, entries) => commit.immediate(stage, run, entries),
  };
}
