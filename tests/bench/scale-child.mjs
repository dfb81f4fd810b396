// One process of the scale measurement, started from compiled code so that nothing but the store and the engine counts in its
// memory: `node scale-child.mjs DIST FOLDER COUNT bare|build|plan|again|read|gc` prints one JSON object.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { z } from 'zod';

const [dist = '', folder = '', count = '', task = ''] = process.argv.slice(2);
const COUNT = Number(count);
const load = (/** @type {string} */ path) => import(pathToFileURL(join(dist, path)).href);
const { openStore } = await load('db/index.js');
const { build } = await load('pipelines/engine/build.js');
const { plan } = await load('pipelines/engine/plan.js');
const { createInlineExecutor } = await load('pipelines/engine/inline-executor.js');
const { defineRecipe, place } = await load('pipelines/engine/recipe.js');
const { defineMap, defineSource } = await load('pipelines/engine/stage.js');
const { sha256 } = await load('schemas/canonical.js');
const { defineRecord } = await load('schemas/record.js');

const Statement = defineRecord({
  type: 'statement',
  schema: z.strictObject({ number: z.number(), stage: z.number(), text: z.string() }),
  key: (/** @type {{ stage: number, number: number }} */ one) => `${one.stage}/${one.number}`,
});

/** A statement of about 300 bytes. */
const text = (/** @type {number} */ number) =>
  `People of place ${number} greet one another with words ${sha256(String(number))} and answer ${sha256(`a${number}`)} `
    .repeat(2)
    .slice(0, 260);

const statements = defineSource({
  name: 'statements',
  version: 1,
  params: z.strictObject({}),
  outputs: [Statement],
  async *run(/** @type {any} */ { emit }) {
    for (let number = 0; number < COUNT; number += 1)
      yield emit(null, Statement, { number, stage: 0, text: text(number) });
  },
});

const cheap = defineMap({
  name: 'cheap',
  version: 1,
  params: z.strictObject({}),
  input: Statement,
  outputs: [Statement],
  batch: 1000,
  *run(/** @type {any} */ inputs, /** @type {any} */ { emit }) {
    for (const input of inputs) yield emit(input, Statement, { ...input.content, stage: 1 });
  },
});

const recipe = defineRecipe('scale', [place(statements, {}), place(cheap, {}, ['statements'])]);
const options = { executor: createInlineExecutor({ popularity: () => Promise.resolve([]) }), services: () => ({}) };

/** The least that any store must do for one row: hash, body, one transaction a thousand rows. */
function bare() {
  const db = new Database(join(folder, 'bare.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, body BLOB NOT NULL)');
  const insert = db.prepare('INSERT INTO t (hash, body) VALUES (?, ?)');
  for (let from = 0; from < COUNT; from += 1000) {
    db.transaction(() => {
      for (let number = from; number < Math.min(from + 1000, COUNT); number += 1) {
        const body = text(number);
        insert.run(Buffer.from(sha256(body), 'hex'), Buffer.from(body));
      }
    })();
  }
  db.close();
}

async function run() {
  if (task === 'bare') return bare();
  const store = openStore(join(folder, 'folkways.db'));
  try {
    if (task === 'build') return (await build(store, recipe, options)).ran;
    if (task === 'plan') return plan(store, recipe).upToDate;
    if (task === 'gc') {
      const { removed } = store.gc.clear(1, true);
      return removed.reduce((/** @type {number} */ sum, /** @type {{ rows: number }} */ one) => sum + one.rows, 0);
    }
    const built = await build(store, recipe, options);
    if (task === 'again') return built.ran;
    // Read in the order of keys, one record in memory at a time.
    let length = 0;
    for (const id of built.flow.outputs(1, ['statement'])) length += store.records.get(id).content.text.length;
    return length;
  } finally {
    store.close();
  }
}

const started = performance.now();
const result = await run();
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage();
const usage = { cpu: (user + system) / 1e6, peak: process.resourceUsage().maxRSS / 1000 };
process.stdout.write(JSON.stringify({ task, seconds, ...usage, result }));
