import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plan } from '../../../../pipelines/engine/plan.js';
import { status } from '../../../../pipelines/engine/status.js';
import { temporaryStores } from '../../db/temp.js';
import { buildToy, forget, toyRecipe, world } from './toy.js';

const open = temporaryStores();
const PAGES = { A: 'one', B: 'two two', C: 'three', D: 'four', E: 'five' };
const none = { inputs: 0, done: 0, missing: 0, stageChanged: 0, inputChanged: 0 };

describe('a plan', () => {
  it('of an empty workspace says that the source comes first, and asks it nothing', () => {
    const [store, toy] = [open(), world(PAGES)];
    const planned = plan(store, toyRecipe(toy));
    expect(planned).toMatchObject({ recipe: 'toy', snapshot: null, upToDate: false });
    expect(planned.stages.map(({ stage, counts, awaits }) => ({ stage, counts, awaits }))).toEqual([
      { stage: 'read-shelf', counts: none, awaits: [] },
      { stage: 'split-words', counts: none, awaits: ['read-shelf'] },
      { stage: 'count-all', counts: none, awaits: ['split-words'] },
      { stage: 'count-page', counts: none, awaits: ['split-words'] },
    ]);
    expect(Object.values(toy.ran).flat()).toEqual([]);
  });

  it('after a build is up to date', async () => {
    const [store, toy] = [open(), world(PAGES)];
    const made = await buildToy(store, toyRecipe(toy));
    const planned = plan(store, toyRecipe(toy));
    expect(planned).toMatchObject({ upToDate: true, snapshot: made.built.snapshot.hash });
    expect(planned.stages.map(({ counts }) => [counts.done, counts.missing])).toEqual([
      [1, 0],
      [5, 0],
      [1, 0],
      [5, 0],
    ]);
    expect(planned.stages.map(({ fingerprint }) => fingerprint)).toEqual(
      made.built.slots.map(({ spec }) => spec.fingerprint),
    );
  });

  it('for a new snapshot is not up to date, and asks nothing', async () => {
    const [store, toy] = [open(), world(PAGES)];
    await buildToy(store, toyRecipe(toy));
    forget(toy);
    expect(plan(store, toyRecipe(toy), { newSnapshot: true })).toMatchObject({ snapshot: null, upToDate: false });
    expect(toy.ran.ask).toEqual([]);
  });

  it('says why inputs are missing: the stage changed', async () => {
    const [store, toy] = [open(), world(PAGES)];
    await buildToy(store, toyRecipe(toy));
    const planned = plan(store, toyRecipe(toy, { minLength: 4 }));
    expect(planned.stages[1]!.counts).toEqual({ inputs: 5, done: 0, missing: 5, stageChanged: 5, inputChanged: 0 });
    expect(planned.stages[2]!.awaits).toEqual(['split-words']);
  });

  it('says why inputs are missing: a page changed, was done by neither version, or is a set that changed', async () => {
    const [store, toy] = [open(), world(PAGES)];
    await buildToy(store, toyRecipe(toy));
    toy.shelf.set('A', 'changed').set('F', 'new');
    toy.onSplit = (title) => {
      if (title === 'A') throw Object.assign(new Error('stop here'), { name: 'Stop' });
    };
    // Only the source: an abort right after it leaves the rest to plan.
    const controller = new AbortController();
    const stopped = buildToy(store, toyRecipe(toy), {
      newSnapshot: true,
      signal: controller.signal,
      listen: (event) => {
        if (event.type === 'stage-end' && event.stage === 'read-shelf') controller.abort();
      },
    });
    await expect(stopped).rejects.toThrow('stopped');
    toy.onSplit = () => undefined;
    const before = plan(store, toyRecipe(toy));
    expect(before.stages[1]!.counts).toEqual({ inputs: 6, done: 4, missing: 2, stageChanged: 0, inputChanged: 1 });
    await buildToy(store, toyRecipe(toy));
    const other = plan(store, toyRecipe(toy, { countParams: { unit: 'tokens' } }));
    expect(other.stages[2]!.counts).toEqual({ inputs: 1, done: 0, missing: 1, stageChanged: 1, inputChanged: 0 });
  });

  it('of an unknown snapshot is refused as a build of it is', () => {
    const store = open();
    expect(() => plan(store, toyRecipe(world(PAGES)), { snapshot: 'feedfeed' })).toThrow(
      expect.objectContaining({ code: 'snapshot-unknown' }),
    );
  });

  it('says what the build then does, wherever the inputs are known', async () => {
    const step = fc.record({
      edit: fc.option(
        fc.tuple(fc.constantFrom('A', 'B', 'C', 'D', 'E'), fc.constantFrom('one', 'two', 'ten ten', '')),
        {
          nil: undefined,
        },
      ),
      minLength: fc.constantFrom(1, 4),
      unit: fc.constantFrom('words', 'tokens'),
      splitVersion: fc.constantFrom(1, 2),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const [store, toy] = [open(), world(PAGES)];
        for (const { edit, minLength, unit, splitVersion } of steps) {
          const recipe = toyRecipe(toy, { minLength, splitVersion, countParams: { unit } });
          if (edit) {
            toy.shelf.set(...edit);
            await buildToy(store, toyRecipe(toy), { newSnapshot: true });
          }
          const planned = plan(store, recipe);
          const made = await buildToy(store, recipe);
          for (const { stage, counts, awaits } of planned.stages) {
            if (awaits.length > 0 || stage === 'read-shelf') continue;
            expect([stage, made.ends[stage]!.ran]).toEqual([stage, counts.missing]);
          }
          expect(planned.upToDate).toBe(made.built.ran === 0);
          expect(plan(store, recipe).upToDate).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('status', () => {
  it('counts what is there, before, and after a build', async () => {
    const [store, toy] = [open(), world({ ...PAGES, Empty: '' })];
    expect(status(store, toyRecipe(toy))).toMatchObject({ snapshot: null, lastRun: null });
    const clock = () => new Date('2026-01-02T03:04:05Z');
    const made = await buildToy(store, toyRecipe(toy), { clock });
    forget(toy);
    const seen = status(store, toyRecipe(toy));
    expect(seen.snapshot).toBe(made.built.snapshot.hash);
    expect(seen.lastRun).toEqual({
      started: '2026-01-02T03:04:05.000Z',
      finished: '2026-01-02T03:04:05.000Z',
      outcome: 'done',
    });
    expect(seen.stages).toEqual([
      { stage: 'read-shelf', done: 1, outputs: 6, rejected: {} },
      { stage: 'split-words', done: 6, outputs: 6, rejected: { 'nothing-found': 1 } },
      { stage: 'count-all', done: 1, outputs: 5, rejected: {} },
      { stage: 'count-page', done: 5, outputs: 5, rejected: {} },
    ]);
    expect(Object.values(toy.ran).flat()).toEqual([]);
  });
});
