import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConfigSources } from '../../../../pipelines/config/load-config.js';
import { CONFIG_FILE, loadConfig } from '../../../../pipelines/config/load-config.js';
import { envName, SETTINGS } from '../../../../schemas/config.js';
import { PrerequisiteError } from '../../../../schemas/errors.js';
import { temporaryFolders } from '../../db/temp.js';

const folder = temporaryFolders();

function file(text: string): string {
  const path = join(folder(), 'settings.yaml');
  writeFileSync(path, text);
  return path;
}

function load(sources: Partial<ConfigSources>) {
  return loadConfig({ flags: {}, env: {}, ...sources });
}

function refusal(sources: Partial<ConfigSources>): PrerequisiteError {
  try {
    load(sources);
  } catch (error) {
    expect(error).toBeInstanceOf(PrerequisiteError);
    return error as PrerequisiteError;
  }
  throw new Error('the configuration was accepted');
}

describe('a setting', () => {
  const inFile = () => file('seed: from-file\nworkspace: file-space\nout: file-out\n');
  const env = { FOLKWAYS_SEED: 'from-env', FOLKWAYS_WORKSPACE: 'env-space' };

  it('comes from the flag, then the environment, then the file, then the default', () => {
    const config = load({ flags: { seed: 'from-flag' }, env, file: inFile() });
    expect(config).toMatchObject({
      seed: 'from-flag',
      workspace: 'env-space',
      out: expect.stringMatching(/^\/.*\/file-out$/) as string,
      preset: 'sample',
    });
    expect(load({ env, file: inFile() }).seed).toBe('from-env');
    expect(load({ file: inFile() }).seed).toBe('from-file');
    expect(load({ file: file('') }).seed).toBe('folkways');
  });

  it('that is empty in the environment is not set', () => {
    expect(load({ env: { FOLKWAYS_SEED: '' }, file: inFile() }).seed).toBe('from-file');
  });

  it('without a default is absent', () => {
    expect(load({ file: file('') })).not.toHaveProperty('dump');
    expect(load({ flags: { dump: 'wiki.xml' }, file: file('') }).dump).toBe('wiki.xml');
  });

  it('that is a number may come as text', () => {
    const config = load({ flags: { minRatio: '1.5' }, env: { FOLKWAYS_CONCURRENCY: '2' }, file: file('') });
    expect(config).toMatchObject({ minRatio: 1.5, concurrency: 2 });
  });

  it('has a default that its own schema takes', () => {
    for (const [name, setting] of Object.entries(SETTINGS)) {
      if (!('default' in setting)) continue;
      expect([name, setting.schema.safeParse(setting.default).success]).toEqual([name, true]);
    }
  });

  it('has an environment variable of its own', () => {
    const names = Object.keys(SETTINGS).map(envName);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => name.startsWith('FOLKWAYS_'))).toBe(true);
  });

  it('cannot be changed once resolved', () => {
    const config = load({ file: file('') });
    expect(() => Object.assign(config, { seed: 'other' })).toThrow(TypeError);
  });
});

describe('a wrong setting is refused by name, place and remedy', () => {
  it.each<[string, Partial<ConfigSources>, RegExp]>([
    ['flag', { flags: { preset: 'huge' } }, /Setting preset from the command line is "huge"/],
    ['variable', { env: { FOLKWAYS_SOURCE: 'ftp' } }, /source from the environment variable FOLKWAYS_SOURCE is "ftp"/],
    ['number', { flags: { concurrency: 'three' } }, /concurrency from the command line is "three"/],
    ['empty number', { flags: { requestsPerMinute: '' } }, /requestsPerMinute/],
    ['range', { flags: { concurrency: '51' } }, /concurrency/],
    ['ratio', { flags: { minRatio: '0.9' } }, /minRatio/],
    ['address', { flags: { api: 'wikipedia' } }, /api/],
  ])('(%s)', (_, sources, message) => {
    const error = refusal({ file: file(''), ...sources });
    expect(error.code).toBe('bad-config');
    expect(error.message).toMatch(message);
    expect(error.hint).toBeTruthy();
  });

  it.each([
    ['a list for a text', 'seed: [1, 2]', /Setting seed from .*settings\.yaml is \[1,2\]/],
    ['a map for a choice', 'preset: {a: 1}', /preset/],
    ['nothing for a text', 'seed:', /seed.*null/],
  ])('(file: %s)', (_, text, message) => {
    const error = refusal({ file: file(text) });
    expect(error.code).toBe('bad-config');
    expect(error.message).toMatch(message);
  });
});

