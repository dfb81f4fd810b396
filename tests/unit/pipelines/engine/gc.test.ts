import { join } from 'node:path';
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../db/index.js';
import type { ToyOptions, World } from './toy.js';
import { collectGarbage } from '../../../../pipelines/engine/gc.js';
import { FatalError } from '../../../../schemas/errors.js';
import { temporaryFolders, temporaryStores } from '../../db/temp.js';
import { buildToy, forget, outputsOf, toyRecipe, world } from './toy.js';

const folder = temporaryFolders();
const open = temporaryStores();
const PAGES = { A: 'one two', B: 'two three a', C: 'missing', D: 'four' };
const STAGES = ['split-words', 'count-all', 'count-page'] as const;

/** Builds and gives all that came of it. */
async function contents(store: Store, toy: World, options: ToyOptions = {}, snapshot?: string) {
  const made = await buildToy(store, toyRecipe(toy, options), snapshot === undefined ? {} : { snapshot });
  const rejected = STAGES.map((name) => made.ends[name]!.rejected);
  return { snapshot: made.built.snapshot.hash, outputs: STAGES.map((name) => outputsOf(store, made, name)), rejected };
}

const rows = (removed: readonly { readonly table: string; readonly rows: number }[]) =>
  Object.fromEntries(removed.filter((one) => one.rows > 0).map((one) => [one.table, one.rows]));

describe('clearing out', () => {
  it('removes nothing from a workspace of one snapshot, whatever configurations were built', async () => {
    const [store, toy] = [open(), world(PAGES)];
    const configurations: ToyOptions[] = [{}, { minLength: 3 }, { countParams: { unit: 'things' } }];
    const before = [];
    for (const options of configurations) before.push(await contents(store, toy, options));
    expect(rows(collectGarbage(store, { keepSnapshots: 1 }).removed)).toEqual({});
    forget(toy);
    for (const [index, options] of configurations.entries())
      expect(await contents(store, toy, options)).toEqual(before[index]);
    expect(Object.values(toy.ran).flat()).toEqual([]);
  });

  it('keeps the newest snapshots with all that was made from them, and removes what only older ones had', async () => {
    const [store, toy] = [open(), world(PAGES)];
    const built = [];
    for (const text of ['one two', 'one six', 'seven']) {
      toy.shelf.set('A', text);
      await buildToy(store, toyRecipe(toy), { newSnapshot: true });
      built.push(await contents(store, toy));
    }
    const result = collectGarbage(store, { keepSnapshots: 2 });
    expect(result.snapshots).toBe(2);
    // Of the first: the crawl, page A split, all words counted and those of A. It had four sets, of which B's and D's are still had.
    expect(rows(result.removed)).toMatchObject({ snapshots: 1, gathered: 4, ledger: 4 });
    forget(toy);
    for (const past of built.slice(1)) expect(await contents(store, toy, {}, past.snapshot)).toEqual(past);
    expect(Object.values(toy.ran).flat()).toEqual([]);
    await expect(contents(store, toy, {}, built[0]!.snapshot)).rejects.toMatchObject({ code: 'snapshot-unknown' });
    expect(store.records.versions('toy-page', 'A')).toHaveLength(2);
    expect(rows(collectGarbage(store, { keepSnapshots: 2 }).removed)).toEqual({});
  });

  it('counts on a dry run what it then removes, and removes nothing', async () => {
    const [store, toy] = [open(), world(PAGES)];
    await contents(store, toy);
    toy.shelf.set('D', 'five');
    await buildToy(store, toyRecipe(toy), { newSnapshot: true });
    const dry = collectGarbage(store, { keepSnapshots: 1, dryRun: true });
    expect(store.records.versions('toy-page', 'D')).toHaveLength(2);
    expect(dry).toMatchObject({ dryRun: true, before: dry.after });
    expect(collectGarbage(store, { keepSnapshots: 1 }).removed).toEqual(dry.removed);
    expect(rows(dry.removed).records).toBeGreaterThan(4);
    expect(dry.removed.find((one) => one.table === 'records')!.bytes).toBeGreaterThan(100);
  });

  it('removes what earlier versions of a stage did', async () => {
    const [store, toy] = [open(), world(PAGES)];
    await contents(store, toy, { splitVersion: 1 });
    const newest = await contents(store, toy, { splitVersion: 2 });
    expect(rows(collectGarbage(store, { keepSnapshots: 1 }).removed)).toMatchObject({ ledger: 3, outputs: 6 });
    forget(toy);
    expect(await contents(store, toy, { splitVersion: 2 })).toEqual(newest);
    expect(Object.values(toy.ran).flat()).toEqual([]);
  });

  it('leaves a crawl that was cut off able to go on', async () => {
    const [store, toy] = [open(), world(PAGES)];
    toy.onAsk = (title) => {
      if (title === 'D') throw new FatalError('source-unavailable', 'blocked');
    };
    await expect(buildToy(store, toyRecipe(toy))).rejects.toMatchObject({ code: 'source-unavailable' });
    collectGarbage(store, { keepSnapshots: 1 });
    toy.onAsk = () => undefined;
    const made = await contents(store, toy);
    expect(toy.ran.ask).toEqual(['A', 'B', 'C', 'D']);
    expect(made).toEqual(await contents(open(), world(PAGES)));
  });

  it('gives the disk back', async () => {
    const path = join(folder(), 'folkways.db');
    const [store, toy] = [open(path), world(PAGES)];
    // Hashes do not compress: letters from a generator that never repeats.
    const noise = (seed: number) =>
      Array.from({ length: 200_000 }, (_, n) => (((seed + n) * 2654435761) >>> 8).toString(36)).join('-');
    toy.shelf.set('A', noise(1));
    await contents(store, toy);
    toy.shelf.set('A', 'short');
    await buildToy(store, toyRecipe(toy), { newSnapshot: true });
    const { before, after } = collectGarbage(store, { keepSnapshots: 1 });
    expect(after).toBeLessThan(before - 500_000);
    expect(statSync(path).size).toBe(after);
    const raw = new Database(path, { readonly: true });
    expect(raw.pragma('integrity_check', { simple: true })).toBe('ok');
    raw.close();
  });

  it('never costs a build of a kept snapshot anything, whatever came before', async () => {
    const step = fc.record({
      page: fc.constantFrom('A', 'B', 'E'),
      text: fc.constantFrom('one', 'two words', 'missing', 'a b c'),
      fresh: fc.boolean(),
      minLength: fc.integer({ min: 1, max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, keep) => {
          const [store, toy] = [open(), world(PAGES)];
          const past = new Map<string, { options: ToyOptions; made: Awaited<ReturnType<typeof contents>> }>();
          const order: string[] = [];
          for (const { page, text, fresh, minLength } of steps) {
            toy.shelf.set(page, text);
            const taken = await buildToy(store, toyRecipe(toy, { minLength }), { newSnapshot: fresh });
            const { hash } = taken.built.snapshot;
            if (order.at(-1) !== hash) order.splice(0, order.length, ...order.filter((one) => one !== hash), hash);
            const made = await contents(store, toy, { minLength });
            past.set(`${hash} ${minLength}`, { options: { minLength }, made });
          }
          collectGarbage(store, { keepSnapshots: keep });
          forget(toy);
          for (const { options, made } of past.values()) {
            if (!order.slice(-keep).includes(made.snapshot)) continue;
            expect(await contents(store, toy, options, made.snapshot)).toEqual(made);
          }
          expect(Object.values(toy.ran).flat()).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });
});
