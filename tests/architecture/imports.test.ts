import { describe, expect, it } from 'vitest';
import { importsOf, repoFiles, sourceFiles, textOf } from './repo.js';

const sources = sourceFiles();
const modules = sources.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'));
const graph = new Map(modules.map((path) => [path, importsOf(path)]));
const layer = (path: string) => path.split('/')[0]!;

/** Which top folders a file of a top folder may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  schemas: ['schemas'],
  extractors: ['schemas', 'extractors'],
  db: ['schemas', 'db'],
  pipelines: ['schemas', 'extractors', 'db', 'pipelines'],
};
const OPENS_THE_STORE = /^pipelines\/(engine|release|cli|bench)\//;

describe('imports', () => {
  it('were found: the graph is not empty, and every relative import leads to a file', () => {
    const known = new Set([...repoFiles()]);
    const edges = [...graph].flatMap(([path, to]) => to.map((target) => ({ path, target })));
    expect(edges.length).toBeGreaterThan(200);
    const dangling = edges.filter(({ target }) => !known.has(target) && !known.has(target.replace(/\.ts$/, '.d.ts')));
    expect(dangling).toEqual([]);
  });

  it('go one way: schemas <- extractors <- pipelines, schemas <- db <- pipelines', () => {
    const wrong = [...graph].flatMap(([path, to]) =>
      to.filter((target) => !MAY_IMPORT[layer(path)]!.includes(layer(target))).map((target) => `${path} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('of the store come from engine, release and command line only', () => {
    const wrong = [...graph].flatMap(([path, to]) =>
      layer(path) === 'db' || OPENS_THE_STORE.test(path)
        ? []
        : to.filter((target) => layer(target) === 'db').map((target) => `${path} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('make no cycle', () => {
    const state = new Map<string, 'open' | 'done'>();
    const cycles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      if (state.get(path) === 'done') return;
      if (state.get(path) === 'open') {
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
        return;
      }
      state.set(path, 'open');
      for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
      state.set(path, 'done');
    };
    for (const path of graph.keys()) visit(path, []);
    expect(cycles).toEqual([]);
  });

  it('name built-in modules with node: and our own with .js', () => {
    const wrong = modules.filter((path) => {
      const named = [...textOf(path).matchAll(/^(?:import|export)\b[^;]*?\bfrom '([^']+)'/gm)].map(
        (match) => match[1]!,
      );
      return named.some((name) =>
        name.startsWith('.')
          ? !/\.(js|mjs|json)$/.test(name)
          : /^(fs|path|url|crypto|zlib|stream|os|util|events|child_process|readline|timers)(\/|$)/.test(name),
      );
    });
    expect(wrong).toEqual([]);
  });
});

describe('source files', () => {
  it('stay below 300 lines', () => {
    const long = sources.map((path) => ({ path, lines: textOf(path).trimEnd().split('\n').length }));
    expect(long.length).toBeGreaterThan(100);
    expect(long.filter(({ lines }) => lines > 300)).toEqual([]);
  });

  it('have kebab-case names', () => {
    const odd = modules.filter((path) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.ts$/.test(path.split('/').at(-1)!));
    expect(odd).toEqual([]);
  });

  it('have no default export', () => {
    expect(modules.filter((path) => /^export default\b/m.test(textOf(path)))).toEqual([]);
  });

  it('sort and print without a locale, which would differ between machines', () => {
    const calls = /\.(localeCompare|toLocale\w*)\(|\bIntl\.(?!Segmenter)\w+/;
    expect(modules.filter((path) => calls.test(textOf(path)))).toEqual([]);
  });
});
