import { describe, expect, it } from 'vitest';
import type { ToyOptions } from './toy.js';
import { explainRecord } from '../../../../pipelines/engine/explain.js';
import { plan } from '../../../../pipelines/engine/plan.js';
import { status } from '../../../../pipelines/engine/status.js';
import { survey } from '../../../../pipelines/engine/survey.js';
import { temporaryStores } from '../../db/temp.js';
import { buildToy, toyRecipe, world } from './toy.js';

const open = temporaryStores();
const PAGES = { Harvest: 'sheaf of rye', Lantern: 'of light' };

async function built() {
  const [store, toy] = [open(), world(PAGES)];
  await buildToy(store, toyRecipe(toy));
  const explain = (what: string, options: ToyOptions = {}) =>
    explainRecord(store, survey(store, toyRecipe(toy, options)), what);
  return { store, toy, explain };
}

describe('a plan', () => {
  it('counts what is stale by cause, with the values that differ', async () => {
    const { store, toy } = await built();
    const [, split, all, page] = plan(store, toyRecipe(toy, { minLength: 3 })).stages;
    expect(split!.causes).toMatchObject({ params: 2, version: 0, upstream: 0, new: 0 });
    expect(split!.stale).toMatchObject([
      { cause: 'params', count: 2, changes: [{ cause: 'params', path: 'minLength', before: 1, after: 3 }] },
    ]);
    expect([all!.counts.inputs, page!.awaits]).toEqual([0, ['split-words']]);
  });

  it('compares with the stage that did the input last, and counts a change of version before others', async () => {
    const { store, toy } = await built();
    await buildToy(store, toyRecipe(toy, { minLength: 2 }));
    const planned = plan(store, toyRecipe(toy, { minLength: 5, splitVersion: 2 })).stages[1]!;
    expect(planned.causes).toMatchObject({ version: 2, params: 0 });
    expect(planned.stale[0]!.changes).toEqual([
      { cause: 'version', path: '', before: 1, after: 2 },
      { cause: 'params', path: 'minLength', before: 2, after: 5 },
    ]);
  });

  it('counts changed and new pages apart, and a set that changed as changed', async () => {
    const { store, toy } = await built();
    toy.shelf.set('Lantern', 'of lights').set('Ember', 'glow');
    const controller = new AbortController();
    await expect(
      buildToy(store, toyRecipe(toy), {
        newSnapshot: true,
        signal: controller.signal,
        listen: (event) => {
          if (event.type === 'stage-end' && event.stage === 'split-words') controller.abort();
        },
      }),
    ).rejects.toThrow('stopped');
    const other = plan(store, toyRecipe(toy, { splitVersion: 2 })).stages[1]!;
    expect(other.causes).toMatchObject({ version: 3, upstream: 0, new: 0 });
    const [, split, all, page] = plan(store, toyRecipe(toy)).stages;
    expect(split!.counts.missing).toBe(0);
    expect(all!.causes).toMatchObject({ upstream: 1, new: 0 });
    expect(page!.causes).toMatchObject({ upstream: 1, new: 1 });
  });

  it('and a status write nothing, whatever they are asked of', async () => {
    const { store, toy } = await built();
    const other = toyRecipe(toy, { minLength: 3, countParams: { unit: 'tokens' } });
    const specs = survey(store, other).slots.map((slot) => [slot.id, store.lineage.stageNumber(slot.spec.fingerprint)]);
    plan(store, other);
    status(store, other);
    explainRecord(store, survey(store, other), 'Harvest');
    // Two stages of the other recipe were never run: they have no number, before and after.
    expect(specs.filter(([id]) => id === 0)).toHaveLength(2);
    const after = survey(store, other).slots.map((slot) => store.lineage.stageNumber(slot.spec.fingerprint));
    expect(after).toEqual(specs.map(([, number]) => number));
    const sets = () =>
      survey(store, toyRecipe(toy))
        .groups.get(2)!
        .map((group) => group.id > 0);
    expect(sets()).toEqual([true]);
    const empty = open();
    plan(empty, other);
    expect(empty.records.numberOf('00'.repeat(32))).toBeNull();
    expect(empty.lineage.stage(1)).toBeUndefined();
  });
});

describe('a record explained', () => {
  it('was made by a stage and done by others', async () => {
    const { explain } = await built();
    const [word] = explain('Harvest#0');
    expect(word!.madeBy).toMatchObject([{ stage: 'split-words', version: 1, current: true, changes: [] }]);
    expect(word!.stages).toMatchObject([
      { stage: 'count-all', state: 'done', set: { key: '', size: 5 }, outputs: 1, why: null },
      { stage: 'count-page', state: 'done', set: { key: 'Harvest', size: 3 }, outputs: 1, why: null },
    ]);
  });

  it('is to be done again for what changed, and is no input while an earlier stage has work', async () => {
    const { explain } = await built();
    const [word] = explain('Harvest#0', { countParams: { unit: 'tokens' } });
    expect(word!.stages[0]).toMatchObject({
      state: 'to-do',
      why: { cause: 'params', changes: [{ path: 'unit', before: 'words', after: 'tokens' }] },
    });
    expect(word!.stages[1]).toMatchObject({ state: 'done' });
    const stale = explain('Harvest#0', { minLength: 3 })[0]!;
    expect(stale.madeBy).toMatchObject([{ current: false, changes: [{ path: 'minLength', before: 1, after: 3 }] }]);
    expect(stale.stages.map(({ state, awaits }) => [state, awaits])).toEqual([
      ['absent', ['split-words']],
      ['absent', ['split-words']],
    ]);
  });

  it('tells what was dropped of it', async () => {
    const [store, toy] = [open(), world(PAGES)];
    await buildToy(store, toyRecipe(toy, { minLength: 3 }));
    const page = explainRecord(store, survey(store, toyRecipe(toy, { minLength: 3 })), 'Lantern').find(
      (one) => one.record.type === 'toy-page',
    )!;
    expect(page.stages).toMatchObject([
      { stage: 'split-words', state: 'done', outputs: 1, rejected: [{ reason: 'word-too-short', detail: 'of' }] },
    ]);
  });

  it('that is not there, or not one, is refused', async () => {
    const { explain } = await built();
    expect(() => explain('nix')).toThrow(/no record "nix"/);
    expect(() => explain('Harvest#')).toThrow(expect.objectContaining({ hint: expect.stringMatching(/Harvest#0/) }));
  });
});
