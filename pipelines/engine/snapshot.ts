import { setImmediate as turn } from 'node:timers/promises';
import type { LedgerEntry, LedgerRejection, NumberedRecord, Store, StoredOutput } from '../../db/index.js';
import type { AnswerCache, EngineParts, ServicesFactory } from './services.js';
import type { BuildListener } from './events.js';
import type { Slot } from './prepare.js';
import type { SourceStage } from './stage.js';
import { byCodeUnit, hashOf } from '../../schemas/canonical.js';
import { FatalError } from '../../schemas/errors.js';
import { recordHash } from '../../schemas/record.js';
import { SiteRecord } from '../../schemas/site.js';
import type { Site } from '../../schemas/site.js';
import { checkOutput, checkRejection, createContext } from './collect.js';

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

/** How much a source stage commits at once while it reads: enough to be quick, little enough to lose. */
const CHECKPOINT = 200;

/**
 * Gives the engine's storage to whoever makes the services.
 * @param store - an open workspace
 * @param slots - the laid-out stages; the source's fingerprint names the crawl
 * @returns storage by contract
 */
export function engineParts(store: Store, slots: readonly Slot[]): EngineParts {
  const source = slots.find((slot) => slot.stage.shape === 'source');
  const answers: AnswerCache = store.responses.scope(source?.spec.fingerprint ?? 'none');
  return {
    answers,
    pageIndex: store.dumpPages,
    site(hash): Site {
      const record = store.records.find(hash);
      if (record?.type !== SiteRecord.type)
        throw new FatalError('archive-corrupt', `Site record ${hash} is not in the workspace.`);
      return SiteRecord.schema.parse(record.content);
    },
  };
}

/**
 * Runs a source stage and stores what it read as a new snapshot. Pages are stored as they come; a run that is cut off is
 * repeated, and the answers it had are replayed from the response cache.
 * @param store - an open workspace
 * @param slot - the source slot
 * @param run - number of the run
 * @param services - services factory of the build
 * @param parts - engine storage
 * @param signal - aborts when the user stops
 * @param listen - hears progress
 * @param now - time of day for the snapshot table
 * @returns the snapshot record
 */
export async function takeSnapshot(
  store: Store,
  slot: Slot,
  run: number,
  services: ServicesFactory,
  parts: EngineParts,
  signal: AbortSignal,
  listen: BuildListener,
  now: string,
): Promise<NumberedRecord> {
  const stage = slot.stage as SourceStage;
  const outputs: StoredOutput[] = [];
  const rejections: LedgerRejection[] = [];
  const pages: SnapshotPage[] = [];
  const context = createContext(slot.params, services(parts), signal);
  for await (const event of stage.run(context)) {
    signal.throwIfAborted();
    if (event.kind === 'rejection') {
      const { key, reason, detail } = checkRejection(stage, event);
      rejections.push({ record: null, key, reason, detail });
      continue;
    }
    const output = checkOutput(stage, event);
    const { id, hash } = store.records.put(output.type, output.key, output.content);
    pages.push({
      type: output.type,
      key: output.key,
      hash,
      revision: event.beside.provenance?.revision ?? null,
    });
    // The text is in the store now: keep its number only, so that memory does not grow with the crawl.
    outputs.push({ record: id, beside: output.beside });
    if (pages.length % CHECKPOINT === 0) {
      await turn();
      listen({ type: 'progress', stage: stage.name, done: pages.length, total: null });
    }
  }
  pages.sort((a, b) => byCodeUnit(a.type, b.type) || byCodeUnit(a.key, b.key) || byCodeUnit(a.hash, b.hash));
  const content: Snapshot = { pages, rejected: hashOf(rejections) };
  const record = store.records.put('snapshot', recordHash('snapshot', content), content);
  const entry: LedgerEntry = { input: record.id, outputs, rejections };
  // Together, so that no kill leaves a finished crawl whose answers the next one would replay.
  store.atomically(() => {
    store.ledger.commit(slot.id, run, [entry]);
    store.runs.addSnapshot(slot.id, record.id, now);
    store.responses.drop(slot.spec.fingerprint);
  });
  return store.records.get(record.id);
}
