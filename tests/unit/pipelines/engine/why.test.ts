import { describe, expect, it } from 'vitest';
import { survey } from '../../../../pipelines/engine/survey.js';
import { why } from '../../../../pipelines/engine/why.js';
import { temporaryStores } from '../../db/temp.js';
import { buildToy, toyRecipe, world } from './toy.js';

const open = temporaryStores();

async function built(pages: Readonly<Record<string, string>>) {
  const [store, toy] = [open(), world(pages)];
  await buildToy(store, toyRecipe(toy));
  const ask = (what: string, options = {}) => why(store, survey(store, toyRecipe(toy, options)), what);
  return { store, toy, ask };
}

const keysOf = ({ records }: ReturnType<typeof why>) => records.map((one) => `${one.type} ${one.key}`);

describe('why', () => {
  it('walks from a record to the pages it was made of, and to no other', async () => {
    const { ask } = await built({ A: 'sun moon', B: 'sun', C: 'rain' });
    const found = ask('sun');
    expect(keysOf(found).sort()).toEqual(['toy-count sun', 'toy-page A', 'toy-page B', 'toy-word A#0', 'toy-word B#0']);
    const pages = found.steps.filter((step) => step.stage === 'read-shelf');
    expect(pages.map((step) => [step.provenance, step.inputs]).sort()).toEqual([
      [{ title: 'A', revision: 9 }, []],
      [{ title: 'B', revision: 4 }, []],
    ]);
    // Every edge leads to a record that is listed, each act is there once.
    const hashes = new Set(found.records.map((one) => one.hash));
    for (const step of found.steps) for (const input of step.inputs) expect(hashes).toContain(input);
    expect(new Set(found.steps.map((step) => JSON.stringify(step))).size).toBe(found.steps.length);
    expect(found.roots).toEqual([found.records[0]!.hash]);
  });

  it('takes all members of the set where a stage named no parents', async () => {
    const { ask } = await built({ A: 'sun moon', B: 'sun' });
    const found = ask('A');
    // The page A and the count of page A have one key; the page is part of what the count rests on.
    expect(found.roots).toHaveLength(1);
    expect(keysOf(found)[0]).toBe('toy-count A');
    expect(found.steps[0]).toMatchObject({ stage: 'count-page', group: 'A', version: 1 });
    expect(found.steps[0]!.inputs).toHaveLength(2);
    expect(keysOf(found)).not.toContain('toy-page B');
  });

  it('leaves out what an older snapshot or another configuration left in the ledger', async () => {
    const { store, toy, ask } = await built({ A: 'sun old', B: 'sun' });
    toy.shelf.set('A', 'sun new');
    await buildToy(store, toyRecipe(toy), { newSnapshot: true });
    // The word A#0 is the same record, made from both versions of the page.
    const found = ask('sun');
    const pageA = found.records.filter((one) => one.type === 'toy-page' && one.key === 'A');
    expect(pageA.map((one) => store.records.find(one.hash)!.content)).toEqual([{ title: 'A', text: 'sun new' }]);
    expect(() => ask('old')).toThrow(expect.objectContaining({ hint: expect.stringMatching(/Another build/) }));
    expect(() => ask('sun', { minLength: 2 })).toThrow(/no record "sun"/);
  });

  it('takes a hash, a beginning of it, or a beginning of a key that fits one only', async () => {
    const { ask } = await built({ A: 'sun sunset moon' });
    const moon = ask('moon');
    expect(ask('mo')).toEqual(moon);
    expect(ask(moon.roots[0]!)).toEqual(moon);
    expect(ask(moon.roots[0]!.slice(0, 10))).toEqual(moon);
    expect(() => ask('su')).toThrow(
      expect.objectContaining({ code: 'bad-input', hint: expect.stringMatching(/sun, sunset/) }),
    );
    expect(keysOf(ask('sun'))[0]).toBe('toy-count sun');
    expect(() => ask('')).toThrow(/no record/);
    expect(() => ask(moon.roots[0]!.slice(0, 3))).toThrow(/no record/);
  });
});
