// Stages for the executors, plain JavaScript so that worker processes load them as they are: each input says what the stage does to it.
import { appendFileSync, closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

// By address, so that types can be checked where dist is not built.
const dist = (/** @type {string} */ path) => import(new URL(`../../dist/${path}`, import.meta.url).href);
const { defineGather, defineMap, defineSource } = await dist('pipelines/engine/stage.js');
const { FatalError, PrerequisiteError, RecordError, RetryableError } = await dist('schemas/errors.js');
const { defineRecord } = await dist('schemas/record.js');

export const Task = defineRecord({
  type: 'task',
  schema: z.strictObject({ id: z.string(), act: z.string(), more: z.unknown().optional() }),
  key: (/** @type {any} */ task) => task.id,
});
export const Echo = defineRecord({
  type: 'echo',
  schema: z.strictObject({ id: z.string(), said: z.unknown() }),
  key: (/** @type {any} */ echo) => echo.id,
});

const params = z.strictObject({ suffix: z.string().optional() });

/** What an input may ask for; anything else is said back. @type {Record<string, () => unknown>} */
const ACTS = {
  throw: () => {
    throw new TypeError('not a date');
  },
  'record-error': () => {
    throw new RecordError('page-missing', 'no such page');
  },
  fatal: () => {
    throw new FatalError('source-unavailable', 'blocked', { hint: 'wait a day', cause: new Error('429') });
  },
  prerequisite: () => {
    throw new PrerequisiteError('contact-required', 'who are you?', { hint: 'set a contact' });
  },
  retryable: () => {
    throw new RetryableError('http-retry', 'reset');
  },
  exit: () => process.exit(7),
  loop: () => {
    for (;;);
  },
  hang: () => new Promise(() => undefined),
  'eat-heap': () => {
    for (const all = []; ;) all.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
  },
  'eat-buffers': () => {
    for (const all = []; ;) all.push(Buffer.alloc(4 << 20, all.length % 250));
  },
  print: () => console.log('printed by a stage'),
  slow: () => sleep(150),
  stray: async () => {
    setTimeout(() => {
      throw new Error('from nowhere');
    }, 1);
    await sleep(200);
  },
};

/** @param {any} inputs @param {any} context */
async function* act(inputs, context) {
  const {
    params: { suffix = '' },
    emit,
    reject,
    services,
  } = context;
  for (const input of inputs) {
    const { id, act, more } = input.content;
    // Says outside of the executor what was run, as often as it was.
    if (typeof more === 'string' && more.startsWith('/')) appendFileSync(more, `${process.pid} ${id}\n`);
    await ACTS[act]?.();
    if (act === 'silent') continue;
    if (act === 'reject') yield reject(input, 'not-wanted', { key: `${id}#1`, detail: 'x'.repeat(600) });
    else if (act === 'wrong') yield emit(input, Echo, { id, said: 1, unknown: 2 });
    else if (act === 'undeclared') yield emit(input, Task, { id, act });
    else if (act === 'function') yield emit(input, Echo, { id: () => id, said: 1 });
    else if (act === 'half') yield emit(input, Echo, { id, said: ['🎆'.slice(0, 1)] });
    else if (act === 'endless') yield emit(input, Echo, { id, said: { deep: Infinity } });
    else if (act === 'site') yield emit(input, Echo, { id, said: services.site(more) });
    else if (act === 'odd') yield emit(input, Echo, { id, said: odd(more) });
    else if (act === 'big') yield emit(input, Echo, { id, said: more + more });
    else yield emit(input, Echo, { id, said: `${act}${suffix}` }, { parents: [input.hash] });
  }
}

/** @param {unknown} more */
function odd(more) {
  return {
    more,
    lone: '\ud800x\udc00',
    wide: 'Žižkov 🎆 e\u0301',
    absent: undefined,
    holes: [undefined, null],
    zero: -0,
  };
}

const base = { version: 1, params, input: Task, outputs: [Echo], run: act };
const gather = { version: 1, params, inputs: [Task], outputs: [Echo], run: act };

const attach = (/** @type {any} */ task) => (task.act === 'site' ? [task.more] : []);

export const actStage = defineMap({ ...base, name: 'act', batch: 3, attach });
export const impatientStage = defineMap({ ...base, name: 'act-impatient', patience: 1 });
export const aloneStage = defineMap({ ...base, name: 'act-alone', exclusive: true });
export const gatherStage = defineGather({ ...gather, name: 'act-all', patience: 2 });
export const sumStage = defineGather({
  ...gather,
  name: 'sum',
  async *run(/** @type {any[]} */ inputs, /** @type {any} */ { emit, reject }) {
    const said = inputs.map((input) => input.content.id).join(' ');
    yield emit(null, Echo, { id: 'sum', said }, { parents: inputs.map((input) => input.hash) });
    yield reject(inputs[0], 'first-dropped');
  },
});
/** Puts out the tasks of its parameters. */
export const sourceStage = defineSource({
  name: 'tasks',
  version: 1,
  params: z.strictObject({ tasks: z.array(Task.schema) }),
  outputs: [Task],
  async *run(/** @type {any} */ { params: { tasks }, emit }) {
    for (const task of tasks) yield emit(null, Task, task);
  },
});

/** Opens what workers work with; the setup may ask for trouble. @param {any} setup */
export async function openWorker(setup) {
  if (setup?.quiet) {
    // What dies loudly on purpose should not look like a failure of the test.
    closeSync(2);
    openSync('/dev/null', 'w');
  }
  if (setup?.trouble === 'throw') throw new PrerequisiteError('bad-config', 'no such corpus', { hint: 'name one' });
  if (setup?.trouble === 'exit') process.exit(9);
  if (setup?.trouble === 'slow') await sleep(600);
  return {
    stages: [actStage, impatientStage, aloneStage, gatherStage, sumStage],
    outside: { popularity: () => Promise.resolve([]) },
  };
}
