// A release as a researcher opens it: complete, consistent, the same bytes every time, and never overwritten.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CpopqaItem } from '../../pipelines/cpopqa/item.js';
import { CpopqaItemRecord } from '../../pipelines/cpopqa/item.js';
import { sha256 } from '../../schemas/canonical.js';
import { Manifest, SourceLine } from '../../schemas/release.js';
import { buildRelease, settings, temporaryFolder } from '../helpers/build-release.js';
import { folkways } from '../helpers/cli.js';

const folder = temporaryFolder();
let release: string;
let items: CpopqaItem[];

const read = (path: string, from = release) => readFileSync(join(from, path), 'utf8');
const lines = <T>(path: string) =>
  read(path)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
const files = (from: string) =>
  (readdirSync(from, { recursive: true }) as string[]).filter((path) => statSync(join(from, path)).isFile()).sort();

beforeAll(async () => {
  release = (await buildRelease(settings(join(folder.path, 'one')))).release.folder;
  items = [...lines<CpopqaItem>('data/test.jsonl'), ...lines<CpopqaItem>('data/train.jsonl')];
});
afterAll(() => folder.remove());

describe('a release of the sample', () => {
  it('holds items of the declared shape, each id once', () => {
    for (const item of items) expect(CpopqaItemRecord.schema.safeParse(item).error).toBeUndefined();
    expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
  });

  it('asks 20 sets for each n and round, for both targets', () => {
    const test = items.filter((item) => item.split === 'test');
    expect(test).toHaveLength(3 * 5 * 20 * 2);
    for (const n of [2, 3, 5]) {
      for (let round = 1; round <= 5; round += 1) {
        const some = test.filter((item) => item.n === n && item.round === round);
        const sets = (target: string) =>
          some
            .filter((item) => item.target === target)
            .map((item) => [...item.options].sort().join('|') + item.country);
        expect(new Set(sets('US')).size).toBe(20);
        expect(sets('GB').sort()).toEqual(sets('US').sort());
      }
    }
  });

  it('has a gold that follows from the values it shows', () => {
    for (const item of items) {
      expect([...item.options].sort()).toEqual([...item.answer].sort());
      expect(new Set(item.options).size).toBe(item.n);
      expect(item.holidays.map((holiday) => holiday.name)).toEqual(item.answer);
      const values = item.holidays.map((holiday) => holiday.popularity[item.target].value);
      for (let index = 1; index < values.length; index += 1) {
        expect(values[index - 1]! / values[index]!).toBeGreaterThanOrEqual(Math.max(1.1, item.margin) - 1e-12);
      }
      for (const name of item.options) expect(item.question).toContain(name);
    }
  });

  it('keeps sets of the train split out of the test split', () => {
    const key = (item: CpopqaItem) =>
      `${item.country} ${item.holidays
        .map((holiday) => holiday.key)
        .sort()
        .join('|')}`;
    const test = new Set(items.filter((item) => item.split === 'test').map(key));
    const train = items.filter((item) => item.split === 'train');
    expect(train.length).toBeGreaterThan(0);
    expect(train.filter((item) => test.has(key(item)))).toEqual([]);
  });

  it('declares its popularity synthetic in card, manifest and item', () => {
    expect(read('README.md')).toMatch(/popularity values of this release are synthetic/);
    expect(Manifest.parse(JSON.parse(read('manifest.json'))).synthetic_popularity).toBe(true);
    expect(
      items.every((item) =>
        item.holidays.every(({ popularity }) => popularity.US.synthetic && popularity.GB.synthetic),
      ),
    ).toBe(true);
  });

  it('names exactly the pages that its items were made of', () => {
    const sources = lines<SourceLine>('SOURCES.jsonl').map((line) => SourceLine.parse(line));
    const pages = new Set(items.flatMap((item) => item.holidays.map((holiday) => holiday.page)));
    expect(sources.filter((line) => line.used_as.includes('article')).map((line) => line.title)).toEqual(
      [...pages].sort(),
    );
    expect(sources.filter((line) => line.used_as.includes('list'))).toHaveLength(6);
    expect(sources.every((line) => line.url.endsWith(`?oldid=${line.revision}`) && line.licence === 'CC0 1.0')).toBe(
      true,
    );
  });

  it('has checksums of all its files', () => {
    const sums = read('SHA256SUMS')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('  ') as [string, string]);
    expect(sums.map(([, path]) => path).sort()).toEqual(files(release).filter((path) => path !== 'SHA256SUMS'));
    for (const [sum, path] of sums) expect(sha256(readFileSync(join(release, path)))).toBe(sum);
  });

  it('shows in its funnel every dropped row with its reason', () => {
    const { stages } = Manifest.parse(JSON.parse(read('manifest.json')));
    const dropped = Object.fromEntries(stages.map((stage) => [stage.name, stage.rejected]));
    expect(dropped['crawl-holidays']).toEqual({ 'disambiguation-page': 1, 'page-missing': 4 });
    expect(dropped['select-holidays']).toMatchObject({ mourning: 1, 'no-page': 1, 'one-off-event': 1 });
    expect(dropped['join-concepts']).toMatchObject({ duplicate: 1, 'no-valid-page': 5 });
    expect(dropped['build-questions']).toEqual({ 'popularity-absent': 3 });
    for (const reason of ['disambiguation-page', 'one-off-event', 'popularity-absent'])
      expect(read('README.md')).toContain(reason);
  });

  it('scores perfect answers as perfect, in both languages, where it lies', () => {
    const predictions = lines<CpopqaItem>('data/test.jsonl').map(({ id, answer }) =>
      JSON.stringify({ id, output: answer }),
    );
    const run = (program: string, name: string) =>
      spawnSync(program, [join(release, 'scorer', name), '-', '--json'], {
        input: predictions.join('\n'),
        encoding: 'utf8',
      });
    const [js, py] = [run(process.execPath, 'score.mjs'), run('python3', 'score.py')];
    expect(js.status, js.stderr).toBe(0);
    expect(py.stdout).toBe(js.stdout);
    expect(js.stdout).toContain('100');
  });
});

