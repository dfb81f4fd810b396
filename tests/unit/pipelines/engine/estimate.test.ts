import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Estimate } from '../../../../pipelines/engine/estimate.js';
import type { Store } from '../../../../db/index.js';
import { estimatePlan, estimateText, isLong, requireDisk, size } from '../../../../pipelines/engine/estimate.js';
import { plan } from '../../../../pipelines/engine/plan.js';
import { temporaryFolders, temporaryStores } from '../../db/temp.js';
import { buildToy, toyRecipe, toyServices, world } from './toy.js';

const folder = temporaryFolders();
const open = temporaryStores();
const PAGES = { A: 'one two', B: 'two', C: 'missing', D: 'four' };
const GB = 1e9;
const of = (some: Partial<Estimate>): Estimate => ({
  seconds: 1,
  requests: 0,
  bytes: 0,
  free: GB,
  stages: [],
  ...some,
});
const one = (seconds: number | null) => [{ stage: 'read', inputs: 1, seconds, requests: 0 }];

/** Replaces what the last run cost, so that times are known. */
function spend(
  store: Store,
  run: number,
  costs: Readonly<Record<string, readonly [inputs: number, seconds: number, requests: number]>>,
) {
  for (const [name, [inputs, seconds, requests]] of Object.entries(costs)) {
    const fingerprint = Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64);
    const stage = store.ledger.stageId({ fingerprint, name, version: 9, spec: '{}' });
    store.work.add(stage, run, { inputs, seconds, requests });
  }
}

describe('an estimate', () => {
  it('is unknown where there is no history, and says of what', () => {
    const store = open();
    const estimate = estimatePlan(store, plan(store, toyRecipe(world(PAGES))));
    expect(estimate).toMatchObject({ seconds: null, requests: null, bytes: null, free: null });
    expect(estimateText(estimate)).toBe(
      'Time unknown and requests unknown; disk unknown. No earlier run to go by: read-shelf, split-words, count-all, count-page.',
    );
    expect(isLong(estimate)).toBe(false);
    expect(() => requireDisk(estimate)).not.toThrow();
  });

  it('is nothing where nothing is to do', async () => {
    const [store, toy] = [open(), world(PAGES)];
    await buildToy(store, toyRecipe(toy));
    const estimate = estimatePlan(store, plan(store, toyRecipe(toy)));
    expect(estimate).toMatchObject({ seconds: 0, requests: 0, bytes: 0 });
    expect(estimateText(estimate)).toBe('Nothing to run, no request.');
  });

  it('takes seconds an input of the last run, and for what waits the last run whole', async () => {
    const [store, toy] = [open(), world(PAGES)];
    await buildToy(store, toyRecipe(toy));
    spend(store, 99, { 'split-words': [10, 50, 0], 'count-all': [1, 7, 0], 'count-page': [4, 8, 0] });
    const planned = plan(store, toyRecipe(toy, { minLength: 2 }));
    const estimate = estimatePlan(store, planned);
    expect(estimate.stages).toEqual([
      { stage: 'read-shelf', inputs: 0, seconds: 0, requests: 0 },
      { stage: 'split-words', inputs: 3, seconds: 15, requests: 0 },
      { stage: 'count-all', inputs: 1, seconds: 7, requests: 0 },
      { stage: 'count-page', inputs: 4, seconds: 8, requests: 0 },
    ]);
    expect(estimate).toMatchObject({ seconds: 30, requests: 0 });
    const { bytes, inputs } = store.work.spent();
    expect(estimate.bytes).toBe(Math.round((bytes / inputs) * 8));
  });

  it('of a new snapshot is of the requests of the last crawl', async () => {
    const [store, toy] = [open(), world(PAGES)];
    const services = (parts: Parameters<typeof toyServices>[0]) => ({ ...toyServices(parts), requests: () => 120 });
    await buildToy(store, toyRecipe(toy), { services });
    const { requests, stages } = estimatePlan(store, plan(store, toyRecipe(toy), { newSnapshot: true }));
    expect(requests).toBe(120);
    expect(stages[0]).toMatchObject({ stage: 'read-shelf', inputs: 3 });
  });

  it('knows the free room of the disk that holds the workspace', () => {
    const path = join(folder(), 'deep', 'folkways.db');
    mkdirSync(join(path, '..'));
    const store = open(path);
    const { free } = estimatePlan(store, plan(store, toyRecipe(world(PAGES))));
    expect(free).toBeGreaterThan(1e6);
  });
});

describe('an estimate in words', () => {
  it.each([
    [
      of({ seconds: 170, requests: 120, bytes: 1.2 * GB, free: 53 * GB, stages: one(170) }),
      'About 3 min and 120 requests; 1.2 GB of disk of 53 GB free.',
    ],
    [of({ seconds: 0.2, requests: 1, free: null, stages: one(0.2) }), 'About a second and 1 request; 0 B of disk.'],
    [
      of({ seconds: 9000, bytes: 12_345_678, free: null, stages: one(9000) }),
      'About 2.5 h and 0 requests; 12 MB of disk.',
    ],
    [
      of({ seconds: null, bytes: null, stages: one(null) }),
      'Time unknown and 0 requests; disk unknown, 1.0 GB free. No earlier run to go by: read.',
    ],
  ])('%j is said plainly', (estimate, text) => {
    expect(estimateText(estimate)).toBe(text);
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [52_400, '52 kB'],
    [3.26e9, '3.3 GB'],
  ])('%d bytes are %s', (bytes, text) => expect(size(bytes)).toBe(text));
});

describe('a build', () => {
  it('is long from a minute or a thousand requests on', () => {
    expect([of({ seconds: 60 }), of({ requests: 1000 })].map(isLong)).toEqual([false, false]);
    expect([of({ seconds: 61 }), of({ requests: 1001 }), of({ seconds: null, requests: 2000 })].map(isLong)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('that the disk cannot hold is refused with both sizes', () => {
    expect(() => requireDisk(of({ bytes: GB, free: GB }))).not.toThrow();
    expect(() => requireDisk(of({ bytes: 2 * GB, free: null }))).not.toThrow();
    expect(() => requireDisk(of({ bytes: 2 * GB, free: GB }))).toThrowError(
      expect.objectContaining({
        code: 'storage-failed',
        message: 'The build needs about 2.0 GB of disk for its workspace, and 1.0 GB are free.',
      }),
    );
  });
});
