import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemDiff } from '../../../../pipelines/release/version.js';
import {
  diffItems,
  diffLine,
  indexItems,
  nextVersion,
  readItems,
  releasedVersions,
} from '../../../../pipelines/release/version.js';
import { temporaryFolders } from '../../db/temp.js';

const folder = temporaryFolders();
const SAME: ItemDiff = { added: 0, removed: 0, goldChanged: 0, otherChanged: 0 };
interface Item {
  readonly id: string;
  readonly answer: readonly string[];
  readonly note: string;
}
const index = (items: readonly Item[]) => indexItems(items, (item) => (item as Item).answer);

describe('the next version', () => {
  it.each<[string, Partial<ItemDiff>, string]>([
    ['gold changed: major', { goldChanged: 1 }, '2.0.0'],
    ['items removed: major', { removed: 1 }, '2.0.0'],
    ['gold changed and items added: major', { goldChanged: 1, added: 9 }, '2.0.0'],
    ['items added: minor', { added: 1 }, '1.3.0'],
    ['items added and others reworded: minor', { added: 1, otherChanged: 5 }, '1.3.0'],
    ['only wording changed: patch', { otherChanged: 3 }, '1.2.4'],
    ['nothing changed in the items: patch', {}, '1.2.4'],
  ])('%s', (_, diff, expected) => {
    expect(nextVersion('1.2.3', { ...SAME, ...diff })).toBe(expected);
  });

  it('is always greater, and counts past nine', () => {
    expect(nextVersion('0.9.9', { ...SAME, added: 1 })).toBe('0.10.0');
    expect(nextVersion('0.1.0', { ...SAME, goldChanged: 1 })).toBe('1.0.0');
    const part = fc.nat(30);
    const diff = fc.record({ added: part, removed: part, goldChanged: part, otherChanged: part });
    fc.assert(
      fc.property(part, part, part, diff, (major, minor, patch, changes) => {
        const home = folder();
        const version = `${major}.${minor}.${patch}`;
        const next = nextVersion(version, changes);
        for (const name of [next, version]) {
          mkdirSync(join(home, name));
          writeFileSync(join(home, name, 'manifest.json'), '{}');
        }
        expect(releasedVersions(home)).toEqual([version, next]);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a diff', () => {
  const before = index([
    { id: 'a', answer: ['x', 'y'], note: '' },
    { id: 'b', answer: ['x', 'y'], note: '' },
    { id: 'c', answer: ['x', 'y'], note: '' },
    { id: 'd', answer: ['x', 'y'], note: '' },
  ]);

  it('counts each item once, by what weighs most', () => {
    const after = index([
      { id: 'a', answer: ['x', 'y'], note: '' },
      { id: 'b', answer: ['y', 'x'], note: 'changed too' },
      { id: 'c', answer: ['x', 'y'], note: 'reworded' },
      { id: 'e', answer: ['x', 'y'], note: '' },
      { id: 'f', answer: ['x', 'y'], note: '' },
    ]);
    const diff = diffItems(before, after);
    expect(diff).toEqual({ added: 2, removed: 1, goldChanged: 1, otherChanged: 1 });
    expect(diffLine(diff)).toBe('2 items added, 1 removed, 1 with another gold, 1 changed otherwise');
  });

  it('of equal items is nothing, and says so', () => {
    expect(diffItems(before, before)).toEqual(SAME);
    expect(diffLine(SAME)).toMatch(/only files beside the items differ/);
  });

  it('does not see the order of items or of fields', () => {
    const items = [
      { id: 'a', answer: ['x'], note: 'n' },
      { note: 'n', answer: ['y'], id: 'b' },
    ];
    const turned = [
      { id: 'b', answer: ['y'], note: 'n' },
      { note: 'n', id: 'a', answer: ['x'] },
    ];
    expect(diffItems(index(items), index(turned))).toEqual(SAME);
  });

  it('adds up: what came and went is the difference in size', () => {
    const items = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 }).chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc.record({
            id: fc.constant(id),
            answer: fc.array(fc.boolean().map(String), { maxLength: 1 }),
            note: fc.constantFrom('', 'n'),
          }),
        ),
      ),
    );
    fc.assert(
      fc.property(items, items, (one, two) => {
        const [left, right] = [index(one), index(two)];
        const diff = diffItems(left, right);
        expect(diff.added - diff.removed).toBe(right.size - left.size);
        expect(diff.goldChanged + diff.otherChanged).toBeLessThanOrEqual(right.size - diff.added);
        const back = diffItems(right, left);
        expect(back).toEqual({ ...diff, added: diff.removed, removed: diff.added });
      }),
    );
  });
});

describe('releases in a folder', () => {
  function release(home: string, name: string, files: Readonly<Record<string, string>>) {
    mkdirSync(join(home, name, 'data'), { recursive: true });
    for (const [path, text] of Object.entries(files)) writeFileSync(join(home, name, path), text);
  }

  it('are those with a version and a manifest, oldest first by number', () => {
    const home = folder();
    for (const name of ['0.10.0', '0.9.1', '1.0.0', '0.1.0']) release(home, name, { 'manifest.json': '{}' });
    release(home, '0.11.0', {});
    release(home, '.new-abc', { 'manifest.json': '{}' });
    release(home, 'v2.0.0', { 'manifest.json': '{}' });
    release(home, '1.0', { 'manifest.json': '{}' });
    expect(releasedVersions(home)).toEqual(['0.1.0', '0.9.1', '0.10.0', '1.0.0']);
  });

  it('are none where the folder is not there', () => {
    expect(releasedVersions(join(folder(), 'absent'))).toEqual([]);
  });

  it('give their items back over all splits', () => {
    const home = folder();
    release(home, '0.1.0', {
      'data/test.jsonl': '{"id":"b"}\n{"id":"c"}\n',
      'data/train.jsonl': '{"id":"a"}\n',
      'data/notes.txt': 'no items',
    });
    expect(readItems(join(home, '0.1.0')).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  });
});
