// Popularity as the share of a local corpus: JSON Lines of `{"year": 1900, "text": "…"}`, read in one pass for all names asked.
// The value follows CPopQA (section "Holiday Popularity Collection"): the mean over the years of the yearly frequency.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { PopularityAnswer, PopularitySource } from './popularity-source.js';
import type { Region } from '../../schemas/popularity.js';
import { PrerequisiteError } from '../../schemas/errors.js';
import { explainFileError, hashFile } from '../files/hash-file.js';
import { createPhraseCounter } from './phrase-counter.js';
import { isWord, tokens } from './tokens.js';

const Line = z.object({ year: z.number().int(), text: z.string() });

/** A corpus file and what it speaks for. */
export interface CorpusOptions {
  readonly path: string;
  readonly region: Region;
  /** The text was made up for demonstration. */
  readonly synthetic: boolean;
}

/**
 * Opens a local corpus: reads it once for its hash and its years.
 * @param options - file and region
 * @returns a popularity source named `local-corpus`, unit share of tokens
 * @throws PrerequisiteError `bad-input` when the file is missing, holds no text, or a line is not `{year, text}`
 */
export async function openLocalCorpus(options: CorpusOptions): Promise<PopularitySource> {
  const data = await hashFile(options.path, 'corpus');
  let from = Infinity;
  let to = -Infinity;
  let hasWords = false;
  for await (const { year, text } of corpusLines(options.path)) {
    hasWords ||= tokens(text).some(isWord);
    from = Math.min(from, year);
    to = Math.max(to, year);
  }
  if (!hasWords) throw badCorpus(options.path, 'holds no text');
  return {
    name: 'local-corpus',
    region: options.region,
    unit: 'share-of-tokens',
    window: { from, to },
    data,
    synthetic: options.synthetic,
    answers: (nameSets) => count(options.path, nameSets),
  };
}

async function count(path: string, nameSets: readonly (readonly string[])[]): Promise<PopularityAnswer[]> {
  const counter = createPhraseCounter(nameSets);
  const years = new Map<number, { words: number; counts: number[] }>();
  for await (const { year, text } of corpusLines(path)) {
    const sum = years.get(year) ?? { words: 0, counts: nameSets.map(() => 0) };
    const { words, counts } = counter.add(text);
    sum.words += words;
    for (const [set, n] of counts) sum.counts[set]! += n;
    years.set(year, sum);
  }
  const ordered = [...years.entries()].filter(([, sum]) => sum.words > 0).sort(([a], [b]) => a - b);
  const words = ordered.reduce((sum, [, year]) => sum + year.words, 0);
  return nameSets.map((_, set): PopularityAnswer => {
    const series = ordered.map(([year, sum]) => ({ year, value: sum.counts[set]! / sum.words }));
    const found = ordered.reduce((sum, [, year]) => sum + year.counts[set]!, 0);
    if (found === 0) return { status: 'absent', bound: 1 / words, series };
    return { status: 'number', value: series.reduce((sum, point) => sum + point.value, 0) / series.length, series };
  });
}

async function* corpusLines(path: string): AsyncGenerator<{ year: number; text: string }> {
  const input = createReadStream(path, 'utf8');
  let number = 0;
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      number += 1;
      if (line.trim() === '') continue;
      yield parseLine(path, number, line);
    }
  } catch (error) {
    throw explainFileError(error, path, 'corpus');
  } finally {
    input.destroy();
  }
}

function parseLine(path: string, number: number, line: string): { year: number; text: string } {
  if (number === 1 && line.startsWith('\u001f')) throw badCorpus(path, 'is compressed: unpack it first');
  // What is no UTF-8 arrives as U+FFFD, and no name with such a letter would ever be counted.
  if (line.includes('\ufffd')) throw badCorpus(path, `line ${number} is not UTF-8`);
  let value: unknown;
  try {
    value = JSON.parse(number === 1 ? line.replace(/^\ufeff/, '') : line);
  } catch (cause) {
    throw badCorpus(path, `line ${number} is not JSON`, cause);
  }
  const parsed = Line.safeParse(value);
  if (!parsed.success) throw badCorpus(path, `line ${number} is not {"year": number, "text": string}`);
  return parsed.data;
}

function badCorpus(path: string, what: string, cause?: unknown): PrerequisiteError {
  return new PrerequisiteError('bad-input', `The corpus ${path} ${what}.`, {
    cause,
    hint: 'A corpus is a file of JSON Lines: {"year": 1900, "text": "..."}, several lines a year if you like.',
  });
}
