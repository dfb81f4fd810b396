import { describe, expect, it } from 'vitest';
import { temporaryStores } from '../../db/temp.js';
import { buildToy, forget, outputsOf, toyRecipe, world } from './toy.js';

const open = temporaryStores();
const PAGES = { Diwali: 'lamps and sweets', Eid: 'sweets', Holi: 'colours and songs', Nauruz: 'songs' };

describe('a build', () => {
  it('runs source, map and gather: over the whole set, and for each group', async () => {
    const [store, toy] = [open(), world(PAGES)];
    const first = await buildToy(store, toyRecipe(toy));
    expect(outputsOf(store, first, 'split-words')).toHaveLength(8);
    expect(outputsOf(store, first, 'count-all')).toEqual([
      { of: 'and', count: 2 },
      { of: 'colours', count: 1 },
      { of: 'lamps', count: 1 },
      { of: 'songs', count: 2 },
      { of: 'sweets', count: 2 },
    ]);
    expect(outputsOf(store, first, 'count-page')).toEqual([
      { of: 'Diwali', count: 3 },
      { of: 'Eid', count: 1 },
      { of: 'Holi', count: 3 },
      { of: 'Nauruz', count: 1 },
    ]);
    expect(toy.ran['count-all']).toEqual(['8 words']);
    expect([...first.built.inputs.values()]).toEqual([1, 4, 8, 8]);
    expect(first.built.ran).toBe(1 + 4 + 1 + 4);
    expect(first.ends['count-all']).toMatchObject({ ran: 1, inputs: 8, outputs: 5, changed: 5 });
    expect(first.ends['split-words']).toMatchObject({ ran: 4, inputs: 4, outputs: 8, changed: null });
  });

  it('a second time runs nothing and asks nothing, and gives the same', async () => {
    const [store, toy] = [open(), world(PAGES)];
    const first = await buildToy(store, toyRecipe(toy));
    forget(toy);
    const second = await buildToy(store, toyRecipe(toy), {
      services: () => {
        throw new Error('nothing needs a service');
      },
    });
    expect(second.built.ran).toBe(0);
    expect(Object.values(toy.ran).flat()).toEqual([]);
    expect(second.built.snapshot.hash).toBe(first.built.snapshot.hash);
    for (const stage of ['split-words', 'count-all', 'count-page']) {
      expect(outputsOf(store, second, stage)).toEqual(outputsOf(store, first, stage));
      expect(second.ends[stage]!.ran).toBe(0);
    }
  });

  it('in a fresh store gives the same snapshot and records', async () => {
    const [one, two] = [open(), open()];
    const first = await buildToy(one, toyRecipe(world(PAGES)));
    const second = await buildToy(two, toyRecipe(world(PAGES), { batch: 1 }));
    expect(second.built.snapshot.hash).toBe(first.built.snapshot.hash);
    expect(outputsOf(two, second, 'count-all')).toEqual(outputsOf(one, first, 'count-all'));
  });
});

