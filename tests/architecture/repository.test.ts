import { describe, expect, it } from 'vitest';
import { repoFiles, textOf } from './repo.js';

const files = repoFiles();
const texts = files.filter((path) => !/\.(png|jpe?g|gz|bz2|onnx|db|parquet)$/.test(path));

describe('files of the repository', () => {
  it('name no path of a machine', () => {
    const machine = /(?<![\w.\-/])\/(work|tmp|root|home\/\w+|Users\/\w+|var\/folders)\/\w|\b[A-Z]:\\\w/;
    const found = texts.filter((path) => machine.test(textOf(path)));
    expect(texts.length).toBeGreaterThan(150);
    expect(found).toEqual([]);
  });

  it('name no host of a package registry or mirror', () => {
    const host =
      /registry\.(npmjs|yarnpkg|npmmirror)\.|https?:\/\/[\w.-]*(artifactory|verdaccio|nexus|npm-proxy|pypi)[\w.-]*/i;
    expect(texts.filter((path) => host.test(textOf(path)))).toEqual([]);
  });

  it('hold no test that is switched off or alone', () => {
    const tests = files.filter((path) => path.endsWith('.test.ts'));
    expect(tests.length).toBeGreaterThan(20);
    expect(tests.filter((path) => /\b(it|test|describe)\.(skip|todo|only)\b/.test(textOf(path)))).toEqual([]);
  });

  it('stay below 300 lines where they are tests', () => {
    const tests = files.filter((path) => /^tests\/.*\.(ts|mjs|py)$/.test(path));
    expect(tests.filter((path) => textOf(path).trimEnd().split('\n').length > 300)).toEqual([]);
  });

  it('are none that a build makes', () => {
    expect(files.filter((path) => /^(dist|releases|\.folkways|node_modules)\//.test(path))).toEqual([]);
  });
});

describe('package-lock.json', () => {
  const lock = JSON.parse(textOf('package-lock.json')) as {
    packages: Record<string, { resolved?: string; integrity?: string; link?: boolean; version?: string }>;
  };

  it('names no address to fetch from, so that it works with any registry', () => {
    expect(Object.values(lock.packages).filter((one) => one.resolved !== undefined)).toEqual([]);
  });

  it('has the hash of every package', () => {
    const bare = Object.entries(lock.packages).filter(([path, one]) => path !== '' && !one.link && !one.integrity);
    expect(bare.map(([path]) => path)).toEqual([]);
  });

  it('has exactly the versions that package.json pins', () => {
    const { dependencies, devDependencies } = JSON.parse(textOf('package.json')) as Record<
      string,
      Record<string, string>
    >;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$|^npm:.*@\d+\.\d+\.\d+$/)]);
      expect([name, lock.packages[`node_modules/${name}`]?.version]).toEqual([name, version.split('@').at(-1)]);
    }
  });
});
