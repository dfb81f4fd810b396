import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openLocalCorpus } from '../../../../extractors/popularity/local-corpus.js';
import { PopularitySignalRecord } from '../../../../schemas/popularity.js';
import { sha256 } from '../../../../schemas/canonical.js';
import { temporaryFolders } from '../../db/temp.js';

const folder = temporaryFolders();
const lines = (...values: { year: number; text: string }[]) => values.map((value) => JSON.stringify(value)).join('\n');

async function corpus(text: string | Uint8Array) {
  const path = join(folder(), 'corpus.jsonl');
  writeFileSync(path, text);
  return openLocalCorpus({ path, region: 'GB', synthetic: false });
}

const THREE = lines(
  { year: 1902, text: 'Eid and Eid and Diwali once more' },
  { year: 1900, text: 'Eid is near' },
  { year: 1902, text: 'again Eid in print' },
  { year: 1901, text: 'nothing of the kind' },
);

describe('a local corpus', () => {
  it('says what it is: region, years, hash, unit', async () => {
    const source = await corpus(THREE);
    expect(source).toMatchObject({
      name: 'local-corpus',
      region: 'GB',
      unit: 'share-of-tokens',
      window: { from: 1900, to: 1902 },
      data: sha256(THREE),
      synthetic: false,
    });
  });

  it('gives the mean of the yearly shares, not the share of the whole', async () => {
    const [answer] = await (await corpus(THREE)).answers([['Eid']]);
    expect(answer).toEqual({
      status: 'number',
      value: (1 / 3 + 0 + 3 / 11) / 3,
      series: [
        { year: 1900, value: 1 / 3 },
        { year: 1901, value: 0 },
        { year: 1902, value: 3 / 11 },
      ],
    });
  });

  it('sums the names of a set, and answers sets in the order asked', async () => {
    const source = await corpus(THREE);
    const [both, diwali, eid] = await source.answers([['Eid', 'Diwali'], ['Diwali'], ['Eid']]);
    expect(both).toMatchObject({ status: 'number', series: [{ value: 1 / 3 }, { value: 0 }, { value: 4 / 11 }] });
    expect(diwali).toMatchObject({ status: 'number', series: [{ value: 0 }, { value: 0 }, { value: 1 / 11 }] });
    expect(eid).toMatchObject({ status: 'number', series: [{ value: 1 / 3 }, { value: 0 }, { value: 3 / 11 }] });
  });

  it('says absent, with a bound and never a zero, for what it does not hold', async () => {
    const [answer, empty] = await (await corpus(THREE)).answers([['Holi'], []]);
    expect(answer).toEqual({
      status: 'absent',
      bound: 1 / 18,
      series: [1900, 1901, 1902].map((year) => ({ year, value: 0 })),
    });
    expect(empty).toMatchObject({ status: 'absent' });
  });

  it('leaves out years without a word, rather than divide by nothing', async () => {
    const source = await corpus(lines({ year: 1900, text: 'Eid' }, { year: 1901, text: '…' }));
    const [answer] = await source.answers([['Eid']]);
    expect(answer).toEqual({ status: 'number', value: 1, series: [{ year: 1900, value: 1 }] });
  });

  it('gives values a signal may hold, whatever it is asked', async () => {
    const source = await corpus(THREE);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.string(), { maxLength: 3 }), { maxLength: 4 }), async (sets) => {
        const answers = await source.answers(sets);
        expect(answers).toHaveLength(sets.length);
        for (const answer of answers) {
          if (answer.status === 'absent')
            expect(PopularitySignalRecord.schema.shape.bound.parse(answer.bound)).toBeGreaterThan(0);
          else expect(answer.status === 'number' && answer.value > 0 && answer.value <= 1).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['a byte-order mark', `\ufeff${THREE}`],
    ['Windows line ends', THREE.replaceAll('\n', '\r\n')],
    ['empty lines', `\n${THREE.replaceAll('\n', '\n\n   \n')}\n\n`],
    ['further fields', THREE.replaceAll('{', '{"source": "shelf 3", ')],
  ])('reads a file with %s as it reads any other', async (_, text) => {
    const [plain, odd] = [await corpus(THREE), await corpus(text)];
    const sets = [['Eid'], ['Diwali']];
    expect(odd.window).toEqual(plain.window);
    expect(await odd.answers(sets)).toEqual(await plain.answers(sets));
  });

  it('keeps a line whole that holds a Unicode line separator', async () => {
    const source = await corpus(lines({ year: 1900, text: 'Eid\u2028Eid\u2029Eid\u0085Eid' }));
    expect(await source.answers([['Eid']])).toMatchObject([{ status: 'number', value: 1 }]);
  });
});

describe('a corpus that cannot be used is refused with a remedy', () => {
  it.each<[string, string | Uint8Array, RegExp]>([
    ['empty', '', /holds no text/],
    ['blank', '\n \n', /holds no text/],
    ['without a word', lines({ year: 1900, text: '' }, { year: 1901, text: '... !' }), /holds no text/],
    ['no JSON on one line', `${lines({ year: 1900, text: 'a' })}\n\nChristmas 1901\n`, /line 3 is not JSON/],
    ['cut off', `${lines({ year: 1900, text: 'a' })}\n{"year": 1901, "te`, /line 2 is not JSON/],
    ['a list', '[1900, "text"]', /line 1 is not \{"year"/],
    ['one JSON document', `[\n${lines({ year: 1900, text: 'a' })}\n]`, /line 1 is not JSON/],
    ['without a year', '{"text": "a"}', /line 1 is not/],
    ['with a year that is text', '{"year": "1900", "text": "a"}', /line 1 is not/],
    ['with a year that is no whole number', '{"year": 1900.5, "text": "a"}', /line 1 is not/],
    ['with a text that is a list', '{"year": 1900, "text": ["a"]}', /line 1 is not/],
    ['null', 'null', /line 1 is not/],
    ['UTF-16', Buffer.from(`\ufeff${lines({ year: 1900, text: 'a' })}`, 'utf16le'), /line 1 is not UTF-8/],
    ['Latin-1', Buffer.from(lines({ year: 1900, text: 'D\u00eda de Muertos' }), 'latin1'), /line 1 is not UTF-8/],
    ['gzip', gzipSync(lines({ year: 1900, text: 'a' })), /is compressed/],
  ])('(%s)', async (_, text, message) => {
    await expect(corpus(text)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(message) as string,
      hint: expect.stringContaining('JSON Lines') as string,
    });
  });

  it.each([
    ['missing', 'absent.jsonl', /does not exist/],
    ['a folder', '.', /is a folder/],
  ])('(%s)', async (_, name, message) => {
    const path = join(folder(), name);
    await expect(openLocalCorpus({ path, region: 'US', synthetic: false })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(message) as string,
    });
  });
});
