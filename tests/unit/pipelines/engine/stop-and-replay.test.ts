import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { StoppedError } from '../../../../pipelines/engine/stop.js';
import { FatalError } from '../../../../schemas/errors.js';
import { temporaryFolders, temporaryStores } from '../../db/temp.js';
import { buildToy, forget, outputsOf, toyRecipe, world } from './toy.js';

const folder = temporaryFolders();
const open = temporaryStores();
const PAGES = { A: 'one', B: 'two two', C: 'three', D: 'four', E: 'five' };

describe('a stop', () => {
  it('between batches keeps what was committed; the same build goes on', async () => {
    const [store, toy, controller] = [open(), world(PAGES), new AbortController()];
    toy.onSplit = (title) => {
      if (title === 'C') controller.abort();
    };
    const recipe = toyRecipe(toy, { batch: 1 });
    await expect(buildToy(store, recipe, { signal: controller.signal })).rejects.toBeInstanceOf(StoppedError);
    expect(toy.ran['split-words']).toEqual(['A', 'B', 'C']);
    expect(store.runs.last('toy')).toMatchObject({ outcome: 'stopped' });
    toy.onSplit = () => undefined;
    const made = await buildToy(store, recipe);
    expect(toy.ran['split-words']).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(outputsOf(store, made, 'split-words')).toHaveLength(6);
  });

  it('that comes as a signal does is heard while stages keep the processor busy', async () => {
    const [store, toy, controller] = [open(), world(PAGES), new AbortController()];
    toy.onSplit = (title) => {
      if (title === 'B') setImmediate(() => controller.abort());
    };
    const building = buildToy(store, toyRecipe(toy, { batch: 1 }), { signal: controller.signal });
    await expect(building).rejects.toBeInstanceOf(StoppedError);
    expect(toy.ran['split-words'].length).toBeLessThan(5);
  });

  it('that makes a stage throw is a stop, and no input is rejected for it', async () => {
    const [store, toy, controller] = [open(), world(PAGES), new AbortController()];
    toy.onSplit = () => {
      controller.abort();
      controller.signal.throwIfAborted();
    };
    const recipe = toyRecipe(toy);
    const building = buildToy(store, recipe, { signal: controller.signal });
    await expect(building).rejects.toBeInstanceOf(StoppedError);
    expect(store.runs.last('toy')).toMatchObject({ outcome: 'stopped' });
    toy.onSplit = () => undefined;
    const made = await buildToy(store, recipe);
    expect(made.ends['split-words']).toMatchObject({ ran: 5, rejected: {} });
  });

  it('while the source is read takes no snapshot of a part', async () => {
    const [store, toy, controller] = [open(), world(PAGES), new AbortController()];
    toy.onAsk = (title) => {
      if (title === 'C') controller.abort();
    };
    const building = buildToy(store, toyRecipe(toy), { signal: controller.signal });
    await expect(building).rejects.toBeInstanceOf(StoppedError);
    expect(toy.ran['split-words']).toEqual([]);
    toy.onAsk = () => undefined;
    const made = await buildToy(store, toyRecipe(toy));
    expect(made.ends['read-shelf']!.outputs).toBe(5);
  });

  it('asked for before the start runs no stage', async () => {
    const [store, toy, controller] = [open(), world(PAGES), new AbortController()];
    await buildToy(store, toyRecipe(toy));
    forget(toy);
    controller.abort();
    const building = buildToy(store, toyRecipe(toy, { minLength: 4 }), { signal: controller.signal });
    await expect(building).rejects.toBeInstanceOf(StoppedError);
    expect(Object.values(toy.ran).flat()).toEqual([]);
  });
});

