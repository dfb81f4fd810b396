// The store beside a bare insert loop, the second build of many statements through six cheap stages, and what one changed input of
// many makes run again.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../db/index.js';
import { build } from '../../pipelines/engine/build.js';
import { createInlineExecutor } from '../../pipelines/engine/inline-executor.js';
import { plan } from '../../pipelines/engine/plan.js';
import { defineRecipe, place } from '../../pipelines/engine/recipe.js';
import { defineGather, defineMap, defineSource } from '../../pipelines/engine/stage.js';
import { sha256 } from '../../schemas/canonical.js';
import { defineRecord } from '../../schemas/record.js';
import { temporaryFolder } from '../helpers/build-release.js';
import { report, timed } from './report.js';

const COUNT = 100_000;
const STAGES = 6;

const Statement = defineRecord({
  type: 'statement',
  schema: z.strictObject({ number: z.number(), stage: z.number(), text: z.string() }),
  key: (statement) => `${statement.stage}/${statement.number}`,
});

const text = (number: number) =>
  `People of place ${number} greet one another with the words number ${sha256(String(number))}.`;

const source = defineSource({
  name: 'statements',
  version: 1,
  params: z.strictObject({}),
  outputs: [Statement],
  async *run({ emit }) {
    for (let number = 0; number < COUNT; number += 1)
      yield emit(null, Statement, { number, stage: 0, text: text(number) });
  },
});

const cheap = (stage: number) =>
  defineMap({
    name: `cheap-${stage}`,
    version: 1,
    params: z.strictObject({}),
    input: Statement,
    outputs: [Statement],
    batch: 1000,
    *run(inputs, { emit }) {
      for (const input of inputs) yield emit(input, Statement, { ...input.content, stage });
    },
  });

const recipe = defineRecipe(
  'bench',
  [place(source, {})].concat(
    Array.from({ length: STAGES }, (_, index) =>
      place(cheap(index + 1), {}, [index === 0 ? 'statements' : `cheap-${index}`]),
    ),
  ),
);

describe('engine', () => {
  const folder = temporaryFolder();
  const store = openStore(join(folder.path, 'folkways.db'));
  const options = {
    executor: createInlineExecutor({ popularity: () => Promise.resolve([]) }),
    services: () => ({}) as never,
  };
  let bareRate: number;

  beforeAll(async () => {
    const db = new Database(join(folder.path, 'bare.db'));
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, body BLOB NOT NULL)');
    const insert = db.prepare('INSERT INTO t (hash, body) VALUES (?, ?)');
    const { seconds } = await timed(() => {
      for (let from = 0; from < COUNT; from += 1000) {
        db.transaction(() => {
          for (let number = from; number < from + 1000; number += 1) {
            insert.run(Buffer.from(sha256(`x${number}`), 'hex'), Buffer.from(text(number)));
          }
        })();
      }
    });
    bareRate = COUNT / seconds;
    db.close();
  });
  afterAll(() => {
    store.close();
    folder.remove();
  });

  it('builds, plans and builds again', async () => {
    const first = await timed(() => build(store, recipe, options));
    const rate = (COUNT * (STAGES + 1)) / first.seconds;
    report(
      'records through stages and store, rows/s',
      `${rate.toFixed(0)} (bare insert loop ${bareRate.toFixed(0)}, ratio ${(rate / bareRate).toFixed(2)})`,
    );
    const planned = await timed(() => plan(store, recipe));
    expect(planned.result.upToDate).toBe(true);
    report(`plan with nothing to do, ${COUNT} statements, ${STAGES} map stages`, `${planned.seconds.toFixed(2)} s`);
    const second = await timed(() => build(store, recipe, options));
    expect(second.result.ran).toBe(0);
    report(`second build with nothing changed, same statements (bar < 3 s)`, `${second.seconds.toFixed(2)} s`);
    report('memory of the process', `${(process.memoryUsage().rss / 1e6).toFixed(0)} MB RSS`);
  });
});

describe('one input of 3,000 changed', () => {
  const PAGES = 3000;
  const shelf = Array.from({ length: PAGES }, (_, number) => text(number));
  const pages = defineSource({
    name: 'pages',
    version: 1,
    params: z.strictObject({}),
    outputs: [Statement],
    async *run({ emit }) {
      for (const [number, words] of shelf.entries()) yield emit(null, Statement, { number, stage: 0, text: words });
    },
  });
  const count = defineGather({
    name: 'count-by-digit',
    version: 1,
    params: z.strictObject({}),
    inputs: [Statement],
    outputs: [Statement],
    groupBy: (record) => String((record.content as { number: number }).number % 10),
    *run(inputs, { emit }) {
      const { number } = inputs[0]!.content as { number: number };
      const length = inputs.reduce((sum, { content }) => sum + (content as { text: string }).text.length, 0);
      yield emit(null, Statement, { number: number % 10, stage: 99, text: String(length) });
    },
  });
  const chain = recipe.stages
    .slice(1)
    .map((placed, index) => (index === 0 ? place(placed.stage, {}, ['pages']) : placed));
  const whole = defineRecipe('bench-change', [place(pages, {}), ...chain, place(count, {}, [`cheap-${STAGES}`])]);

  it('runs exactly what depends on it', async () => {
    const store = openStore(':memory:');
    const ends: string[] = [];
    const options = {
      executor: createInlineExecutor({ popularity: () => Promise.resolve([]) }),
      services: () => ({}) as never,
      newSnapshot: true,
    };
    await build(store, whole, options);
    shelf[1234] = 'People of place 1234 greet nobody now.';
    const { seconds, result } = await timed(() =>
      build(store, whole, {
        ...options,
        listen: (event) => {
          if (event.type !== 'stage-end' || event.slot === 0) return;
          ends.push(
            `${event.stage} ${event.ran}${event.changed === null ? '' : ` (${event.changed} outputs changed)`}`,
          );
        },
      }),
    );
    store.close();
    const maps = Array.from({ length: STAGES }, (_, index) => `cheap-${index + 1} 1`);
    expect(ends).toEqual([...maps, 'count-by-digit 1 (1 outputs changed)']);
    // The source itself, one input of each map stage, and the one group of ten.
    expect(result.ran).toBe(1 + STAGES + 1);
    report(`one input of ${PAGES} changed: inputs that ran again`, `${ends.join(', ')}; ${seconds.toFixed(2)} s`);
  });
});
