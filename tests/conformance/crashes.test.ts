// What only processes can do: end. Whatever way a worker ends, one input is to blame at most, and its neighbours are kept, each once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Executor } from '../../pipelines/engine/executor.js';
import type { ProcessesOptions } from '../../pipelines/engine/processes/processes-executor.js';
import type { Loaded, TaskText } from './executors.js';
import { temporaryFolders } from '../unit/db/temp.js';
import { isGone } from '../scenarios/processes.js';
import { BUILT, inShort, load, MODULE, NEEDS_DIST, PARENT, runActs } from './executors.js';

const folder = temporaryFolders();

describe.runIf(BUILT)(`worker processes${NEEDS_DIST}`, () => {
  let loaded: Loaded;
  const executors: Executor[] = [];
  beforeAll(async () => {
    loaded = await load();
  });
  afterEach(async () => {
    for (const executor of executors.splice(0)) await executor.close();
  });

  function start(options: Partial<ProcessesOptions> = {}) {
    const pids: number[] = [];
    const executor = loaded.processes.createProcessesExecutor({
      module: MODULE,
      setup: { quiet: true },
      workers: 2,
      ...options,
      onStart: (pid) => {
        pids.push(pid!);
        options.onStart?.(pid);
      },
    });
    executors.push(executor);
    const run = (acts: readonly TaskText[], stage: keyof typeof loaded.stages & `${string}Stage` = 'actStage') =>
      runActs(loaded, executor, loaded.stages[stage] as never, acts);
    return { executor, pids, run };
  }

  it.each([
    ['ends its process', 'exit', 'actStage', {}, /code 7, 3 times/],
    ['throws where nobody catches it', 'stray', 'actStage', {}, /code 1, 3 times/],
    ['loops for ever', 'loop', 'impatientStage', {}, /no sign of life for 1 s, 2 times/],
    ['waits for ever', 'hang', 'impatientStage', {}, /no sign of life for 1 s, 2 times/],
    ['fills the heap', 'eat-heap', 'actStage', { ceilingMb: 64 }, /memory|SIGKILL/],
    ['takes memory outside of the heap', 'eat-buffers', 'actStage', { ceilingMb: 128 }, /SIGKILL, 3 times/],
  ] as const)(
    'reject the one input that %s, and keep its neighbours, each once',
    async (_, act, stage, options, why) => {
      const results = await start(options).run(['a', act, 'b'], stage);
      expect(inShort(results)).toEqual(['a', 'stage-crashed', 'b']);
      expect(results.map((events) => events.length)).toEqual([1, 1, 1]);
      expect(results[1]).toMatchObject([{ key: 't1', detail: expect.stringMatching(why) as string }]);
    },
  );

  it('find two of them, at the ends', async () => {
    const results = await start().run(['exit', 'a', 'b', 'c', 'exit']);
    expect(inShort(results)).toEqual(['stage-crashed', 'a', 'b', 'c', 'stage-crashed']);
  });

  it.each([
    ['while it works', 150, {}],
    ['before it is ready', 0, { trouble: 'slow' }],
  ])('may be killed once %s: no input is rejected', async (_, delay, setup) => {
    const { pids, run } = start({
      setup,
      onStart: (pid) => pids.length === 1 && setTimeout(() => process.kill(pid!, 'SIGKILL'), delay),
    });
    expect(inShort(await run(['slow', 'slow', 'slow', 'a']))).toEqual(['slow', 'slow', 'slow', 'a']);
    expect(pids).toHaveLength(2);
    // The single input of a batch has no neighbours, and is no more to blame.
    expect(inShort(await run(['a']))).toEqual(['a']);
  });

  it('may be killed while they have nothing to do, as often as one likes', async () => {
    const { pids, executor, run } = start();
    await Promise.all(['a', 'b', 'c', 'd'].map((act) => run([act, 'slow'])));
    expect(pids).toHaveLength(4);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    expect(inShort(await run(['e']))).toEqual(['e']);
    await executor.close();
  });

  it('are replaced between batches when they hold too much memory, and nothing is lost', async () => {
    // Node itself holds some 50 MB: each batch ends above a ceiling of 40.
    const { pids, run } = start({ ceilingMb: 40 });
    for (const act of ['a', 'b', 'c']) expect(inShort(await run([act]))).toEqual([act]);
    expect(new Set(pids).size).toBe(3);
    expect(pids.map(isGone)).toEqual([true, true, true]);
  });

  it('are one at a time for a stage that wants all cores, and for a gather', () => {
    const { executor } = start();
    const { actStage, aloneStage, sumStage } = loaded.stages;
    expect([actStage, aloneStage, sumStage].map((stage) => executor.width(stage))).toEqual([2, 1, 1]);
  });

  it('that end while a set is gathered stop the build, for a set has no neighbour to keep', async () => {
    const { run } = start();
    await expect(run(['a', 'exit'], 'gatherStage')).rejects.toMatchObject({
      name: 'FatalError',
      code: 'stage-crashed',
      message: 'Stage act-all broke 3 times: its process ended with code 7.',
    });
  });

  it.each([
    ['throws', 'throw', { name: 'PrerequisiteError', code: 'bad-config', message: 'no such corpus', hint: 'name one' }],
    [
      'ends the process',
      'exit',
      { name: 'FatalError', code: 'internal', message: /No worker gets ready.*code 9, 4 t/ },
    ],
  ])(
    'whose module %s give that error, leave no process, and reject nothing',
    async (_, trouble, { message, ...rest }) => {
      const { pids, run } = start({ setup: { trouble } });
      await expect(run(['a', 'b'])).rejects.toMatchObject({
        ...rest,
        message: expect.stringMatching(message) as string,
      });
      expect(pids.map(isGone)).toEqual(pids.map(() => true));
    },
  );

  it('whose module is not there give an error', async () => {
    await expect(start({ module: 'file:///absent.mjs' }).run(['a'])).rejects.toThrow(/absent\.mjs/);
  });

  it('are gone when the executor is closed, also those that are busy', async () => {
    const { executor, pids, run } = start();
    const busy = run(['loop']).catch((error: unknown) => error);
    await run(['a']);
    await run(['b']);
    const late = run(['c']).catch((error: unknown) => error);
    await executor.close();
    expect(await busy).toBeInstanceOf(Error);
    await late;
    expect(pids.map(isGone)).toEqual(pids.map(() => true));
    // Nor is another started.
    await expect(run(['d'])).rejects.toThrow(/closed/);
    expect(pids.map(isGone)).toEqual(pids.map(() => true));
  });
});

