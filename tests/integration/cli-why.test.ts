// `why`, `why-not`, `rejects` and `plan --explain` as users run them, on a build of the sample: every answer is checked against the release.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Explained } from '../../pipelines/engine/explain.js';
import type { Why } from '../../pipelines/engine/why.js';
import type { WhyNot } from '../../pipelines/engine/why-not.js';
import { Rejection } from '../../schemas/rejection.js';
import { temporaryFolder } from '../helpers/build-release.js';
import { folkways } from '../helpers/cli.js';

const folder = temporaryFolder();
const release = join(folder.path, 'releases/cpopqa/0.1.0');
const lines = <T>(path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
const run = (...args: string[]) => folkways(folder.path, args);
function json<T>(...args: string[]): T {
  const { status, stdout, stderr } = run(...args, '--json');
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as T;
}

interface Item {
  readonly id: string;
  readonly country: string;
  readonly holidays: readonly { readonly name: string; readonly key: string; readonly page: string }[];
}
interface Source {
  readonly title: string;
  readonly revision: number;
  readonly url: string;
}
const items = () => lines<Item>(join(release, 'data/test.jsonl'));
const sources = () => new Map(lines<Source>(join(release, 'SOURCES.jsonl')).map((one) => [one.title, one]));
const kenyan = () => items().find((item) => item.country === 'KE')!;

beforeAll(() => expect(run('build').status).toBe(0));
afterAll(() => folder.remove());

describe('why', () => {
  it('shows a Kenyan item down to the list page, its revision and the cells of the row', () => {
    const item = kenyan();
    const { status, stdout } = run('why', item.id);
    expect(status).toBe(0);
    const list = sources().get('Public holidays in Kenya')!;
    expect(stdout).toMatch(new RegExp(`^cpopqa-item ${item.id} `));
    expect(stdout).toMatch(/\n {2}build-questions v1 \([0-9a-f]{12}\)\n/);
    expect(stdout).toContain(`page "Public holidays in Kenya", revision ${list.revision}, of 2026-`);
    expect(stdout).toContain(list.url);
    for (const { name, key, page } of item.holidays) {
      expect(stdout).toContain(`holiday ${key} `);
      expect(stdout).toMatch(new RegExp(`row \\d+, table \\d+, cells "[^"]*${name}`));
      expect(stdout).toContain(`page "${page}", revision ${sources().get(page)!.revision}`);
    }
    // The list page is told once, however many of its rows are in the item.
    expect(stdout.split(`revision ${list.revision}`)).toHaveLength(2);
    expect(stdout).toMatch(/list-page en:Public holidays in Kenya \[\w+\] \(see above\)/);
  });

  it('names pages by the revisions that the release names as sources', () => {
    const known = sources();
    const named = new Set<string>();
    for (const item of items()
      .filter((one) => one.country === 'KE')
      .slice(0, 3)) {
      for (const { provenance } of json<Why>('why', item.id).steps) {
        if (provenance?.title === undefined) continue;
        expect(known.get(provenance.title)?.revision).toBe(provenance.revision);
        named.add(provenance.title);
      }
    }
    expect(named.size).toBeGreaterThan(2);
  });

  it('takes a beginning, and says which items a beginning fits', () => {
    const { id } = kenyan();
    expect(json<Why>('why', id.slice(0, -1)).roots).toEqual(json<Why>('why', id).roots);
    const several = run('why', 'n2-r1-');
    expect(several.status).toBe(2);
    expect(several.stderr).toMatch(/is the beginning of \d+ keys.*n2-r1-/s);
    expect(run('why', 'n9-r9').status).toBe(2);
  });

  it('of an item of other settings says that another build made it', () => {
    const { status, stderr } = run('why', kenyan().id, '--seed', 'another');
    expect(status).toBe(2);
    expect(stderr).toMatch(/Another build of this workspace made it/);
  });
});

describe('why-not', () => {
  it('of a page that is missing names the crawl, and the row that links to it', () => {
    const { dropped, released } = json<WhyNot>('why-not', 'Katiba Day');
    expect(dropped.map(({ stage, reason, key }) => [stage, reason, key])).toEqual([
      ['crawl-holidays', 'page-missing', 'Katiba Day'],
      ['join-concepts', 'no-valid-page', expect.stringMatching(/^en:Public holidays in Kenya#\d+$/)],
    ]);
    expect(released.count).toBe(0);
    expect(run('why-not', 'katiba day').stdout).toMatch(/crawl-holidays +page-missing +Katiba Day/);
  });

  it('of the day of mourning says mourning', () => {
    const { status, stdout } = run('why-not', 'day of mourning');
    expect(status).toBe(0);
    expect(stdout).toMatch(/is not in the release\. Dropped by select-holidays: mourning\./);
    expect(stdout).toMatch(/en:Public holidays in Ireland#\d+/);
  });

  it('of a holiday whose popularity is unknown says how far it came', () => {
    const found = json<WhyNot>('why-not', 'en:Mazingira Day');
    expect(found.dropped).toMatchObject([{ stage: 'build-questions', reason: 'popularity-absent' }]);
    expect(found.kept.map((one) => one.stage)).toContain('measure-popularity');
  });

  it('of something released says so, and counts the items as the release does', () => {
    const { released } = json<WhyNot>('why-not', 'Jamhuri Day');
    const all = [...items(), ...lines<Item>(join(release, 'data/train.jsonl'))];
    const asking = all.filter((item) => item.holidays.some((one) => one.key === 'en:Jamhuri Day@KE'));
    expect(released).toMatchObject({ stage: 'build-questions', count: asking.length, of: all.length });
    expect(run('why-not', 'Jamhuri Day').stdout).toMatch(/"Jamhuri Day" is in the release: \d+ of \d+/);
    expect(json<WhyNot>('why-not', kenyan().id).released.count).toBe(1);
  });

  it('of something unknown exits with 1 and names what is alike', () => {
    const { status, stdout } = run('why-not', 'Jamhuri Dey');
    expect(status).toBe(1);
    expect(stdout).toMatch(/Nothing is known of "Jamhuri Dey".*Alike: en:Jamhuri Day/s);
  });
});

describe('rejects', () => {
  it('counts what the manifest counts', () => {
    const { stages } = JSON.parse(readFileSync(join(release, 'manifest.json'), 'utf8')) as {
      stages: { name: string; rejected: Record<string, number> }[];
    };
    const expected = stages.flatMap(({ name, rejected }) =>
      Object.entries(rejected).map(([reason, count]) => [name, reason, count]),
    );
    const { rejects, total } = json<{ rejects: { stage: string; reason: string; count: number }[]; total: number }>(
      'rejects',
    );
    expect(rejects.map(({ stage, reason, count }) => [stage, reason, count])).toEqual(expected);
    expect(total).toBe(rejects.reduce((sum, one) => sum + one.count, 0));
  });

  it('shows samples of one reason, and exports all as JSON Lines of the rejection schema', () => {
    const { stdout } = run('rejects', '--reason', 'no-valid-page', '--samples', '2', '--export', 'dropped.jsonl');
    expect(stdout).toMatch(/join-concepts +no-valid-page +5 +en:Public holidays in Indonesia#\d+: /);
    expect(stdout.split('Public holidays in')).toHaveLength(3);
    const rows = lines<unknown>(join(folder.path, 'dropped.jsonl')).map((row) => Rejection.parse(row));
    expect(rows).toHaveLength(5);
    expect(readdirSync(folder.path)).not.toContain('dropped.jsonl.new');
    expect(run('rejects', '--stage', 'nix').status).toBe(2);
    expect(run('rejects', '--samples', 'some').status).toBe(2);
  });
});

describe('plan', () => {
  it('says which parameters changed, from what to what', () => {
    const { stdout } = run('plan', '--min-ratio', '2', '--seed', 'other');
    expect(stdout).toMatch(/1 params changed \(min_ratio 1\.1 -> 2, seed "folkways" -> "other"\)/);
    const planned = json<{ stages: { stage: string; causes: Record<string, number> }[] }>('plan', '--min-ratio', '2');
    expect(planned.stages.at(-1)).toMatchObject({ stage: 'build-questions', causes: { params: 1, new: 0 } });
    expect(run('plan', '--category', 'Category:Other').stdout).toMatch(/no snapshot of this source: category "/);
  });

  it('explains a record stage by stage', () => {
    const { stdout } = run('plan', '--min-ratio', '2', '--explain', 'en:Jamhuri Day@KE');
    expect(stdout).toMatch(/made by join-concepts v1/);
    expect(stdout).toMatch(/measure-popularity v1: done, 2 outputs/);
    expect(stdout).toMatch(/build-questions v1: to do with the set of \d+: params changed \(min_ratio 1\.1 -> 2\)/);
    const { records } = json<{ records: Explained[] }>('plan', '--explain', 'en:Jamhuri Day@KE');
    expect(records[0]!.stages.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(run('plan', '--explain', 'nix').status).toBe(2);
  });
});

describe('a question', () => {
  it('writes nothing: not into the workspace, and none where there was none', () => {
    const database = join(folder.path, '.folkways/folkways.db');
    const hash = () => createHash('sha256').update(readFileSync(database)).digest('hex');
    const before = hash();
    const asked = [
      ['plan'],
      ['status'],
      ['rejects'],
      ['why-not', 'Jamhuri Day'],
      ['plan', '--explain', 'en:Jamhuri Day'],
    ];
    for (const args of asked) expect(run(...args, '--seed', 'never built').status).toBe(0);
    expect(hash()).toBe(before);
    for (const args of [...asked.slice(0, 3), ['why-not', 'x'], ['why', 'x']]) run(...args, '--workspace', 'absent');
    expect(existsSync(join(folder.path, 'absent'))).toBe(false);
  });
});
