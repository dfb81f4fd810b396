import { describe, expect, it } from 'vitest';
import { repoFiles, textOf } from './repo.js';

describe('schemas/README.md', () => {
  const readme = textOf('schemas/README.md');

  it('has a row for every record type', () => {
    const types = repoFiles()
      .filter((path) => /^(schemas|pipelines)\/.*\.ts$/.test(path))
      .flatMap((path) => [...textOf(path).matchAll(/defineRecord\(\{\s*type: '([\w-]+)'/g)].map((match) => match[1]!));
    expect(types.length).toBeGreaterThan(8);
    const rows = [...readme.matchAll(/^\| `([\w-]+)` \| `([\w/.-]+)` \|/gm)];
    expect(rows.map((row) => row[1]!).sort()).toEqual([...new Set(types)].sort());
    for (const row of rows) {
      const path = row[2]!.includes('/') ? row[2]! : `schemas/${row[2]!}`;
      expect(textOf(path)).toContain(`'${row[1]!}'`);
    }
  });

  it('names every file of the folder', () => {
    const names = repoFiles().flatMap((path) => /^schemas\/([\w-]+\.ts)$/.exec(path)?.[1] ?? []);
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });
});
