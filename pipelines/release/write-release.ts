// Writes a release: into a temporary folder beside its place, renamed at the end, so that a release is there whole or not at all.
// Nothing in it tells the time, the machine or the locale: same snapshot, same configuration, same bytes.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Store } from '../../db/index.js';
import type { Benchmark, RecipeInputs, ReleasedItem } from '../benchmark.js';
import type { Built } from '../engine/build.js';
import { byCodeUnit, sha256 } from '../../schemas/canonical.js';
import { FatalError, PrerequisiteError } from '../../schemas/errors.js';
import { releaseLicence } from './licence.js';
import { sourcesOf } from './lineage-sources.js';
import { makeManifest } from './manifest.js';
import { inNewFolder, putInPlace } from './new-folder.js';
import {
  compareVersions,
  diffItems,
  diffLine,
  FIRST_VERSION,
  indexItems,
  nextVersion,
  readItems,
  releasedVersions,
} from './version.js';

const SCORER = fileURLToPath(new URL('./scorer/', import.meta.url));

/** What became of a release. */
export interface Release {
  readonly folder: string;
  readonly version: string;
  readonly outcome: 'written' | 'unchanged';
  /** Number of items by split. */
  readonly items: Readonly<Record<string, number>>;
}

/** Where and as what to release. */
export interface ReleaseOptions {
  /** Folder of all releases. */
  readonly out: string;
  /** A version, `next` for the one that semver asks for, or undefined: the latest again, or the first. */
  readonly version?: string | undefined;
}

/**
 * Writes the release of a finished build.
 * @param store - the workspace of the build
 * @param benchmark - what was built
 * @param inputs - configuration, wiki and popularity sources
 * @param built - the finished build
 * @param options - folder and version
 * @returns where it is, and whether it was there already with the same bytes
 * @throws FatalError `release-differs` when the version exists with other bytes
 * @throws FatalError `gate-failed` when the build gave no test item
 * @throws PrerequisiteError `storage-failed` when the folder cannot be written; nothing is left there then
 */
export function writeRelease(
  store: Store,
  benchmark: Benchmark,
  inputs: RecipeInputs,
  built: Built,
  options: ReleaseOptions,
): Release {
  const numbers = built.flow.outputs(built.slots.length - 1, [benchmark.itemType.type]);
  const items = numbers
    .map((id) => benchmark.itemType.schema.parse(store.records.get(id).content) as ReleasedItem)
    .sort((a, b) => byCodeUnit(a.id, b.id));
  const counts = countSplits(items);
  if (!counts['test']) {
    throw new FatalError('gate-failed', `The build gave no ${benchmark.name} test item.`, {
      hint: '`folkways status` shows where records were dropped, and why.',
    });
  }
  const home = join(options.out, benchmark.name);
  const versions = releasedVersions(home);
  const latest = versions.at(-1);
  const after = indexItems(items, benchmark.gold);
  const diffTo = (version: string) => diffItems(indexItems(readItems(join(home, version)), benchmark.gold), after);
  const write = (version: string) =>
    inNewFolder(home, (folder) => fillFolder(folder, benchmark, inputs, built, version, items, store, numbers));

  if (options.version === 'next' && latest) {
    // Only what differs from the latest release deserves a version of its own.
    const same = write(latest);
    const equal = sameRelease(same, join(home, latest));
    rmSync(same, { recursive: true });
    if (equal) return { folder: join(home, latest), version: latest, outcome: 'unchanged', items: counts };
  }
  const version =
    options.version === 'next'
      ? latest
        ? nextVersion(latest, diffTo(latest))
        : FIRST_VERSION
      : (options.version ?? latest ?? FIRST_VERSION);
  if (latest && compareVersions(version, latest) < 0 && !versions.includes(version)) {
    throw new PrerequisiteError('bad-input', `Version ${version} is older than the latest release, ${latest}.`, {
      hint: 'Use --version next.',
    });
  }
  const target = join(home, version);
  const temporary = write(version);
  try {
    if (putInPlace(temporary, target)) return { folder: target, version, outcome: 'written', items: counts };
    if (sameRelease(temporary, target)) return { folder: target, version, outcome: 'unchanged', items: counts };
    const diff = versions.includes(version) ? diffTo(version) : undefined;
    throw new FatalError('release-differs', `${target} exists with other bytes${diff ? `: ${diffLine(diff)}` : ''}.`, {
      hint: diff
        ? `Release it as ${nextVersion(latest ?? version, diffTo(latest ?? version))}: add --version next.`
        : 'It is no whole release: move it away and build again.',
    });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function fillFolder(
  folder: string,
  benchmark: Benchmark,
  inputs: RecipeInputs,
  built: Built,
  version: string,
  items: readonly ReleasedItem[],
  store: Store,
  numbers: readonly number[],
): void {
  const put = (path: string, text: string) => writeFileSync(join(folder, path), text);
  mkdirSync(join(folder, 'data'));
  const files = Object.entries(countSplits(items)).map(([split, lines]) => ({ path: `data/${split}.jsonl`, lines }));
  for (const { path } of files) put(path, jsonLines(items.filter((item) => path === `data/${item.split}.jsonl`)));
  const sources = sourcesOf(store, built, numbers);
  put('SOURCES.jsonl', jsonLines(sources));
  const manifest = makeManifest(
    benchmark,
    inputs,
    built,
    version,
    [...files, { path: 'SOURCES.jsonl', lines: sources.length }],
    releaseLicence(sources),
  );
  put('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
  put('README.md', benchmark.card({ manifest, items }));
  mkdirSync(join(folder, 'scorer'));
  for (const name of ['score.mjs', 'score.py', 'README.md']) cpSync(join(SCORER, name), join(folder, 'scorer', name));
  put(
    'SHA256SUMS',
    filesBelow(folder)
      .map((path) => `${sha256(readFileSync(join(folder, path)))}  ${path}\n`)
      .join(''),
  );
}

function countSplits(items: readonly ReleasedItem[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { split } of [...items].sort((a, b) => byCodeUnit(a.split, b.split)))
    counts[split] = (counts[split] ?? 0) + 1;
  return counts;
}

/** One JSON object a line. Values come out of their schema, so their fields stand in its order and equal values are equal bytes. */
function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** Paths of all files below a folder, with `/`, in code-unit order. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort(byCodeUnit);
}

/** Whether a release holds just the bytes of another. What somebody put beside its own files, such as predictions, is no part of it. */
function sameRelease(fresh: string, released: string): boolean {
  return filesBelow(fresh).every((path) => {
    const there = join(released, path);
    return existsSync(there) && readFileSync(join(fresh, path)).equals(readFileSync(there));
  });
}
