import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { StageContext, StageEvent } from '../../../../pipelines/engine/stage.js';
import type { StoredRecord } from '../../../../schemas/record.js';
import { defineRecipe, place } from '../../../../pipelines/engine/recipe.js';
import { defineGather, defineMap } from '../../../../pipelines/engine/stage.js';
import { FatalError, RecordError, RetryableError } from '../../../../schemas/errors.js';
import { temporaryStores } from '../../db/temp.js';
import { buildToy, CountRecord, forget, outputsOf, PageRecord, toyRecipe, WordRecord, world } from './toy.js';

const open = temporaryStores();
const PAGES = { A: 'one', B: 'two two', C: 'three', D: 'four', E: 'five' };

/** The toy's source with one map stage behind it that does what a test wants. */
function recipeWith(run: (pages: readonly StoredRecord[], context: StageContext<unknown>) => Iterable<StageEvent>) {
  const toy = world(PAGES);
  const stage = defineMap({
    name: 'odd',
    version: 1,
    params: z.strictObject({}),
    input: PageRecord,
    outputs: [WordRecord],
    batch: 2,
    run,
  });
  return defineRecipe('odd', [toyRecipe(toy).stages[0]!, place(stage, {}, ['read-shelf'])]);
}

const word = (page: StoredRecord) => ({ page: page.key, word: 'w', place: 0 });

describe('what a stage drops', () => {
  it('is kept with its reason, key and detail', async () => {
    const store = open();
    const made = await buildToy(store, toyRecipe(world(PAGES), { minLength: 4 }));
    expect(made.ends['split-words']!.rejected).toEqual({ 'word-too-short': 3 });
    const slot = made.built.slots[1]!;
    const rows = store.lineage.rejections(slot.slot, slot.id);
    expect(rows.map(({ key, detail }) => `${key} ${detail}`)).toEqual(['A#0 one', 'B#0 two', 'B#1 two']);
    const page = store.records.find(rows[0]!.record!);
    expect(page).toMatchObject({ type: 'toy-page', key: 'A' });
  });

  it('by a source is kept, and decides the snapshot', async () => {
    const [store, toy] = [open(), world({ ...PAGES, Gone: 'missing' })];
    const first = await buildToy(store, toyRecipe(toy));
    expect(first.ends['read-shelf']).toMatchObject({ outputs: 5, rejected: { 'page-missing': 1 } });
    toy.shelf.delete('Gone');
    const second = await buildToy(store, toyRecipe(toy), { newSnapshot: true });
    expect(second.built.snapshot.hash).not.toBe(first.built.snapshot.hash);
    expect(second.ends['read-shelf']!.rejected).toEqual({});
  });

  it('without a word is counted: an input that yields nothing gets nothing-found', async () => {
    const store = open();
    const made = await buildToy(store, toyRecipe(world({ ...PAGES, Empty: '' })));
    expect(made.ends['split-words']!.rejected).toEqual({ 'nothing-found': 1 });
    const slot = made.built.slots[1]!;
    expect(store.lineage.rejections(slot.slot, slot.id)[0]).toMatchObject({ reason: 'nothing-found', key: 'Empty' });
  });

  it('for a reason that is no kebab-case name stops the build', async () => {
    const recipe = recipeWith((pages, { reject }) => pages.map((page) => reject(page, 'Too short!')));
    await expect(buildToy(open(), recipe)).rejects.toMatchObject({ code: 'schema-mismatch' });
  });
});

describe('a stage that throws on one input', () => {
  it.each([
    ['any error', new TypeError('not a date'), 'stage-failed'],
    ['a record error', new RecordError('bad-input', 'not a date'), 'bad-input'],
  ])('(%s) loses that input only, with the reason', async (_, error, reason) => {
    const [store, toy] = [open(), world(PAGES)];
    toy.onSplit = (title) => {
      if (title === 'B' || title === 'D') throw error;
    };
    const made = await buildToy(store, toyRecipe(toy));
    expect(made.ends['split-words']).toMatchObject({ ran: 5, outputs: 3, rejected: { [reason]: 2 } });
    const slot = made.built.slots[1]!;
    expect(store.lineage.rejections(slot.slot, slot.id).map(({ key, detail }) => [key, detail])).toEqual([
      ['B', 'not a date'],
      ['D', 'not a date'],
    ]);
    // Remembered as any other result: it runs again when input or stage change.
    forget(toy);
    await buildToy(store, toyRecipe(toy));
    expect(toy.ran['split-words']).toEqual([]);
  });

  it('after it yielded for others counts nothing twice', async () => {
    const store = open();
    const recipe = recipeWith(function* (pages, { emit }) {
      for (const page of pages) yield emit(page, WordRecord, word(page));
      if (pages.some((page) => page.key === 'B')) throw new Error('at the end');
    });
    const made = await buildToy(store, recipe);
    expect(outputsOf(store, made, 'odd')).toHaveLength(4);
    expect(made.ends['odd']!.rejected).toEqual({ 'stage-failed': 1 });
  });
});

