import { describe, expect, it } from 'vitest';
import { eachReject, rejects } from '../../../../pipelines/engine/rejects.js';
import { survey } from '../../../../pipelines/engine/survey.js';
import { whyNot } from '../../../../pipelines/engine/why-not.js';
import { Rejection } from '../../../../schemas/rejection.js';
import { temporaryStores } from '../../db/temp.js';
import { buildToy, toyRecipe, world } from './toy.js';

const open = temporaryStores();
const PAGES = { Harvest: 'sheaf of rye', Lantern: 'of light', Lost: 'missing', Void: '' };

async function built() {
  const [store, toy] = [open(), world(PAGES)];
  const recipe = toyRecipe(toy, { minLength: 3 });
  await buildToy(store, recipe);
  return { store, toy, recipe, ask: (what: string) => whyNot(store, survey(store, recipe), what) };
}

describe('why not', () => {
  it('names the stage and the reason, by key, without regard to case, by a part, or by the dropped text', async () => {
    const { ask } = await built();
    const missing = { stage: 'read-shelf', reason: 'page-missing', key: 'Lost', record: null, detail: '' };
    expect(ask('Lost')).toMatchObject({ match: 'exact', dropped: [missing], kept: [] });
    expect(ask('lost')).toMatchObject({ match: 'case', dropped: [missing] });
    expect(ask('los')).toMatchObject({ match: 'containing', dropped: [missing] });
    expect(ask('of').dropped.map(({ reason, key }) => [reason, key])).toEqual([
      ['word-too-short', 'Harvest#1'],
      ['word-too-short', 'Lantern#0'],
    ]);
    expect(ask('Void')).toMatchObject({ dropped: [{ stage: 'split-words', reason: 'nothing-found' }] });
  });

  it('tells what was dropped of a thing that is kept, what is left of it and that the result rests on it', async () => {
    const { ask } = await built();
    const found = ask('Harvest');
    expect(found.dropped.map(({ key }) => key)).toEqual(['Harvest#1']);
    expect(found.kept).toEqual([
      { stage: 'read-shelf', type: 'toy-page', count: 1, samples: ['Harvest'] },
      { stage: 'split-words', type: 'toy-word', count: 2, samples: ['Harvest#0', 'Harvest#2'] },
      { stage: 'count-all', type: 'toy-count', count: 2, samples: ['rye', 'sheaf'] },
      { stage: 'count-page', type: 'toy-count', count: 1, samples: ['Harvest'] },
    ]);
    expect(found.released).toEqual({ stage: 'count-page', count: 1, of: 2, samples: ['Harvest'] });
    expect(found.pending).toEqual([]);
  });

  it('finds a record by a text inside it, and by its hash', async () => {
    const { store, ask } = await built();
    // `rye` is the key of a count; `sheaf of rye` stands in the page only.
    const found = ask('SHEAF of Rye');
    expect(found).toMatchObject({ match: 'content', kept: [{ type: 'toy-page', samples: ['Harvest'] }, {}, {}, {}] });
    const page = store.records.versions('toy-page', 'Harvest')[0]!;
    expect(ask(page.hash).kept).toEqual(found.kept);
  });

  it('says when nothing is known, with keys that are alike', async () => {
    const { ask } = await built();
    expect(ask('Lanterns')).toMatchObject({
      match: null,
      dropped: [],
      kept: [],
      near: ['Lantern', 'Lantern#0', 'Lantern#1'],
    });
    expect(ask('xyz').near).toEqual([]);
    expect(ask(' ').match).toBeNull();
  });

  it('says what is not done yet', async () => {
    const { store, toy } = await built();
    const found = whyNot(store, survey(store, toyRecipe(toy, { minLength: 2 })), 'Lantern');
    expect(found.pending).toEqual(['split-words', 'count-all', 'count-page']);
    expect(found.kept).toHaveLength(1);
  });
});

describe('rejects', () => {
  it('are counted by stage and reason, with samples; all of them can be had', async () => {
    const { store, recipe } = await built();
    const seen = survey(store, recipe);
    const found = rejects(store, seen, { samples: 1 });
    expect(found.map(({ stage, reason, count, samples }) => [stage, reason, count, samples.length])).toEqual([
      ['read-shelf', 'page-missing', 1, 1],
      ['split-words', 'nothing-found', 1, 1],
      ['split-words', 'word-too-short', 2, 1],
    ]);
    const all = [...eachReject(store, seen)];
    expect(all.map((one) => Rejection.parse(one))).toEqual(all);
    expect(all).toHaveLength(4);
    expect([...eachReject(store, seen, { stage: 'split-words', reason: 'nothing-found' })]).toHaveLength(1);
  });

  it('of an unknown stage or reason are refused with those that are known', async () => {
    const { store, recipe } = await built();
    const seen = survey(store, recipe);
    expect(() => rejects(store, seen, { stage: 'nix' })).toThrow(
      expect.objectContaining({ hint: expect.stringMatching(/split-words/) }),
    );
    expect(() => rejects(store, seen, { reason: 'nix' })).toThrow(
      expect.objectContaining({ hint: expect.stringMatching(/word-too-short/) }),
    );
  });
});
