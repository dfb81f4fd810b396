// The command line as a stranger meets it: help, exit codes, and what it says when something is wrong.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/build-release.js';
import { folkways } from '../helpers/cli.js';

const sample = fileURLToPath(new URL('../../pipelines/sample/wiki/en.xml', import.meta.url));
const folder = temporaryFolder();
const at = (name: string) => {
  const path = join(folder.path, name);
  mkdirSync(path, { recursive: true });
  return path;
};
afterAll(() => folder.remove());

describe('help', () => {
  it('lists all commands and the exit codes', () => {
    const { status, stdout } = folkways(folder.path, ['--help']);
    expect(status).toBe(0);
    for (const name of ['build', 'plan', 'status', 'why', 'why-not', 'rejects', 'extract', 'score', 'peek', 'doctor'])
      expect(stdout).toContain(`  ${name}`);
    expect(stdout).toMatch(/130\s+stopped/);
  });

  it.each(['build', 'plan', 'status', 'why', 'why-not', 'rejects', 'extract', 'score', 'peek', 'doctor'])(
    'of %s has an example',
    (name) => {
      const { status, stdout } = folkways(folder.path, [name, '--help']);
      expect(status).toBe(0);
      expect(stdout).toMatch(new RegExp(`Example:\\n.*folkways ${name}`));
    },
  );

  it.each([[['nonsense']], [['build', '--nonsense']], [['build', 'nonsense']], [['extract', 'nonsense']], [['score']]])(
    'follows a wrong command line %j with exit code 2',
    (args) => {
      const { status, stderr } = folkways(at('usage'), args);
      expect(status).toBe(2);
      expect(stderr).not.toMatch(/\n\s+at /);
    },
  );
});

describe('a build', () => {
  const cwd = join(folder.path, 'built');
  beforeAll(() => {
    at('built');
    const run = folkways(cwd, ['build']);
    expect(run.status, run.stderr).toBe(0);
    expect(run.stdout).toMatch(/Release 0\.1\.0 written to releases\/cpopqa\/0\.1\.0/);
    expect(run.stderr).toMatch(/^crawl-holidays: \d+ out/m);
  });

  it('is planned as nothing to do afterwards, in text and JSON', () => {
    expect(folkways(cwd, ['plan']).stdout).toMatch(/Nothing to do/);
    const json = JSON.parse(folkways(cwd, ['build', '--dry-run', '--json']).stdout) as {
      upToDate: boolean;
      stages: unknown[];
    };
    expect(json.upToDate).toBe(true);
    expect(json.stages).toHaveLength(8);
  });

  it('says what a changed setting would run', () => {
    const { stdout } = folkways(cwd, ['plan', '--min-ratio', '2']);
    expect(stdout).toMatch(/build-questions\s+gather\s+1\s+0\s+1\s+1 params changed \(min_ratio 1\.1 -> 2\)/);
    expect(stdout).toMatch(/parse-holidays\s+map\s+6\s+6\s+0/);
  });

  it('has a status with reasons', () => {
    const { stdout } = folkways(cwd, ['status']);
    expect(stdout).toMatch(/one-off-event 1/);
    expect(stdout).toMatch(/Releases in releases\/cpopqa: 0\.1\.0/);
  });

  it('is scored against by score', () => {
    const items = readFileSync(join(cwd, 'releases/cpopqa/0.1.0/data/test.jsonl'), 'utf8').trimEnd().split('\n');
    const predictions = items.map((line) => {
      const { id, answer } = JSON.parse(line) as { id: string; answer: string[] };
      return JSON.stringify({ id, output: answer.map((name, index) => `${index + 1}. ${name}`).join('\n') });
    });
    const run = folkways(cwd, ['score', '-', '--json'], { input: predictions.join('\n') });
    expect(run.status, run.stderr).toBe(0);
    expect(folkways(cwd, ['score', 'absent.jsonl']).status).toBe(2);
  });

  it('with --json gives one object and no progress', () => {
    const run = folkways(cwd, ['build', '--json']);
    expect(JSON.parse(run.stdout)).toMatchObject({ outcome: 'unchanged', version: '0.1.0', ran: 0 });
    expect(run.stderr).toBe('');
  });
});

