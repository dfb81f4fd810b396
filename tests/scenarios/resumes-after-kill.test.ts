import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/build-release.js';
import { temporaryFolders } from '../unit/db/temp.js';
import { BUILT, bytesBelow, interrupt, NEEDS_DIST, run, startBuild } from './cli.js';
import { doneTwice, ledgerOf } from './ledger.js';
import { childrenOf } from './processes.js';

const folder = temporaryFolders();
const KILLS = 25;

describe.runIf(BUILT)(`a build that is killed${NEEDS_DIST}`, () => {
  let calm: { release: Record<string, string>; ledger: unknown[] };
  let length: number;

  beforeAll(async () => {
    const home = temporaryFolder();
    const begun = Date.now();
    expect(await run(home.path, ['build'])).toMatchObject({ code: 0 });
    length = Date.now() - begun;
    calm = { release: bytesBelow(join(home.path, 'releases')), ledger: ledgerOf(home.path) };
    expect(Object.keys(calm.release)).toContain(join('cpopqa', '0.1.0', 'manifest.json'));
    expect(doneTwice(home.path)).toEqual([]);
    home.remove();
  });

  /** The release and nothing beside it, the ledger, and no work done twice. */
  function expectCalm(cwd: string, story: readonly string[]) {
    expect([story, bytesBelow(join(cwd, 'releases'))]).toEqual([story, calm.release]);
    expect(readdirSync(join(cwd, 'releases', 'cpopqa'))).toEqual(['0.1.0']);
    expect([story, ledgerOf(cwd)]).toEqual([story, calm.ledger]);
    expect([story, doneTwice(cwd)]).toEqual([story, []]);
    expect(existsSync(join(cwd, '.folkways', 'build.pid'))).toBe(false);
  }

  it(`${KILLS} times at random moments, itself or one of its workers, gives the release of an undisturbed build`, async () => {
    let kills = 0;
    const hit = { parent: 0, child: 0 };
    // Two at once, for two cores: each beats one workspace until a build in it ends, then another.
    const lane = async () => {
      while (kills < KILLS) {
        const [cwd, story] = [folder(), [] as string[]];
        for (let code: number | null = null; code !== 0;) {
          const { child, ended } = await startBuild(cwd);
          // The first comes as soon as the workspace is taken, so that one surely hits a build at work.
          const delay = kills === 0 ? 0 : Math.floor(Math.random() * length);
          if (kills < KILLS) {
            kills += 1;
            await Promise.race([sleep(delay), ended]);
            const workers = childrenOf(child.pid!);
            // A worker more often: a build survives that, and goes on to be killed no more.
            const target = workers.length > 0 && Math.random() < 0.5 ? workers[0]! : child.pid!;
            story.push(`${delay} ms ${target === child.pid ? 'parent' : 'child'}`);
            if (child.exitCode === null) hit[target === child.pid ? 'parent' : 'child'] += 1;
            if (child.exitCode === null) process.kill(target, 'SIGKILL');
          }
          const last = await ended;
          code = last.code;
          // Killed, or done: nothing in between.
          expect([story, code, last.stderr]).toEqual([story, last.signal === 'SIGKILL' ? null : 0, last.stderr]);
        }
        expectCalm(cwd, story);
      }
    };
    await Promise.all([lane(), lane()]);
    expect(kills).toBe(KILLS);
    expect(hit.parent).toBeGreaterThan(0);
  }, 180_000);

  it('in its workers only, one after another, ends well by itself', async () => {
    const cwd = folder();
    const { child, ended } = await startBuild(cwd);
    const killed = new Set<number>();
    for (let over = false; !over && killed.size < 2;) {
      void ended.then(() => (over = true));
      const worker = childrenOf(child.pid!).find((pid) => !killed.has(pid));
      if (worker === undefined) await sleep(5);
      else {
        await sleep(killed.size * 150);
        process.kill(worker, 'SIGKILL');
        killed.add(worker);
      }
    }
    expect(await ended).toMatchObject({ code: 0 });
    expect(killed.size).toBe(2);
    expectCalm(cwd, ['two workers']);
  });

  it('and then built again does nothing and changes nothing', async () => {
    const cwd = folder();
    await interrupt(cwd, 'SIGKILL', 100);
    const first = JSON.parse((await run(cwd, ['build', '--json'])).stdout) as { outcome: string; version: string };
    expect(first.version).toBe('0.1.0');
    const second = JSON.parse((await run(cwd, ['build', '--json'])).stdout) as { outcome: string; ran: number };
    expect(second).toMatchObject({ outcome: 'unchanged', ran: 0 });
    expectCalm(cwd, ['built twice']);
  });
});
