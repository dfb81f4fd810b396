// A process with workers, to be looked at from outside: writes the numbers of its workers to a file, runs one batch, says what came.
import { appendFileSync } from 'node:fs';
import { actStage } from './worker-stages.mjs';

const dist = (/** @type {string} */ path) => import(new URL(`../../dist/${path}`, import.meta.url).href);
const { createProcessesExecutor } = await dist('pipelines/engine/processes/processes-executor.js');
const { recordHash } = await dist('schemas/record.js');

const [pids = '', ...acts] = process.argv.slice(2);
const executor = createProcessesExecutor({
  module: new URL('./worker-stages.mjs', import.meta.url).href,
  setup: {},
  onStart: (/** @type {number} */ pid) => appendFileSync(pids, `${pid}\n`),
});
const inputs = acts.map((act, index) => {
  const content = { id: `t${index}`, act };
  return { hash: recordHash('task', content), type: 'task', key: content.id, content };
});
const signal = new AbortController().signal;
try {
  const results = await executor.run({ stage: actStage, params: {}, inputs, attachments: [], signal });
  process.stdout.write(JSON.stringify(results.flat().map((/** @type {any} */ event) => event.kind)));
} finally {
  await executor.close();
}
