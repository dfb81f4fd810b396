import { on, once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { temporaryFolders } from '../unit/db/temp.js';
import { BUILT, hasStack, interrupt, NEEDS_DIST, run, startBuild } from './cli.js';
import { doneTwice } from './ledger.js';
import { childrenOf, isGone } from './processes.js';

const folder = temporaryFolders();

/** A build whose worker is held in the middle: its batch cannot end until the worker is let go. */
async function heldBuild(cwd: string) {
  const { child, ended } = await startBuild(cwd, ['--workers', '1'], { group: true });
  // What a worker has done proves that it is ready: Ctrl-C ends one that is just starting, and the build starts another.
  for await (const chunk of on(child.stderr!, 'data')) if (String(chunk).includes('parse-holidays')) break;
  const [worker] = childrenOf(child.pid!) as [number];
  process.kill(worker, 'SIGSTOP');
  let over = false;
  void ended.then(() => (over = true));
  await sleep(200);
  return { child, pid: child.pid!, worker, ended, isOver: () => over };
}

describe.runIf(BUILT)(`a build that is stopped with Ctrl-C${NEEDS_DIST}`, () => {
  it('exits 130, says how to go on, and gives up the workspace', async () => {
    const cwd = folder();
    const stopped = await interrupt(cwd, 'SIGINT', 0);
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toMatch(/run the same command to go on/);
    expect(existsSync(join(cwd, '.folkways', 'build.pid'))).toBe(false);
    expect(existsSync(join(cwd, 'releases'))).toBe(false);
    expect(await run(cwd, ['build'])).toMatchObject({ code: 0 });
  });

  it('finishes the batch that its workers run, although a terminal sends Ctrl-C to them too', async () => {
    const cwd = folder();
    const { pid, worker, ended, isOver } = await heldBuild(cwd);
    process.kill(-pid, 'SIGINT');
    await sleep(300);
    expect(isOver()).toBe(false);
    process.kill(worker, 'SIGCONT');
    const { code, stderr } = await ended;
    expect([code, hasStack(stderr)]).toEqual([130, false]);
    expect(stderr).toMatch(/Stopping at the end of the running batch/);
    expect(isGone(worker)).toBe(true);
    expect(existsSync(join(cwd, 'releases'))).toBe(false);
    expect(await run(cwd, ['build'])).toMatchObject({ code: 0 });
    expect(doneTwice(cwd)).toEqual([]);
  });

  it('twice ends at once, and the next build goes on', async () => {
    const cwd = folder();
    const { child, pid, worker } = await heldBuild(cwd);
    // Its exit, for the held worker keeps its standard error open.
    const exit = once(child, 'exit');
    process.kill(-pid, 'SIGINT');
    await sleep(300);
    process.kill(-pid, 'SIGINT');
    expect(await exit).toEqual([130, null]);
    process.kill(worker, 'SIGCONT');
    for (let tries = 0; tries < 100 && !isGone(worker); tries += 1) await sleep(30);
    expect(isGone(worker)).toBe(true);
    expect(await run(cwd, ['build'])).toMatchObject({ code: 0 });
    expect(doneTwice(cwd)).toEqual([]);
  });
});

describe.runIf(BUILT)(`two builds in one workspace${NEEDS_DIST}`, () => {
  it('never run at once: the second names the first and exits 3, the first ends well', async () => {
    const cwd = folder();
    const { child, ended } = await startBuild(cwd);
    child.kill('SIGSTOP');
    const second = await run(cwd, ['build']);
    expect(second).toMatchObject({ code: 3, stdout: '' });
    expect(second.stderr).toMatch(new RegExp(`Process ${child.pid} is building .*\\[workspace-busy\\]`));
    child.kill('SIGCONT');
    expect(await ended).toMatchObject({ code: 0 });
    expect(doneTwice(cwd)).toEqual([]);
    expect(await run(cwd, ['build'])).toMatchObject({ code: 0 });
  });
});

describe.runIf(BUILT)(`a build with --max-minutes${NEEDS_DIST}`, () => {
  it('exits 5 when the time is used up, and goes on without it', async () => {
    const cwd = folder();
    const limited = await run(cwd, ['build', '--max-minutes', '0']);
    expect(limited).toMatchObject({ code: 5, stdout: '' });
    expect(limited.stderr).toMatch(/--max-minutes is used up\. .* run the same command to go on/);
    expect(existsSync(join(cwd, 'releases'))).toBe(false);
    expect(await run(cwd, ['build'])).toMatchObject({ code: 0 });
    expect(doneTwice(cwd)).toEqual([]);
  });
});
