import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { repoFiles, textOf } from '../architecture/repo.js';
import { temporaryFolders } from '../unit/db/temp.js';
import { BUILT, NEEDS_DIST, run } from './cli.js';

const folder = temporaryFolders();
const files = repoFiles().filter((path) => /^pipelines\/cli\/commands\/[^/]+\.ts$/.test(path));
const commands = files.map((path) => path.split('/').at(-1)!.replace('.ts', ''));

describe('the command line', () => {
  it.each(files)('registers %s, which has an example', (path) => {
    const main = textOf('pipelines/cli/main.ts');
    const register = /^export function (register\w+)/m.exec(textOf(path))?.[1];
    expect(register).toBeDefined();
    expect(main).toContain(register);
    expect(textOf(path)).toMatch(/Example/);
  });
});

describe.runIf(BUILT)(`the built command line${NEEDS_DIST}`, () => {
  let help = '';
  beforeAll(async () => {
    help = (await run('.', ['--help'])).stdout;
  });

  it('lists every command, and exit codes', () => {
    const listed = [...help.matchAll(/^ {2}([a-z-]+) .*\S/gm)]
      .map((match) => match[1]!)
      .filter((name) => !name.startsWith('-'));
    expect(listed.filter((name) => name !== 'help').sort()).toEqual([...commands].sort());
    for (const code of [0, 1, 2, 3, 4, 130]) expect(help).toMatch(new RegExp(`^ +${code} {2}\\w`, 'm'));
  });

  it.each(commands)('shows an example with %s --help', async (name) => {
    const shown = await run('.', [name, '--help']);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(new RegExp(`Examples?:\\n(.*\\n)*?.*folkways ${name}\\b`));
  });

  it.each([
    ['an unknown command', ['biuld'], 2],
    ['an unknown flag', ['build', '--sped'], 2],
    ['an unknown benchmark', ['build', 'trivia'], 2],
    ['a wrong setting', ['build', '--preset', 'huge'], 2],
    ['a configuration file that is not there', ['build', '--config', 'absent.yaml'], 2],
    ['a dump that is not there', ['build', '--source', 'dump', '--dump', 'absent.xml'], 2],
    ['a dump that is not named', ['plan', '--source', 'dump'], 2],
    ['a snapshot nobody took', ['build', '--snapshot', 'feedfeedfeed'], 2],
  ])('answers %s with a message, no stack, and its exit code', async (_, args, code) => {
    const ended = await run(folder(), args);
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr.trim()).not.toBe('');
    expect(ended.stderr).not.toMatch(/^\s+at .*\.js:\d+/m);
  });

  it.each([
    ['a text file', 'not a database, whatever its name says\n'.repeat(200)],
    ['a truncated database', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(3000, 7)])],
  ])('answers %s in place of its workspace with a remedy, and exit code 3', async (_, bytes) => {
    const cwd = folder();
    mkdirSync(join(cwd, '.folkways'));
    writeFileSync(join(cwd, '.folkways', 'folkways.db'), bytes);
    const ended = await run(cwd, ['build']);
    expect(ended.code).toBe(3);
    expect(ended.stderr).toMatch(/database-corrupt/);
    expect(ended.stderr).toMatch(/Move the file away/);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
  });
});
