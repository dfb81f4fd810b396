import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openDump } from '../../../../../extractors/wiki/dump/decompress.js';
import type { Bzip2Decoder } from '../../../../../extractors/wiki/dump/bzip2.js';
import { failure, file } from './dump-xml.js';

const text = Array.from(
  { length: 30_000 },
  (_, line) => `Line ${line} of the feast of ${line % 97} lanterns: Žiemassvētki, 春节.\n`,
).join('');
const bytes = Buffer.from(text);
const half = Math.floor(bytes.length / 2);

async function unpack(path: string, bzip2: Bzip2Decoder = 'auto'): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of openDump(path, { bzip2 })) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('openDump', () => {
  it('gives a plain file unchanged, whatever its name says', async () => {
    expect(await unpack(file('plain.xml.bz2', text))).toBe(text);
  });

  it('unpacks gzip by its first bytes, members one after the other', async () => {
    expect(await unpack(file('one.xml', gzipSync(bytes)))).toBe(text);
    const members = Buffer.concat([gzipSync(bytes.subarray(0, half)), gzipSync(bytes.subarray(half))]);
    expect(await unpack(file('two.gz', members))).toBe(text);
  });

  it('calls gzip data that end too early truncated, with how far it got', async () => {
    const packed = gzipSync(bytes);
    const said = await failure(openDump(file('cut.gz', packed.subarray(0, packed.length - 5000))));
    expect(said).toMatch(
      /^FatalError dump-truncated: .*cut\.gz: the gzip data end too early, after [1-9]\d+ unpacked bytes/,
    );
  });

  it('calls damaged gzip data invalid', async () => {
    const packed = gzipSync(bytes);
    packed.fill(0x55, 3000, 3100);
    expect(await failure(openDump(file('bad.gz', packed)))).toMatch(
      /^FatalError dump-invalid: .*bad\.gz: the gzip data are damaged/,
    );
  });

  it('names a missing file, a directory and an empty file, each with a remedy', async () => {
    const empty = file('empty.xml', '');
    expect(await failure(openDump(join(dirname(empty), 'none.xml')))).toMatch(
      /^PrerequisiteError bad-input: .*no such file \| Give the path/,
    );
    mkdirSync(join(dirname(empty), 'folder'));
    expect(await failure(openDump(join(dirname(empty), 'folder')))).toMatch(
      /^PrerequisiteError bad-input: .*is a directory.* \| Give/,
    );
    expect(await failure(openDump(empty))).toMatch(/^PrerequisiteError bad-input: .*the file is empty \| Download/);
    expect(await failure(openDump(join(empty, 'below.xml')))).toMatch(
      /^PrerequisiteError bad-input: .*cannot be opened/,
    );
    expect(await failure(openDump('/dev/null'))).toMatch(/^PrerequisiteError bad-input: .*not an ordinary file/);
  });

  it('closes the file when the reader stops early', async () => {
    for (const name of ['early.xml', 'early.gz']) {
      const path = file(name, name.endsWith('gz') ? gzipSync(bytes) : bytes);
      for await (const chunk of openDump(path)) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
    }
  });
});

const program = spawnSync('bzip2', ['--help']).error === undefined;
const bzip2 = (data: Uint8Array, level = '-9'): Buffer =>
  execFileSync('bzip2', ['-c', level], { input: data, maxBuffer: 1e9 });

describe.runIf(program).each(['program', 'javascript'] as const)(
  `bzip2 by the %s${program ? '' : ': NOT RUN, the bzip2 program that makes the test files is not installed'}`,
  (decoder) => {
    it('unpacks one stream and many', async () => {
      expect(await unpack(file(`one-${decoder}`, bzip2(bytes)), decoder)).toBe(text);
      const streams = [0, 1, 2, 3].map((part) =>
        bzip2(bytes.subarray((part * bytes.length) >> 2, ((part + 1) * bytes.length) >> 2), '-1'),
      );
      expect(await unpack(file(`many-${decoder}`, Buffer.concat(streams)), decoder)).toBe(text);
    });

    it.each([0.1, 0.5, 0.9, 0.999])('calls data cut after %d of their length truncated', async (part) => {
      const packed = bzip2(bytes, '-1');
      const path = file(`cut-${decoder}-${part}`, packed.subarray(0, Math.floor(packed.length * part)));
      expect(await failure(openDump(path, { bzip2: decoder }))).toMatch(
        /^FatalError dump-truncated: .*the bzip2 data end too early, after \d+/,
      );
    });

    it('calls damaged data invalid', async () => {
      const packed = bzip2(bytes, '-1');
      packed.fill(0x55, packed.length >> 1, (packed.length >> 1) + 50);
      expect(await failure(openDump(file(`bad-${decoder}`, packed), { bzip2: decoder }))).toMatch(
        /^FatalError dump-invalid: .*bzip2 data are damaged/,
      );
      expect(await failure(openDump(file(`head-${decoder}`, 'BZh9 no bzip2 at all'), { bzip2: decoder }))).toMatch(
        /dump-invalid/,
      );
    });

    it('leaves what stands behind the last stream to the XML reader', async () => {
      const path = file(`tail-${decoder}`, Buffer.concat([bzip2(bytes), Buffer.from('no further stream')]));
      expect(await unpack(path, decoder)).toBe(text);
    });

    it('reads a file whose name looks like an option', async () => {
      expect(await unpack(file(`-k ${decoder}`, bzip2(bytes)), decoder)).toBe(text);
    });

    it('stops when the reader stops', async () => {
      for await (const chunk of openDump(file(`stop-${decoder}`, bzip2(bytes)), { bzip2: decoder })) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
    });
  },
);

describe('bzip2 without the program', () => {
  it.runIf(program)('falls back on the JavaScript decoder', async () => {
    const path = file('no-path', bzip2(bytes));
    const { PATH } = process.env;
    process.env['PATH'] = '';
    try {
      expect(await unpack(path)).toBe(text);
    } finally {
      process.env['PATH'] = PATH;
    }
  });
});