describe('a configuration file', () => {
  it('that is empty, or holds comments only, sets nothing', () => {
    for (const text of ['', '\n\n', '# nothing yet\n', '---\n']) {
      expect(load({ file: file(text) })).toEqual(load({ file: file('seed: folkways') }));
    }
  });

  it.each(['sead: x', 'toString: x', 'constructor: x', 'Seed: x'])(
    'with a setting nobody knows (%s) is refused',
    (text) => {
      const error = refusal({ file: file(`seed: a\n${text}\n`) });
      expect(error.code).toBe('bad-config');
      expect(error.message).toContain(JSON.stringify(text.split(':')[0]));
      expect(error.hint).toContain('workspace, out, source');
    },
  );

  it.each([
    ['is broken', 'seed: a\nout: "never closed\n', /line [23]/],
    ['has tabs for spaces', 'seed: a\nout:\n\t- b\n', /line [23]/],
    ['sets a name twice', 'seed: a\nout: b\nseed: c\n', /line 3/],
  ])('that %s is refused with the line', (_, text, line) => {
    const error = refusal({ file: file(text) });
    expect(error.code).toBe('bad-config');
    expect(error.message).toMatch(/settings\.yaml is not YAML/);
    expect(error.message).toMatch(line);
  });

  it('with an alias that nothing anchors is refused', () => {
    expect(refusal({ file: file('seed: *nowhere\n') }).code).toBe('bad-config');
  });

  it.each(['- seed\n- out\n', 'seed\n', '42\n'])('that holds no settings (%j) is refused', (text) => {
    const error = refusal({ file: file(text) });
    expect(error.code).toBe('bad-config');
    expect(error.hint).toMatch(/name: value/);
  });

  it('that was named must be there and be a file', () => {
    const home = folder();
    mkdirSync(join(home, 'folder.yaml'));
    for (const name of ['absent.yaml', 'folder.yaml']) {
      const error = refusal({ file: join(home, name) });
      expect(error.code).toBe('bad-config');
      expect(error.message).toContain(name);
      expect(error.hint).toMatch(/--config/);
    }
  });
});

describe('the file of the current folder', () => {
  const home = process.cwd();
  beforeEach(() => process.chdir(folder()));
  afterEach(() => process.chdir(home));

  it('is read where there is one, and not missed where there is none', () => {
    expect(load({}).seed).toBe('folkways');
    writeFileSync(CONFIG_FILE, 'seed: here\n');
    expect(load({}).seed).toBe('here');
    expect(load({ file: file('seed: named') }).seed).toBe('named');
  });
});

describe('where pages come from', () => {
  it('follows from what is named, and is the sample when nothing is', () => {
    expect(load({}).source).toBe('sample');
    expect(load({ flags: { dump: 'x.xml' } }).source).toBe('dump');
    expect(load({ env: { FOLKWAYS_API: 'http://127.0.0.1/api.php' } }).source).toBe('api');
  });

  it('is never guessed between two, and nothing named is ignored', () => {
    const both = { dump: 'x.xml', api: 'http://127.0.0.1/api.php' };
    expect(() => load({ flags: both })).toThrow(/Both dump and api/);
    expect(() => load({ flags: { source: 'sample', dump: 'x.xml' } })).toThrow(/dump is given too/);
    expect(() => load({ flags: { ...both, source: 'api' } })).toThrow(/dump is given too/);
  });
});

describe('names of settings', () => {
  it('may be written in a file as flags have them', () => {
    expect(load({ file: file('min-ratio: 2\ncorpus-us: a\ncorpus-gb: b\nseed: 42\n') })).toMatchObject({
      minRatio: 2,
      seed: '42',
    });
  });

  it('are checked in the environment', () => {
    expect(() => load({ env: { FOLKWAYS_MINRATIO: '2' } })).toThrow(
      /no setting for the environment variable FOLKWAYS_MINRATIO/,
    );
    expect(load({ env: { FOLKWAYS_MIN_RATIO: '2', FOLKWAYS_REQUIRE_MEDIAWIKI: '1' } }).minRatio).toBe(2);
  });
});

describe('a value of another kind', () => {
  it.each([
    ['minRatio: true\n', /minRatio .* is true: .*expected a number/],
    ['minRatio: [2]\n', /expected a number/],
    ['seed: &x [*x]\n', /expected a text or a number/],
  ])('%j is refused and not made to fit', (text, message) => {
    expect(() => load({ file: file(text) })).toThrow(message);
  });
});
