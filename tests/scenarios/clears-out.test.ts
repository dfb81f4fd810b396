import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockWorkspace, openStore } from '../../db/index.js';
import { temporaryFolders } from '../unit/db/temp.js';
import { BUILT, NEEDS_DIST, interrupt, run } from './cli.js';

const folder = temporaryFolders();
interface Gc {
  readonly dryRun: boolean;
  readonly removed: readonly { readonly table: string; readonly rows: number }[];
}

describe.runIf(BUILT)(`folkways gc on the sample${NEEDS_DIST}`, () => {
  it('after which a build runs nothing and says the release is unchanged', async () => {
    const cwd = folder();
    expect((await run(cwd, ['build'])).code).toBe(0);
    expect((await run(cwd, ['build', '--min-ratio', '1.2', '--version', 'next'])).code).toBe(0);
    const dry = JSON.parse((await run(cwd, ['gc', '--dry-run', '--json'])).stdout) as Gc;
    const cleared = JSON.parse((await run(cwd, ['gc', '--keep-snapshots', '1', '--json'])).stdout) as Gc;
    expect([dry.dryRun, cleared.dryRun]).toEqual([true, false]);
    expect(cleared.removed).toEqual(dry.removed);
    for (const args of [
      ['--version', '0.1.0'],
      ['--min-ratio', '1.2'],
    ]) {
      const again = JSON.parse((await run(cwd, ['build', '--json', ...args])).stdout) as object;
      expect(again).toMatchObject({ ran: 0, outcome: 'unchanged' });
    }
    const plain = await run(cwd, ['gc']);
    expect(plain).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing to remove') as string });
  });

  it('after a killed build leaves what the next one needs', async () => {
    const cwd = folder();
    await interrupt(cwd, 'SIGKILL', 150);
    expect((await run(cwd, ['gc'])).code).toBe(0);
    expect((await run(cwd, ['build'])).code).toBe(0);
    expect(readdirSync(join(cwd, 'releases', 'cpopqa'))).toEqual(['0.1.0']);
  });

  it('refuses while another process holds the workspace', async () => {
    const cwd = folder();
    const unlock = lockWorkspace(join(cwd, '.folkways'));
    openStore(join(cwd, '.folkways', 'folkways.db')).close();
    const ended = await run(cwd, ['gc']);
    unlock();
    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain(String(process.pid));
  });

  it('where there is no workspace says so and makes none', async () => {
    const cwd = folder();
    const ended = await run(cwd, ['gc']);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing to remove') as string });
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('wants to keep at least one snapshot', async () => {
    expect((await run(folder(), ['gc', '--keep-snapshots', '0'])).code).toBe(2);
  });
});