describe.runIf(BUILT)(`a process with workers${NEEDS_DIST}`, () => {
  async function parent(acts: readonly string[]) {
    const file = join(folder(), 'pids');
    const child = spawn(process.execPath, [PARENT, file, ...acts], { stdio: ['ignore', 'pipe', 'pipe'] });
    const text = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (text.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()));
    const pids = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []);
    while (pids().length === 0) await sleep(20);
    return { child, text, pids: pids(), closed: once(child, 'close') };
  }

  it('has to itself what it prints: what stages print goes to standard error', async () => {
    const { text, closed } = await parent(['print', 'a', 'print']);
    expect((await closed)[0]).toBe(0);
    expect(text.stdout).toBe('["output","output","output"]');
    expect(text.stderr).toBe('printed by a stage\nprinted by a stage\n');
  });

  it.each(['loop', 'hang', 'slow'])(
    'that is killed takes its worker along, whatever that is busy with (%s)',
    async (act) => {
      const { child, text, pids, closed } = await parent([act, act, act, act]);
      await sleep(500);
      child.kill('SIGKILL');
      await closed;
      for (const end = Date.now() + 3000; Date.now() < end && !isGone(pids[0]!);) await sleep(50);
      expect(isGone(pids[0]!)).toBe(true);
      expect(text).toEqual({ stdout: '', stderr: '' });
    },
  );
});