describe('a stage that yields what it may not', () => {
  it.each<[string, (page: StoredRecord, context: StageContext<unknown>) => StageEvent]>([
    ['a type it did not declare', (page, { emit }) => emit(page, CountRecord, { of: 'x', count: 1 })],
    ['a value that is not of its type', (page, { emit }) => emit(page, WordRecord, { ...word(page), place: 0.5 })],
    ['a field too many', (page, { emit }) => emit(page, WordRecord, { ...word(page), more: 1 } as never)],
    ['wrong evidence', (page, { emit }) => emit(page, WordRecord, word(page), { witness: 'x' } as never)],
    [
      'for a record that is not its input',
      (page, { emit }) => emit({ ...page, hash: 'f'.repeat(64) }, WordRecord, word(page)),
    ],
    ['for no record', (page, { emit }) => emit(null, WordRecord, word(page))],
  ])('(%s) stops the build, and nothing of that batch is committed', async (_, bad) => {
    const store = open();
    let mended = false;
    const recipe = recipeWith(function* (pages, context) {
      for (const page of pages) {
        yield page.key === 'D' && !mended ? bad(page, context) : context.emit(page, WordRecord, word(page));
      }
    });
    await expect(buildToy(store, recipe)).rejects.toMatchObject({
      code: 'schema-mismatch',
      message: expect.stringContaining('odd') as string,
    });
    expect(store.records.versions('toy-word', 'B#0')).toHaveLength(1);
    expect(store.records.versions('toy-word', 'C#0')).toEqual([]);
    mended = true;
    expect((await buildToy(store, recipe)).built.ran).toBe(3);
  });
});

describe('a fatal error', () => {
  it.each([
    ['fatal', new FatalError('source-unavailable', 'blocked')],
    ['retryable', new RetryableError('http-retry', 'reset')],
  ])('(%s) stops; what was committed stays, and the next build goes on without repeating', async (_, error) => {
    const [store, toy] = [open(), world(PAGES)];
    toy.onSplit = (title) => {
      if (title === 'D') throw error;
    };
    await expect(buildToy(store, toyRecipe(toy, { batch: 1 }))).rejects.toBe(error);
    expect(toy.ran['split-words']).toEqual(['A', 'B', 'C']);
    expect(store.runs.last('toy')).toMatchObject({ outcome: 'failed' });
    toy.onSplit = () => undefined;
    const made = await buildToy(store, toyRecipe(toy, { batch: 1 }));
    expect(toy.ran['split-words']).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(toy.ran['read-shelf']).toEqual(['whole']);
    expect(made.ends['split-words']).toMatchObject({ ran: 2, inputs: 5, outputs: 6 });
    expect(store.runs.last('toy')).toMatchObject({ outcome: 'done' });
  });

  it('in a gather stage, of whatever kind, stops: its set has no neighbour to keep', async () => {
    const store = open();
    const broken = defineGather({
      name: 'broken',
      version: 1,
      params: z.strictObject({}),
      inputs: [WordRecord],
      outputs: [CountRecord],
      run: () => {
        throw new TypeError('cannot add these up');
      },
    });
    const toy = world(PAGES);
    const stages = toyRecipe(toy).stages.slice(0, 2);
    const recipe = defineRecipe('toy', [...stages, place(broken, {}, ['split-words'])]);
    await expect(buildToy(store, recipe)).rejects.toThrow('cannot add these up');
    expect(store.runs.last('toy')).toMatchObject({ outcome: 'failed' });
  });
});
