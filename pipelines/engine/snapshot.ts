import { setImmediate as turn } from 'node:timers/promises';
import type { LedgerOutput, LedgerRejection, Store, StoredOutput } from '../../db/index.js';
import type { BuildListener } from './events.js';
import type { RawEvent } from './executor.js';
import type { NamedSnapshot, Slot } from './prepare.js';
import type { Checkpoint } from './run-stage.js';
import type { SourceServicesFactory } from './services.js';
import type { SourceStage } from './stage.js';
import { byCodeUnit, canonicalJson, hashOf } from '../../schemas/canonical.js';
import { checkEvents, createContext } from './collect.js';
import { namedSnapshot } from './prepare.js';

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

/** How often a source stage lets others have their turn, in events. */
const CHECKPOINT = 200;
/** Pages that are stored in one transaction, or fewer when their text is long: each one rewrites pages of the index of hashes. */
const TOGETHER = 5000;
const LENGTH = 8 * 1024 * 1024;

/**
 * Runs a source stage and stores what it read as a new snapshot. Pages are stored as they come; a run that is cut off is
 * repeated, and the answers it had are replayed from the response cache.
 * @param options - store, stage and listeners
 * @returns the snapshot record
 */
export async function takeSnapshot(options: SnapshotRun): Promise<NamedSnapshot> {
  const { store, slot, run, signal, checkpoint, listen, clock } = options;
  const stage = slot.stage as SourceStage;
  const scope = slot.spec.fingerprint;
  const started = performance.now();
  const services = options.services({ answers: store.responses.scope(scope), pageIndex: store.dumpPages });
  const rejections: LedgerRejection[] = [];
  const pages: ReadPage[] = [];
  let waiting: { readonly output: LedgerOutput; readonly revision: number | null }[] = [];
  let length = 0;
  let events = 0;
  const storeWaiting = () => {
    store.atomically(() => {
      for (const { output, revision } of waiting) {
        const { type, key, content, beside } = output;
        // The text is in the store now: keep its number only, so that memory does not grow with the crawl.
        const { id: record, hash } = store.records.put(type, key, content);
        pages.push({ type, key, hash, revision, record, beside });
      }
    });
    [waiting, length] = [[], 0];
  };
  for await (const event of stage.run(createContext(slot.params, services, signal))) {
    signal.throwIfAborted();
    const raw: RawEvent = event.kind === 'output' ? { ...event, type: event.type.type } : { ...event, record: null };
    const checked = checkEvents(stage, [raw], () => null);
    rejections.push(...checked.rejections);
    const revision = event.kind === 'output' ? (event.beside.provenance?.revision ?? null) : null;
    for (const output of checked.outputs) {
      waiting.push({ output, revision });
      length += lengthOf(output.content);
    }
    if (waiting.length >= TOGETHER || length >= LENGTH) storeWaiting();
    events += 1;
    if (events % CHECKPOINT !== 0) continue;
    await turn();
    checkpoint();
    listen({ type: 'progress', stage: stage.name, done: pages.length + waiting.length, total: null });
  }
  storeWaiting();
  const sorted = sortPages(pages);
  const rejected = hashOf(rejections);
  const record = store.records.putParts('snapshot', () => snapshotParts(sorted, rejected));
  const seconds = (performance.now() - started) / 1000;
  // Together, so that no kill leaves a finished crawl whose answers the next one would replay.
  store.atomically(() => {
    store.ledger.commit(slot.id, run, [{ input: record.id, outputs: pages, rejections }]);
    store.work.add(slot.id, run, { inputs: pages.length, seconds, requests: services.requests?.() ?? 0 });
    store.runs.addSnapshot(slot.id, record.id, clock().toISOString());
    store.responses.drop(scope);
  });
  return namedSnapshot(store, record);
}

/** A page that is stored, as the ledger and the snapshot name it. */
type ReadPage = StoredOutput & SnapshotPage;

/** Length of the long texts of a page: those at the top of its content. */
function lengthOf(content: unknown): number {
  return Object.values(Object(content) as object).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );
}

function sortPages(pages: readonly ReadPage[]): ReadPage[] {
  return pages.toSorted((a, b) => byCodeUnit(a.type, b.type) || byCodeUnit(a.key, b.key) || byCodeUnit(a.hash, b.hash));
}

/** The canonical JSON of a `Snapshot`, in parts: of a million pages there is no room for all of it twice. */
function* snapshotParts(pages: readonly ReadPage[], rejected: string): Generator<string> {
  yield '{"pages":[';
  for (let from = 0; from < pages.length; from += PART) {
    const some = pages.slice(from, from + PART).map(({ type, key, hash, revision }) => ({ type, key, hash, revision }));
    // An array of some pages, without its brackets.
    yield `${from === 0 ? '' : ','}${canonicalJson(some).slice(1, -1)}`;
  }
  yield `],"rejected":${JSON.stringify(rejected)}}`;
}

/** Pages whose text is made at once. */
const PART = 1000;
