// Disks that are full, limited or read-only: a clear message and exit code, nothing half done, and the same command goes on.
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ended } from './cli.js';
import type { SmallDisk } from './tmpfs.js';
import { temporaryFolder } from '../helpers/build-release.js';
import { temporaryFolders } from '../unit/db/temp.js';
import { BUILT, bytesBelow, hasStack, MAIN, NEEDS_DIST, run } from './cli.js';
import { doneTwice, ledgerOf } from './ledger.js';
import { mountSmallDisk, whyNoMount } from './tmpfs.js';

const folder = temporaryFolders();
const NO_MOUNT = whyNoMount();
if (NO_MOUNT) console.warn(`tests with small disks are left out${NO_MOUNT}`);

let calm: { release: Record<string, string>; ledger: unknown[] };
beforeAll(async () => {
  if (!BUILT) return;
  const home = temporaryFolder();
  expect(await run(home.path, ['build', '--workers', '0'])).toMatchObject({ code: 0 });
  calm = { release: bytesBelow(join(home.path, 'releases')), ledger: ledgerOf(home.path) };
  home.remove();
});

function expectRefused(ended: Ended, message: RegExp) {
  expect(ended.stderr).toMatch(message);
  expect([ended.code, ended.stdout, hasStack(ended.stderr)]).toEqual([3, '', false]);
  expect(ended.stderr).toMatch(/\[storage-failed\]\n {2}\w.*\.$/m);
}

async function expectGoesOn(cwd: string, args: readonly string[], releases: string) {
  const ended = await run(cwd, ['build', ...args]);
  expect([ended.code, ended.stderr]).toEqual([0, ended.stderr]);
  expect(bytesBelow(releases)).toEqual(calm.release);
  expect(ledgerOf(cwd)).toEqual(calm.ledger);
  expect(doneTwice(cwd)).toEqual([]);
}

describe.runIf(BUILT && !NO_MOUNT)(`a small disk${NEEDS_DIST}${NO_MOUNT}`, () => {
  const disks: SmallDisk[] = [];
  afterEach(() => {
    for (const disk of disks.splice(0)) disk.unmount();
  });
  const mount = (path: string, size: string) => {
    const disk = mountSmallDisk(path, size);
    disks.push(disk);
    return disk;
  };

  it.each(['100k', '1000k', '1500k'])(
    'that %s fill: the build says so, and goes on when there is room',
    async (size) => {
      const cwd = folder();
      const disk = mount(join(cwd, '.folkways'), size);
      expectRefused(await run(cwd, ['build']), /disk that holds \S+ is full|database \S+ cannot be written/);
      expect(existsSync(join(cwd, 'releases'))).toBe(false);
      disk.remount('size=64m');
      await expectGoesOn(cwd, [], join(cwd, 'releases'));
    },
  );

  it('that takes half a release: nothing of it is left, and the build goes on when there is room', async () => {
    const cwd = folder();
    const out = mount(join(cwd, 'out'), '300k');
    expectRefused(await run(cwd, ['build', '--out', out.path]), /The disk that holds \S*out\S* is full/);
    expect(readdirSync(join(out.path, 'cpopqa'))).toEqual([]);
    out.remount('size=64m');
    await expectGoesOn(cwd, ['--out', out.path], out.path);
  });

  it('that is read-only: neither workspace nor release, and both go on when it is writable', async () => {
    const cwd = folder();
    const disk = mount(join(cwd, '.folkways'), '64m');
    disk.remount('ro');
    expectRefused(await run(cwd, ['build']), /cannot be opened for writing|read-only/);
    disk.remount('rw');
    const out = mount(join(cwd, 'out'), '64m');
    out.remount('ro');
    expectRefused(await run(cwd, ['build', '--out', out.path]), /read-only/);
    disk.remount('ro');
    // A workspace that is there and was whole.
    expectRefused(await run(cwd, ['build']), /cannot be opened for writing|read-only/);
    disk.remount('rw');
    out.remount('rw');
    await expectGoesOn(cwd, ['--out', out.path], out.path);
  });
});

describe.runIf(BUILT)(`a limit of file sizes${NEEDS_DIST}`, () => {
  it.each([20, 900])(
    '(%d kB) that the workspace meets is named, and the build goes on without it',
    async (fileLimit) => {
      const cwd = folder();
      expectRefused(await run(cwd, ['build'], { fileLimit }), /cannot be written|larger than files may be/);
      expect(existsSync(join(cwd, 'releases'))).toBe(false);
      await expectGoesOn(cwd, [], join(cwd, 'releases'));
    },
  );

  it('that only the release meets is named, and nothing of the release is left', async () => {
    const cwd = folder();
    expect(await run(cwd, ['build', '--out', 'first', '--workers', '0'])).toMatchObject({ code: 0 });
    const limited = await run(cwd, ['build', '--out', 'second'], { fileLimit: 200 });
    expectRefused(limited, /larger than files may be here/);
    expect(readdirSync(join(cwd, 'second', 'cpopqa'))).toEqual([]);
    await expectGoesOn(cwd, ['--out', 'second'], join(cwd, 'second'));
  });
});

describe.runIf(BUILT)(`a place for a release${NEEDS_DIST}`, () => {
  it('is cleared of what killed builds left, but not of what a running one writes', async () => {
    const [cwd, dead] = [folder(), spawnSync('true').pid];
    const home = join(cwd, 'releases', 'cpopqa');
    const names = [`.new-${dead}-abcdef`, '.new-abcdef', `.new-${process.pid}-abcdef`];
    for (const name of names) {
      mkdirSync(join(home, name), { recursive: true });
      writeFileSync(join(home, name, 'manifest.json'), '{');
    }
    expect(await run(cwd, ['build', '--workers', '0'])).toMatchObject({ code: 0 });
    expect(readdirSync(home).sort()).toEqual([`.new-${process.pid}-abcdef`, '0.1.0']);
  });

  it.each([
    ['a file', 'out', 'file'],
    ['below a file', 'out/deeper', 'file'],
  ])('that is %s is refused, without a stack', async (_, out) => {
    const cwd = folder();
    closeSync(openSync(join(cwd, 'out'), 'w'));
    const ended = await run(cwd, ['build', '--workers', '0', '--out', out]);
    expectRefused(ended, /is a file, not a folder/);
  });
});

describe.runIf(BUILT)(`a standard output that is full${NEEDS_DIST}`, () => {
  it('is named, without a stack; the release is there', () => {
    const cwd = folder();
    const full = openSync('/dev/full', 'w');
    const command = [MAIN, 'build', '--workers', '0'];
    const { status, stderr } = spawnSync(process.execPath, command, {
      cwd,
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(stderr).toMatch(/disk that holds standard output is full/);
    expect([status, hasStack(stderr)]).toEqual([3, false]);
    expect(bytesBelow(join(cwd, 'releases'))).toEqual(calm.release);
  });
});
