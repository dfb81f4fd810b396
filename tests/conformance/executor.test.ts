// One suite over both executors: a batch comes to the same, wherever it runs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Build from '../../pipelines/engine/build.js';
import type * as Db from '../../db/index.js';
import type * as Recipes from '../../pipelines/engine/recipe.js';
import type { Executor, InputResult } from '../../pipelines/engine/executor.js';
import type { StoredRecord } from '../../schemas/record.js';
import type { Loaded, TaskText } from './executors.js';
import { BUILT, dist, inShort, load, MODULE, NEEDS_DIST, runActs, tasks } from './executors.js';

const SITE = {
  lang: 'en',
  base: 'http://wiki.test/wiki/Main_Page',
  namespaces: [{ id: 0, name: '', aliases: [], case: 'first-letter' }],
  languages: ['de'],
  interwiki: [],
  redirectWords: ['#redirect'],
  disambiguationTemplates: [],
};

describe.runIf(BUILT).each(['inline', 'processes'])(`the executor "%s"${NEEDS_DIST}`, (name) => {
  let loaded: Loaded;
  let executor: Executor;
  beforeAll(async () => {
    loaded = await load();
    executor =
      name === 'inline'
        ? loaded.inline.createInlineExecutor({ popularity: () => Promise.resolve([]) })
        : loaded.processes.createProcessesExecutor({ module: MODULE, setup: {}, workers: 2 });
  });
  afterAll(() => executor?.close());
  const run = (acts: readonly TaskText[], more = {}) => runActs(loaded, executor, loaded.stages.actStage, acts, more);

  it('gives one result for each input, in their order', async () => {
    const acts = Array.from({ length: 40 }, (_, index) => `word ${(index * 7) % 40}`);
    expect(inShort(await run(acts))).toEqual(acts);
    expect(await run([])).toEqual([]);
  });

  it('gives outputs with type, content and what is beside them, and rejections with the hash of their input', async () => {
    const [first, second] = tasks(loaded, ['a', 'reject']);
    const results = await run(['a', 'reject']);
    expect(results).toEqual([
      [{ kind: 'output', type: 'echo', content: { id: 't0', said: 'a' }, beside: { parents: [first!.hash] } }],
      [{ kind: 'rejection', record: second!.hash, key: 't1#1', reason: 'not-wanted', detail: 'x'.repeat(500) }],
    ]);
  });

  it('rejects an input on which the stage throws, and an input that gives nothing, and keeps their neighbours', async () => {
    const results = await run(['a', 'throw', 'b', 'record-error', 'silent', 'c']);
    expect(inShort(results)).toEqual(['a', 'stage-failed', 'b', 'page-missing', 'nothing-found', 'c']);
    expect(results[1]).toMatchObject([{ key: 't1', detail: 'not a date' }]);
    expect(results[3]).toMatchObject([{ key: 't3', detail: 'no such page' }]);
    expect(results.map((events) => events.length)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(inShort(await run(['throw']))).toEqual(['stage-failed']);
  });

  it.each([
    ['fatal', 'FatalError', { code: 'source-unavailable', message: 'blocked', hint: 'wait a day' }, '429'],
    [
      'prerequisite',
      'PrerequisiteError',
      { code: 'contact-required', message: 'who are you?', hint: 'set a contact' },
      undefined,
    ],
    ['retryable', 'RetryableError', { code: 'http-retry', message: 'reset', hint: undefined }, undefined],
  ] as const)('passes a %s error on with class, code, message, hint and cause', async (act, kind, fields, cause) => {
    const error: unknown = await run(['a', act, 'b']).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(loaded.errors[kind]);
    expect(error).toMatchObject({ name: kind, ...fields });
    expect(((error as Error).cause as Error | undefined)?.message).toBe(cause);
    // And works on afterwards.
    expect(inShort(await run(['a']))).toEqual(['a']);
  });

  it('gives stages the records that came with the batch, and an error for one that did not', async () => {
    const site: StoredRecord = { hash: 'a'.repeat(64), type: 'site', key: SITE.base, content: SITE };
    const [[event]] = (await run([['site', site.hash]], { attachments: [site] })) as [InputResult];
    expect(event).toMatchObject({ content: { said: SITE } });
    const missing = run([['site', 'b'.repeat(64)]], { attachments: [site] });
    await expect(missing).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('bbbb') as string,
    });
  });

  it('gives stages their parameters', async () => {
    expect(inShort(await run(['a'], { params: { suffix: '!' } }))).toEqual(['a!']);
  });

  it('gives one result for the set of a gather stage, in the order it yielded', async () => {
    const results = await runActs(loaded, executor, loaded.stages.sumStage, ['a', 'b', 'c']);
    expect(inShort(results)).toEqual(['t0 t1 t2,first-dropped']);
    const broken = runActs(loaded, executor, loaded.stages.gatherStage, ['a', 'throw']);
    await expect(broken).rejects.toThrow('not a date');
    const record = runActs(loaded, executor, loaded.stages.gatherStage, ['a', 'record-error']);
    await expect(record).rejects.toBeInstanceOf(loaded.errors.RecordError);
  });

  it('takes batches and results of many megabytes', async () => {
    const text = 'holiday 🎆 '.repeat(180_000);
    const [events] = await run([['big', text], ...Array.from({ length: 9 }, () => ['b', text] as const)]);
    const { said } = (events![0] as { content: { said: string } }).content;
    expect(said.length).toBe(text.length * 2);
    expect(said === text + text).toBe(true);
  });

  it('carries odd contents unchanged: lone surrogates, wide letters, members without a value, holes, minus zero', async () => {
    const more = { inner: '🎆\u0000', list: [null, { deep: ['é'] }] };
    const [[event]] = (await run([['odd', more]])) as [InputResult];
    expect((event as { content: { said: unknown } }).content.said).toStrictEqual({
      more,
      lone: '\ud800x\udc00',
      wide: 'Žižkov 🎆 e\u0301',
      absent: undefined,
      holes: [undefined, null],
      zero: -0,
    });
  });

  it('runs several batches at once without mixing them', async () => {
    const batches = Array.from({ length: 4 }, (_, batch) => Array.from({ length: 20 }, (__, one) => `${batch}/${one}`));
    const results = await Promise.all(batches.map((acts) => run(acts)));
    expect(results.map(inShort)).toEqual(batches);
  });

  it.each(['wrong', 'undeclared', 'function', 'half', 'endless'])(
    'leaves it to the engine to refuse what is %s: schema-mismatch, and nothing of that batch is kept',
    async (act) => {
      const [{ build }, { openStore }, { defineRecipe, place }] = await Promise.all([
        dist<typeof Build>('pipelines/engine/build.js'),
        dist<typeof Db>('db/index.js'),
        dist<typeof Recipes>('pipelines/engine/recipe.js'),
      ]);
      const { actStage, sourceStage } = loaded.stages;
      const store = openStore(':memory:');
      // Batches of three, by key: t0 t1 t2, then t3 t4 t5 with the wrong one last.
      const content = ['a', 'a', 'a', 'b', 'b', act].map((one, index) => ({ id: `t${index}`, act: one }));
      const recipe = defineRecipe('odd', [place(sourceStage, { tasks: content }), place(actStage, {}, ['tasks'])]);
      const building = build(store, recipe, { executor, services: () => ({ wiki: () => undefined as never }) });
      await expect(building).rejects.toMatchObject({
        code: 'schema-mismatch',
        message: expect.stringContaining('Stage act ') as string,
      });
      expect(store.runs.last('odd')).toMatchObject({ outcome: 'failed' });
      expect(store.records.versions('echo', 't3')).toEqual([]);
      store.close();
    },
  );
});
