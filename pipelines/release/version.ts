// Data versions follow semver: changed gold is major, added items are minor, anything else is a patch. A released version never
// changes: equal bytes are "unchanged", other bytes are refused until a new version is named.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../schemas/canonical.js';
import { FatalError } from '../../schemas/errors.js';

/** The version of the first release of a benchmark. */
export const FIRST_VERSION = '0.1.0';

/** Items of two releases compared by id. */
export interface ItemDiff {
  readonly added: number;
  readonly removed: number;
  readonly goldChanged: number;
  readonly otherChanged: number;
}

/** Items by id, with the parts that decide a version. */
export type ItemIndex = ReadonlyMap<string, { readonly gold: string; readonly all: string }>;

/**
 * Whether a text is a version that this program can count on from.
 * @param text - any text
 * @returns true for `1.2.3` without leading zeros or absurd numbers
 */
export function isVersion(text: string): boolean {
  return /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/.test(text);
}

/**
 * Released versions in a folder, oldest first.
 * @param folder - `releases/<benchmark>`
 * @returns versions of the folders that hold a manifest
 */
export function releasedVersions(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => isVersion(name) && existsSync(join(folder, name, 'manifest.json')))
    .sort((a, b) => compareVersions(a, b));
}

/**
 * Indexes items for comparison.
 * @param items - released items
 * @param gold - what of an item is its gold
 * @returns items by id
 */
export function indexItems(items: readonly { readonly id: string }[], gold: (item: unknown) => unknown): ItemIndex {
  return new Map(items.map((item) => [item.id, { gold: canonicalJson(gold(item)), all: canonicalJson(item) }]));
}

/**
 * Reads the items of a release back.
 * @param folder - of the release
 * @returns all items of all splits
 * @throws FatalError `release-differs` when they cannot be read
 */
export function readItems(folder: string): { readonly id: string }[] {
  const data = join(folder, 'data');
  try {
    return readdirSync(data)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .flatMap((name) => readFileSync(join(data, name), 'utf8').split('\n').filter(Boolean))
      .map((line) => JSON.parse(line) as { id: string });
  } catch (cause) {
    throw new FatalError('release-differs', `The release ${folder} is damaged: its items cannot be read.`, {
      cause,
      hint: 'Move it away, or put back what it was; SHA256SUMS tells which files are whole.',
    });
  }
}

/**
 * Compares two sets of items.
 * @param before - earlier items
 * @param after - later items
 * @returns counts of what changed
 */
export function diffItems(before: ItemIndex, after: ItemIndex): ItemDiff {
  let goldChanged = 0;
  let otherChanged = 0;
  for (const [id, item] of after) {
    const old = before.get(id);
    if (old && old.gold !== item.gold) goldChanged += 1;
    else if (old && old.all !== item.all) otherChanged += 1;
  }
  const added = [...after.keys()].filter((id) => !before.has(id)).length;
  const removed = [...before.keys()].filter((id) => !after.has(id)).length;
  return { added, removed, goldChanged, otherChanged };
}

/**
 * The version that follows, given what changed.
 * @param version - the earlier version
 * @param diff - what changed
 * @returns the next version
 */
export function nextVersion(version: string, diff: ItemDiff): string {
  const [major, minor, patch] = version.split('.').map(Number) as [number, number, number];
  if (diff.goldChanged + diff.removed > 0) return `${major + 1}.0.0`;
  return diff.added > 0 ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/**
 * What changed, in words.
 * @param diff - counts
 * @returns one line
 */
export function diffLine(diff: ItemDiff): string {
  const { added, removed, goldChanged, otherChanged } = diff;
  const items = `${added} items added, ${removed} removed, ${goldChanged} with another gold, ${otherChanged} changed otherwise`;
  return added + removed + goldChanged + otherChanged === 0 ? `${items}; only files beside the items differ` : items;
}

/**
 * Compares two versions.
 * @param a - left
 * @param b - right
 * @returns negative, zero or positive
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]];
  return left[0]! - right[0]! || left[1]! - right[1]! || left[2]! - right[2]!;
}