describe('a source that was cut off', () => {
  it('replays the answers it had and asks only for the rest', async () => {
    const [store, toy] = [open(), world(PAGES)];
    toy.onAsk = (title) => {
      if (title === 'D') throw new FatalError('source-unavailable', 'blocked');
    };
    await expect(buildToy(store, toyRecipe(toy))).rejects.toMatchObject({ code: 'source-unavailable' });
    expect(toy.ran.ask).toEqual(['A', 'B', 'C']);
    toy.onAsk = () => undefined;
    const made = await buildToy(store, toyRecipe(toy));
    expect(toy.ran.ask).toEqual(['A', 'B', 'C', 'D', 'E']);
    const undisturbed = await buildToy(open(), toyRecipe(world(PAGES)));
    expect(made.built.snapshot.hash).toBe(undisturbed.built.snapshot.hash);
  });

  it('at the very end either has its snapshot and no answers left, or its answers and no snapshot', async () => {
    const path = join(folder(), 'folkways.db');
    const [store, toy] = [open(path), world(PAGES)];
    const raw = new Database(path);
    raw.exec("CREATE TRIGGER kept BEFORE DELETE ON responses BEGIN SELECT RAISE(ABORT, 'cut off here'); END");
    await expect(buildToy(store, toyRecipe(toy))).rejects.toThrow('cut off here');
    expect(raw.prepare('SELECT count(*) FROM snapshots').pluck().get()).toBe(0);
    expect(raw.prepare('SELECT count(*) FROM ledger').pluck().get()).toBe(0);
    raw.exec('DROP TRIGGER kept');
    forget(toy);
    await buildToy(store, toyRecipe(toy));
    expect(toy.ran.ask).toEqual([]);
    expect(raw.prepare('SELECT count(*) FROM responses').pluck().get()).toBe(0);
    raw.close();
  });

  it('once it finished, asks the world again for a new snapshot', async () => {
    const [store, toy] = [open(), world(PAGES)];
    await buildToy(store, toyRecipe(toy));
    forget(toy);
    await buildToy(store, toyRecipe(toy), { newSnapshot: true });
    expect(toy.ran.ask).toEqual(['A', 'B', 'C', 'D', 'E']);
  });
});

describe('a snapshot', () => {
  async function twoSnapshots() {
    const [store, toy] = [open(), world(PAGES)];
    const first = await buildToy(store, toyRecipe(toy));
    toy.shelf.set('A', 'changed');
    const second = await buildToy(store, toyRecipe(toy), { newSnapshot: true });
    forget(toy);
    return { store, toy, first: first.built.snapshot.hash, second: second.built.snapshot.hash };
  }

  it('is replayed by its id or a beginning of it, without a request', async () => {
    const { store, toy, first, second } = await twoSnapshots();
    expect(first).not.toBe(second);
    for (const snapshot of [first, first.slice(0, 8)]) {
      const made = await buildToy(store, toyRecipe(toy), { snapshot });
      expect(made.built.snapshot.hash).toBe(first);
      expect(made.built.ran).toBe(0);
      expect(outputsOf(store, made, 'count-page')).toContainEqual({ of: 'A', count: 1 });
      expect(outputsOf(store, made, 'count-all')).toContainEqual({ of: 'one', count: 1 });
    }
    expect(toy.ran.ask).toEqual([]);
  });

  it('is the newest where none is named', async () => {
    const { store, toy, second } = await twoSnapshots();
    const made = await buildToy(store, toyRecipe(toy));
    expect(made.built.snapshot.hash).toBe(second);
    expect(made.built.ran).toBe(0);
  });

  it.each(['0123456789abcdef', 'short', ''])(
    'of an unknown id (%j) is refused with those that are known',
    async (id) => {
      const { store, toy, first, second } = await twoSnapshots();
      const building = buildToy(store, toyRecipe(toy), { snapshot: id });
      await expect(building).rejects.toMatchObject({
        code: 'snapshot-unknown',
        hint: expect.stringContaining(`${second.slice(0, 12)}, ${first.slice(0, 12)}`) as string,
      });
      expect(toy.ran['split-words']).toEqual([]);
    },
  );

  it('names pages by key, content and revision', async () => {
    const { store, first } = await twoSnapshots();
    const { content } = store.records.find(first)!;
    const { pages } = content as { pages: { key: string; hash: string; revision: number; type: string }[] };
    expect(pages.map(({ key }) => key)).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(pages[0]).toEqual({
      type: 'toy-page',
      key: 'A',
      hash: store.records.versions('toy-page', 'A')[0]!.hash,
      revision: 'one'.length + 1,
    });
  });
});
