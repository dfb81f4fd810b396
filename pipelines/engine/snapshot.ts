import { setImmediate as turn } from 'node:timers/promises';
import type { LedgerRejection, NumberedRecord, Store, StoredOutput } from '../../db/index.js';
import type { BuildListener } from './events.js';
import type { RawEvent } from './executor.js';
import type { Slot } from './prepare.js';
import type { Checkpoint } from './run-stage.js';
import type { SourceServicesFactory } from './services.js';
import type { SourceStage } from './stage.js';
import { byCodeUnit, hashOf } from '../../schemas/canonical.js';
import { recordHash } from '../../schemas/record.js';
import { checkEvents, createContext } from './collect.js';

/** One page of a snapshot. */
export interface SnapshotPage {
  readonly type: string;
  readonly key: string;
  readonly hash: string;
  readonly revision: number | null;
}

/** The pinned state of a source: what was read, and what was asked for and not there. Its hash is the snapshot id. */
export interface Snapshot {
  readonly pages: readonly SnapshotPage[];
  /** Hash over the rejections of the crawl: a page that appears or vanishes makes a new snapshot. */
  readonly rejected: string;
}

/** What taking a snapshot needs. */
export interface SnapshotRun {
  readonly store: Store;
  readonly slot: Slot;
  /** Number of the run. */
  readonly run: number;
  readonly services: SourceServicesFactory;
  readonly signal: AbortSignal;
  readonly checkpoint: Checkpoint;
  readonly listen: BuildListener;
  readonly clock: () => Date;
}

/** How often a source stage lets others have their turn, in pages. */
const CHECKPOINT = 200;

/**
 * Runs a source stage and stores what it read as a new snapshot. Pages are stored as they come; a run that is cut off is
 * repeated, and the answers it had are replayed from the response cache.
 * @param options - store, stage and listeners
 * @returns the snapshot record
 */
export async function takeSnapshot(options: SnapshotRun): Promise<NumberedRecord> {
  const { store, slot, run, signal, checkpoint, listen, clock } = options;
  const stage = slot.stage as SourceStage;
  const scope = slot.spec.fingerprint;
  const started = performance.now();
  const services = options.services({ answers: store.responses.scope(scope), pageIndex: store.dumpPages });
  const outputs: StoredOutput[] = [];
  const rejections: LedgerRejection[] = [];
  const pages: SnapshotPage[] = [];
  for await (const event of stage.run(createContext(slot.params, services, signal))) {
    signal.throwIfAborted();
    const raw: RawEvent = event.kind === 'output' ? { ...event, type: event.type.type } : { ...event, record: null };
    const checked = checkEvents(stage, [raw], () => null);
    rejections.push(...checked.rejections);
    for (const output of checked.outputs) {
      const { id, hash } = store.records.put(output.type, output.key, output.content);
      const revision = event.kind === 'output' ? (event.beside.provenance?.revision ?? null) : null;
      pages.push({ type: output.type, key: output.key, hash, revision });
      // The text is in the store now: keep its number only, so that memory does not grow with the crawl.
      outputs.push({ record: id, beside: output.beside });
    }
    if (pages.length % CHECKPOINT === 0) {
      await turn();
      checkpoint();
      listen({ type: 'progress', stage: stage.name, done: pages.length, total: null });
    }
  }
  pages.sort((a, b) => byCodeUnit(a.type, b.type) || byCodeUnit(a.key, b.key) || byCodeUnit(a.hash, b.hash));
  const content: Snapshot = { pages, rejected: hashOf(rejections) };
  const record = store.records.put('snapshot', recordHash('snapshot', content), content);
  const seconds = (performance.now() - started) / 1000;
  // Together, so that no kill leaves a finished crawl whose answers the next one would replay.
  store.atomically(() => {
    store.ledger.commit(slot.id, run, [{ input: record.id, outputs, rejections }]);
    store.work.add(slot.id, run, { inputs: pages.length, seconds, requests: services.requests?.() ?? 0 });
    store.runs.addSnapshot(slot.id, record.id, clock().toISOString());
    store.responses.drop(scope);
  });
  return store.records.get(record.id);
}
