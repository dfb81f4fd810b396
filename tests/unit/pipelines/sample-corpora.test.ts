import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeCorpus, readCorpusData, SAMPLE_CORPORA, type CorpusData } from '../../../pipelines/sample/make-corpora.js';
import { FatalError } from '../../../schemas/errors.js';

const folder = fileURLToPath(new URL('../../../pipelines/sample/corpora/', import.meta.url));
const data = readCorpusData(folder);
const { names, seed, years } = data.frequencies;
const committed = (corpus: string): string => readFileSync(`${folder}${corpus}.jsonl`, 'utf8');
const lines = (corpus: string) =>
  committed(corpus)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { year: number; text: string });

/** Longest match at each token edge, as the README of the sample defines an occurrence. */
function countNames(text: string, wanted: readonly string[]): Map<string, number> {
  const counts = new Map(wanted.map((name) => [name, 0]));
  const quoted = [...wanted]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${quoted.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  for (const [found] of text.matchAll(pattern)) counts.set(found, (counts.get(found) ?? 0) + 1);
  return counts;
}

/** Occurrences per article: the sum over its names. */
function totals(corpus: 'en-US' | 'en-GB'): Map<string, number> {
  const sums = new Map<string, number>();
  for (const entry of names) sums.set(entry.of, (sums.get(entry.of) ?? 0) + entry[corpus]);
  return sums;
}

describe.each(SAMPLE_CORPORA)('the sample corpus %s', (corpus) => {
  it('is what makeCorpus writes, byte for byte', () => {
    expect(makeCorpus(corpus, data, seed) === committed(corpus)).toBe(true);
  });

  it('holds each name as often as frequencies.json says', () => {
    const text = lines(corpus)
      .map((line) => line.text)
      .join('\n');
    const expected = new Map(names.map((entry) => [entry.name, entry[corpus]]));
    expect(
      countNames(
        text,
        names.map(({ name }) => name),
      ),
    ).toEqual(expected);
  });

  it('holds no name before its first year', () => {
    const young = names.filter(({ since }) => since !== undefined);
    expect(young.length).toBeGreaterThan(5);
    for (const { year, text } of lines(corpus)) {
      for (const { name, since } of young) if (year < (since ?? 0)) expect(text).not.toContain(name);
    }
  });

  it('has one line a year, rising, with no slot left open', () => {
    const found = lines(corpus).map(({ year }) => year);
    expect(found[0]).toBe(years.first);
    expect(found.at(-1)).toBe(years.last);
    expect(found.every((year, index) => index === 0 || year === (found[index - 1] ?? 0) + years.step)).toBe(true);
    expect(committed(corpus)).not.toMatch(/\{\w+\}|undefined/);
  });

  it('ranks the articles without ties', () => {
    const sums = [...totals(corpus).values()];
    expect(new Set(sums).size).toBe(sums.length);
    expect(Math.log10(Math.max(...sums))).toBeGreaterThan(2.4);
    expect(sums.filter((sum) => sum === 0)).toHaveLength(1);
  });
});

describe('the two sample corpora', () => {
  it('take 200 to 320 KB together', () => {
    const size = SAMPLE_CORPORA.reduce((sum, corpus) => sum + Buffer.byteLength(committed(corpus)), 0);
    expect(size).toBeGreaterThan(200_000);
    expect(size).toBeLessThan(320_000);
  });

  it('put 80 to 90 % of the pairs of articles in the same order', () => {
    const [us, gb] = [totals('en-US'), totals('en-GB')];
    const articles = [...us.keys()];
    let same = 0;
    let pairs = 0;
    for (const [index, a] of articles.entries()) {
      for (const b of articles.slice(index + 1)) {
        pairs += 1;
        if (((us.get(a) ?? 0) - (us.get(b) ?? 0)) * ((gb.get(a) ?? 0) - (gb.get(b) ?? 0)) > 0) same += 1;
      }
    }
    expect(same / pairs).toBeGreaterThan(0.8);
    expect(same / pairs).toBeLessThan(0.9);
  });
});

describe('makeCorpus', () => {
  it('changes with the seed but keeps the counts', () => {
    const other = makeCorpus('en-US', data, 'another seed');
    expect(other).not.toBe(committed('en-US'));
    const wanted = names.map(({ name }) => name);
    expect(countNames(other, wanted)).toEqual(countNames(committed('en-US'), wanted));
  });

  it('refuses a frame with an unknown slot', () => {
    const broken: CorpusData = { ...data, frames: { ...data.frames, fillers: ['They saw {colour}.'] } };
    expect(() => makeCorpus('en-GB', broken, seed)).toThrow(FatalError);
  });

  it('names the file that cannot be read', () => {
    expect(() => readCorpusData(`${folder}none`)).toThrow(/frequencies\.json/);
  });
});