describe('something broken', () => {
  const complains = (name: string, args: string[], env: Record<string, string> = {}) => {
    const { status, stderr } = folkways(at(name), args, { env });
    // A stack is for what nobody foresaw; all of these are foreseen.
    expect(stderr).not.toMatch(/\n\s+at /);
    return { status, stderr };
  };

  it('in the configuration is named with its place', () => {
    writeFileSync(join(at('yaml'), 'folkways.yaml'), 'seed: one\npreset: [unclosed\n');
    expect(complains('yaml', ['build'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/folkways\.yaml is not YAML.*line [23]/s),
    });
    writeFileSync(join(at('key'), 'folkways.yaml'), 'sede: one\n');
    expect(complains('key', ['build'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/unknown setting "sede"/),
    });
    expect(complains('env', ['build'], { FOLKWAYS_PRESET: 'huge' })).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/preset from the environment variable FOLKWAYS_PRESET is "huge"/),
    });
    expect(complains('ratio', ['build', '--min-ratio', 'much'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/minRatio/),
    });
    expect(complains('none', ['build', '--source', 'dump'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/--dump/),
    });
    expect(complains('file', ['build', '--config', 'absent.yaml'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/absent\.yaml/),
    });
  });

  it('in the dump is told with what was read', () => {
    const cut = join(at('dump'), 'cut.xml');
    const text = readFileSync(sample, 'utf8');
    writeFileSync(cut, text.slice(0, Math.floor(text.length / 2)));
    const { status, stderr } = complains('dump', ['build', '--source', 'dump', '--dump', cut]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/cut\.xml.*\[dump-truncated\]/s);
    writeFileSync(join(at('dump'), 'not.xml'), 'just some words\n');
    expect(complains('dump', ['build', '--source', 'dump', '--dump', 'not.xml']).stderr).toMatch(/\[dump-invalid\]/);
    expect(complains('dump', ['build', '--source', 'dump', '--dump', 'absent.xml'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/does not exist/),
    });
  });

  it('in the database is told with the remedy; an empty file is taken as new', () => {
    mkdirSync(join(at('db'), '.folkways'));
    const database = join(at('db'), '.folkways', 'folkways.db');
    writeFileSync(database, 'this is a letter to my grandmother, not a database\n'.repeat(100));
    const { status, stderr } = complains('db', ['build']);
    expect(status).toBe(3);
    expect(stderr).toMatch(/is not a SQLite database.*\[database-corrupt\].*Move the file away/s);
    writeFileSync(database, '');
    expect(complains('db', ['build']).status).toBe(0);
  });

  it('with a Wikimedia host and no contact asks for one, before any request', () => {
    const { status, stderr } = complains('wm', [
      'build',
      '--source',
      'api',
      '--api',
      'https://en.wikipedia.org/w/api.php',
    ]);
    expect(status).toBe(3);
    expect(stderr).toMatch(/contact/);
  });

  it('in the wiki is an unavailable source, not a crash', () => {
    const { status, stderr } = complains('gone', [
      'build',
      '--source',
      'dump',
      '--dump',
      sample,
      '--category',
      'Category:Nothing here',
    ]);
    expect(status).toBe(3);
    expect(stderr).toMatch(/\[page-missing\]/);
  });
});

describe('extract', () => {
  it('reads JSON Lines, counts what it cannot use, and goes on', () => {
    const input =
      '{"id":"1","text":"second Monday of January","lang":"en"}\nnot json\n\n{"id":"2"}\n{"id":"3","text":"TBA"}\n';
    const { status, stdout, stderr } = folkways(folder.path, ['extract', 'dates'], { input });
    expect(status).toBe(1);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { id: '1', date: { kind: 'movable', rule: 'nth-weekday:2 Monday January' } },
      { id: '3', date: { kind: 'unparseable' } },
    ]);
    expect(stderr).toMatch(/line 2: .*\nline 4: .*\n2 of 5 lines could not be used/);
  });
});
