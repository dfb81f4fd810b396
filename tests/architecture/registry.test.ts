import { describe, expect, it } from 'vitest';
import { EXTRACTORS } from '../../extractors/index.js';
import { BENCHMARKS } from '../../pipelines/benchmarks.js';
import { ERROR_CODES } from '../../schemas/errors.js';
import { importsOf, repoFiles, sourceFiles, textOf } from './repo.js';

const files = repoFiles();

describe('the registry of extractors', () => {
  it('has every file that exports a filter', () => {
    const filters = sourceFiles().filter(
      (path) => path.startsWith('extractors/') && /^export const \w+: Extractor\b/m.test(textOf(path)),
    );
    expect(filters.length).toBeGreaterThan(2);
    expect(importsOf('extractors/index.ts')).toEqual(expect.arrayContaining(filters));
    expect(EXTRACTORS).toHaveLength(filters.length);
  });

  it('gives each a name of its own, a sentence and both shapes', () => {
    expect(new Set(EXTRACTORS.map(({ name }) => name)).size).toBe(EXTRACTORS.length);
    for (const { name, summary, input, output } of EXTRACTORS) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(summary.length).toBeGreaterThan(10);
      expect(`${input}${output}`).toMatch(/^\{.*\}$/s);
    }
  });
});

describe('the registry of benchmarks', () => {
  const folders = files.flatMap((path) => /^pipelines\/([^/]+)\/benchmark\.ts$/.exec(path)?.[1] ?? []);

  it('has every folder that holds a benchmark, under its name', () => {
    expect(folders.length).toBeGreaterThan(0);
    expect(BENCHMARKS.map(({ name }) => name).sort()).toEqual(folders.sort());
  });

  it.each(folders)('%s has the whole cast of files', (folder) => {
    const cast = ['benchmark.ts', 'recipe.ts', 'item.ts', 'prompt.ts', 'presets.ts', 'card.ts', 'card.md'];
    expect(files).toEqual(expect.arrayContaining(cast.map((name) => `pipelines/${folder}/${name}`)));
  });
});

describe('error codes', () => {
  it('are all listed in schemas/README.md, in the same words, and no other is', () => {
    const table = textOf('schemas/README.md').split('| code | meaning |')[1] ?? '';
    const rows = [...table.matchAll(/^\| `([a-z0-9-]+)` \| (.+?) \|$/gm)].map((match) => [match[1]!, match[2]!]);
    expect(Object.fromEntries(rows)).toEqual(ERROR_CODES);
  });

  it('are each used somewhere', () => {
    const code = sourceFiles()
      .filter((path) => path !== 'schemas/errors.ts')
      .map(textOf)
      .join('\n');
    expect(Object.keys(ERROR_CODES).filter((name) => !code.includes(`'${name}'`))).toEqual([]);
  });
});
