import type { Connection } from './connection.js';
import type { Flow } from './flow.js';
import type { FullText } from './full-text.js';
import type { Gc } from './gc.js';
import type { Ledger } from './ledger.js';
import type { Lineage } from './lineage.js';
import type { Records } from './records.js';
import type { Responses } from './responses.js';
import type { Runs } from './runs.js';
import type { Work } from './work.js';
import { openDatabase } from './connection.js';
import { createDumpPages } from './dump-pages.js';
import { createFlow } from './flow.js';
import { createFullText } from './full-text.js';
import { createGc } from './gc.js';
import { createLedger } from './ledger.js';
import { createLineage } from './lineage.js';
import { createRecords } from './records.js';
import { createResponses } from './responses.js';
import { createRuns } from './runs.js';
import { createWork } from './work.js';

/** A workspace's database, open. */
export interface Store {
  readonly path: string;
  readonly records: Records;
  readonly ledger: Ledger;
  readonly lineage: Lineage;
  readonly runs: Runs;
  readonly responses: Responses;
  readonly work: Work;
  readonly gc: Gc;
  /** A flow for a recipe of so many stages; a second one replaces the first. */
  readonly flow: (slots: number) => Flow;
  /** The page index of a dump file, by the hash of its bytes. */
  readonly dumpPages: (hash: string) => ReturnType<typeof createDumpPages>;
  /** The full-text index of a name, made on first use. */
  readonly fullText: (name: string) => FullText;
  /** Runs work in one transaction: all of its writes are kept, or none when it throws. */
  readonly atomically: <T>(work: () => T) => T;
  readonly close: () => void;
}

/**
 * Opens a workspace database, creating it where it is absent.
 * @param path - file name, or `:memory:`
 * @returns the open store; close it
 * @throws PrerequisiteError `database-corrupt` when the file is not a sound workspace database
 */
export function openStore(path: string): Store {
  const db: Connection = openDatabase(path);
  const records = createRecords(db);
  return {
    path,
    records,
    ledger: createLedger(db, records),
    lineage: createLineage(db),
    runs: createRuns(db),
    responses: createResponses(db),
    work: createWork(db),
    gc: createGc(db),
    flow: (slots) => createFlow(db, slots),
    dumpPages: (hash) => createDumpPages(db, hash),
    fullText: (name) => createFullText(db, name),
    atomically: (work) => db.transaction(work).immediate(),
    close: () => db.close(),
  };
}

export type { AbsentInput, Flow, MissingGroup, StageCounts, StageRef } from './flow.js';
export type { LedgerEntry, LedgerOutput, LedgerRejection, StageSpec, StoredOutput } from './ledger.js';
export type { FullText, FullTextHit } from './full-text.js';
export type { Cleared, Removed } from './gc.js';
export type { Lineage, Producer, RejectionFilter, StoredStage } from './lineage.js';
export type { NumberedRecord, RecordName } from './records.js';
export type { Agreement, FoundRecord, RejectionRow } from './search.js';
export type { Spent, WorkHistory } from './work.js';
export { explain as explainDatabaseError } from './connection.js';
export { fold as foldName } from './search.js';
export { lockWorkspace } from './workspace-lock.js';