describe('a second build', () => {
  it('gives the same bytes in another folder, time zone and locale', () => {
    const other = join(folder.path, 'two');
    mkdirSync(other);
    const run = folkways(other, ['build'], {
      env: { TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    });
    expect(run.status, run.stderr).toBe(0);
    const there = join(other, 'releases/cpopqa/0.1.0');
    expect(files(there)).toEqual(files(release));
    for (const path of files(release)) expect(read(path, there), path).toBe(read(path));
  });

  it('in the same folder runs nothing and says unchanged', async () => {
    const { release: again, built } = await buildRelease(settings(join(folder.path, 'one')));
    expect(built.ran).toBe(0);
    expect(again).toMatchObject({ outcome: 'unchanged', version: '0.1.0' });
  });

  it('with other bytes is refused with the difference, and released as the next version', async () => {
    const changed = settings(join(folder.path, 'one'), { seed: 'another' });
    await expect(buildRelease(changed)).rejects.toMatchObject({
      code: 'release-differs',
      message: /items added/,
      hint: /--version next/,
    });
    expect(files(join(folder.path, 'one/releases/cpopqa')).every((path) => path.startsWith('0.1.0'))).toBe(true);
    const { release: next } = await buildRelease(changed, { version: 'next' });
    expect(next).toMatchObject({ outcome: 'written', version: '1.0.0' });
    const { release: same } = await buildRelease(changed, { version: 'next' });
    expect(same).toMatchObject({ outcome: 'unchanged', version: '1.0.0' });
    rmSync(next.folder, { recursive: true });
  });

  it('notices a release that somebody changed', async () => {
    const copy = join(folder.path, 'three');
    const { release: first } = await buildRelease(settings(copy));
    appendFileSync(join(first.folder, 'data/test.jsonl'), '\n');
    await expect(buildRelease(settings(copy))).rejects.toMatchObject({ code: 'release-differs' });
    expect(existsSync(first.folder)).toBe(true);
  });

  it('does not mind what somebody put beside the files of a release', async () => {
    const copy = join(folder.path, 'four');
    const { release: first } = await buildRelease(settings(copy));
    mkdirSync(join(first.folder, 'scorer', '__pycache__'));
    writeFileSync(join(first.folder, 'predictions.jsonl'), '{}\n');
    expect((await buildRelease(settings(copy))).release).toMatchObject({ outcome: 'unchanged', version: '0.1.0' });
    writeFileSync(join(first.folder, 'data/test.jsonl'), '{bad\n');
    await expect(buildRelease(settings(copy))).rejects.toMatchObject({ code: 'release-differs', message: /damaged/ });
  });
});