describe('after one page changed', () => {
  it('exactly that page runs again, and the gathers say how many outputs changed', async () => {
    const [store, toy] = [open(), world(PAGES)];
    await buildToy(store, toyRecipe(toy));
    forget(toy);
    toy.shelf.set('Eid', 'sweets prayers');
    const next = await buildToy(store, toyRecipe(toy), { newSnapshot: true });
    expect(toy.ran['split-words']).toEqual(['Eid']);
    expect(toy.ran['count-page']).toEqual(['Eid']);
    expect(toy.ran['count-all']).toEqual(['9 words']);
    expect(next.ends['split-words']).toMatchObject({ ran: 1, inputs: 4 });
    // `prayers 1` is new; the other counts are as they were.
    expect(next.ends['count-all']).toMatchObject({ ran: 1, changed: 1, outputs: 6 });
    expect(next.ends['count-page']).toMatchObject({ ran: 1, changed: 1, outputs: 4 });
    expect(outputsOf(store, next, 'count-page')).toContainEqual({ of: 'Eid', count: 2 });
  });

  it('whichever it is, the gathers see it, though their sets keep their size', async () => {
    const [store, toy] = [open(), world({ A: 'one', B: 'two', C: 'three' })];
    await buildToy(store, toyRecipe(toy));
    for (const title of toy.shelf.keys()) {
      forget(toy);
      toy.shelf.set(title, `new-${title}`);
      const next = await buildToy(store, toyRecipe(toy), { newSnapshot: true });
      expect(toy.ran['count-page']).toEqual([title]);
      expect(outputsOf(store, next, 'count-all')).toContainEqual({ of: `new-${title}`, count: 1 });
    }
  });

  it('and changed back, nothing but the source runs', async () => {
    const [store, toy] = [open(), world(PAGES)];
    const first = await buildToy(store, toyRecipe(toy));
    toy.shelf.set('Eid', 'prayers');
    await buildToy(store, toyRecipe(toy), { newSnapshot: true });
    toy.shelf.set('Eid', PAGES.Eid);
    forget(toy);
    const third = await buildToy(store, toyRecipe(toy), { newSnapshot: true });
    expect(third.built.ran).toBe(1);
    expect(toy.ran['split-words']).toEqual([]);
    expect(third.built.snapshot.hash).toBe(first.built.snapshot.hash);
    expect(outputsOf(store, third, 'count-all')).toEqual(outputsOf(store, first, 'count-all'));
  });

  it('a page that went away takes its group with it and nothing else', async () => {
    const [store, toy] = [open(), world(PAGES)];
    await buildToy(store, toyRecipe(toy));
    toy.shelf.delete('Holi');
    forget(toy);
    const next = await buildToy(store, toyRecipe(toy), { newSnapshot: true });
    expect(toy.ran['split-words']).toEqual([]);
    expect(toy.ran['count-page']).toEqual([]);
    expect(outputsOf(store, next, 'count-page')).toHaveLength(3);
  });
});

describe('after a stage changed', () => {
  it('a changed parameter re-runs that stage, and what follows for changed outputs only', async () => {
    const [store, toy] = [open(), world(PAGES)];
    await buildToy(store, toyRecipe(toy));
    forget(toy);
    const next = await buildToy(store, toyRecipe(toy, { minLength: 4 }));
    expect(toy.ran.ask).toEqual([]);
    expect(toy.ran['split-words']).toEqual(Object.keys(PAGES));
    // Eid and Nauruz have no short word: their words are the same records, so their groups are remembered.
    expect(toy.ran['count-page']).toEqual(['Diwali', 'Holi']);
    expect(next.ends['count-page']).toMatchObject({ ran: 2, inputs: 6, changed: 2 });
    // Every count that is left was put out before.
    expect(next.ends['count-all']).toMatchObject({ ran: 1, changed: 0, outputs: 4 });
  });

  it('a new version that gives the same stops there', async () => {
    const [store, toy] = [open(), world(PAGES)];
    await buildToy(store, toyRecipe(toy));
    forget(toy);
    const next = await buildToy(store, toyRecipe(toy, { splitVersion: 2 }));
    expect(next.built.ran).toBe(4);
    expect(toy.ran['count-all']).toEqual([]);
    expect(toy.ran['count-page']).toEqual([]);
  });

  it('and changed back, nothing runs', async () => {
    const [store, toy] = [open(), world(PAGES)];
    await buildToy(store, toyRecipe(toy));
    await buildToy(store, toyRecipe(toy, { minLength: 4 }));
    const back = await buildToy(store, toyRecipe(toy));
    expect(back.built.ran).toBe(0);
  });

  it('a last stage with another parameter runs alone', async () => {
    const [store, toy] = [open(), world(PAGES)];
    await buildToy(store, toyRecipe(toy));
    const next = await buildToy(store, toyRecipe(toy, { countParams: { unit: 'tokens' } }));
    expect(next.built.ran).toBe(1);
    expect(next.ends['count-all']).toMatchObject({ ran: 1, changed: 0 });
  });
});
