// The store beside a bare insert loop, and the second build of many statements through six cheap stages.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../db/index.js';
import { build } from '../../pipelines/engine/build.js';
import { createInlineExecutor } from '../../pipelines/engine/inline-executor.js';
import { plan } from '../../pipelines/engine/plan.js';
import { defineRecipe, place } from '../../pipelines/engine/recipe.js';
import { defineMap, defineSource } from '../../pipelines/engine/stage.js';
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
