// Writes the synthetic sample corpora: one JSON line a year, sentences that hold each name as often as frequencies.json says.
// The method is ours: every choice (year, order, frame, word) is the SHA-256 of a seed, a purpose and a key, never a stream.
// It leaves counting to the popularity extractors; what counts as an occurrence is told in README.md of this folder.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { keyedRank } from '../../extractors/choice/keyed.js';
import { byCodeUnit } from '../../schemas/canonical.js';
import { FatalError } from '../../schemas/errors.js';

/** The corpora that the sample has, named by the English they stand for. */
export const SAMPLE_CORPORA = ['en-US', 'en-GB'] as const;

/** One of the sample corpora. */
export type SampleCorpus = (typeof SAMPLE_CORPORA)[number];

const Count = z.int().nonnegative();
const NameFrequency = z.strictObject({
  name: z.string().min(1),
  of: z.string().min(1),
  'en-US': Count,
  'en-GB': Count,
  since: z.int().optional(),
});
const Frequencies = z.strictObject({
  note: z.string(),
  counting: z.string(),
  seed: z.string().min(1),
  years: z.strictObject({ first: z.int(), last: z.int(), step: z.int().positive() }),
  lineCharacters: z.int().positive(),
  names: z.array(NameFrequency).min(1),
});
const Frames = z.strictObject({
  note: z.string(),
  frames: z.array(z.string()).min(1),
  fillers: z.array(z.string()).min(1),
  slots: z.record(z.string(), z.array(z.string()).min(1)),
});

/** How often each name occurs in each corpus, and how long the corpora are. */
export type CorpusFrequencies = z.infer<typeof Frequencies>;

/** Sentence frames, filler sentences and the words for their slots. */
export type CorpusFrames = z.infer<typeof Frames>;

/** All that a corpus is made from. */
export interface CorpusData {
  readonly frequencies: CorpusFrequencies;
  readonly frames: CorpusFrames;
}

/** The element that the rank of the key names; 48 bits of the hash make the bias negligible for short lists. */
function pick<T>(from: readonly T[], seed: string, purpose: string, key: string): T {
  const chosen = from[parseInt(keyedRank(seed, [purpose], key).slice(0, 12), 16) % from.length];
  if (chosen === undefined) throw new FatalError('bad-input', `nothing to choose from for ${purpose} of ${key}`);
  return chosen;
}

/** How many names a frame takes: one more than its highest numbered slot. */
function arity(frame: string): number {
  return Math.max(0, ...[...frame.matchAll(/\{(\d)\}/g)].map((match) => Number(match[1]) + 1));
}

function ofArity(frames: readonly string[], wanted: number): string[] {
  return frames.filter((frame) => arity(frame) === wanted);
}

function fill(sentence: string, names: readonly string[], data: CorpusData, seed: string, key: string): string {
  const text = sentence.replace(/\{(\w+)\}/g, (slot, word: string) => {
    if (/^\d$/.test(word)) return names[Number(word)] ?? slot;
    const words = data.frames.slots[word];
    if (words === undefined) throw new FatalError('bad-input', `frames.json has no slot "${word}"`);
    return pick(words, seed, `slot-${word}`, key);
  });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function yearsOf({ years }: CorpusFrequencies): number[] {
  const count = Math.floor((years.last - years.first) / years.step) + 1;
  return Array.from({ length: count }, (_, index) => years.first + index * years.step);
}

/** The names of each year in the order in which the text uses them. */
function namesByYear(corpus: SampleCorpus, { frequencies }: CorpusData, seed: string): Map<number, string[]> {
  const years = yearsOf(frequencies);
  const placed = new Map(years.map((year) => [year, [] as { readonly name: string; readonly order: string }[]]));
  for (const entry of frequencies.names) {
    const open = years.filter((year) => year >= (entry.since ?? year));
    for (let index = 0; index < entry[corpus]; index += 1) {
      const key = `${entry.name}#${index}`;
      placed.get(pick(open, seed, 'year', key))?.push({ name: entry.name, order: keyedRank(seed, ['order'], key) });
    }
  }
  const sorted = [...placed].map(([year, list]) => {
    return [year, list.sort((a, b) => byCodeUnit(a.order, b.order)).map(({ name }) => name)] as const;
  });
  return new Map(sorted);
}

/** Takes up to `wanted` different names from the front of the queue; a name that is already in the sentence waits. */
function takeNames(queue: string[], wanted: number): string[] {
  const taken: string[] = [];
  for (let index = 0; index < queue.length && taken.length < wanted;) {
    const name = queue[index];
    if (name !== undefined && !taken.includes(name)) taken.push(...queue.splice(index, 1));
    else index += 1;
  }
  return taken;
}

function yearText(year: number, names: readonly string[], data: CorpusData, seed: string): string {
  const { frames, fillers } = data.frames;
  const queue = [...names];
  const sentences: { readonly text: string; readonly order: string }[] = [];
  let length = 0;
  for (let index = 0; queue.length > 0 || length < data.frequencies.lineCharacters; index += 1) {
    const key = `${year}/${index}`;
    const frame = queue.length > 0 ? pick(frames, seed, 'frame', key) : pick(fillers, seed, 'filler', key);
    const taken = takeNames(queue, arity(frame));
    const fitting = taken.length === arity(frame) ? frame : pick(ofArity(frames, taken.length), seed, 'fitting', key);
    const text = fill(fitting, taken, data, seed, key);
    sentences.push({ text, order: keyedRank(seed, ['sentence'], key) });
    length += text.length + 1;
  }
  // Sorted by rank, so that the sentences without names do not all stand at the end of the line.
  return sentences
    .sort((a, b) => byCodeUnit(a.order, b.order))
    .map(({ text }) => text)
    .join(' ');
}

/**
 * Makes one corpus as JSON Lines, `{"year": number, "text": string}` a line, years rising, with a newline at the end.
 * The same arguments give the same bytes. Throws FatalError `bad-input` when a frame names an unknown slot.
 */
export function makeCorpus(corpus: SampleCorpus, data: CorpusData, seed: string): string {
  const corpusSeed = keyedRank(seed, ['corpus'], corpus);
  return [...namesByYear(corpus, data, corpusSeed)]
    .map(([year, names]) => `${JSON.stringify({ year, text: yearText(year, names, data, corpusSeed) })}\n`)
    .join('');
}

/** Reads and checks frequencies.json and frames.json of a folder; throws FatalError `bad-input` on a wrong file. */
export function readCorpusData(folder: string): CorpusData {
  const read = <T>(file: string, schema: z.ZodType<T>): T => {
    const path = join(folder, file);
    try {
      return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
    } catch (cause) {
      throw new FatalError('bad-input', `${path} cannot be read as ${file}`, { cause });
    }
  };
  return { frequencies: read('frequencies.json', Frequencies), frames: read('frames.json', Frames) };
}

function main(folder: string): void {
  const data = readCorpusData(folder);
  for (const corpus of SAMPLE_CORPORA) {
    const text = makeCorpus(corpus, data, data.frequencies.seed);
    writeFileSync(join(folder, `${corpus}.jsonl`), text);
    process.stdout.write(`${join(folder, `${corpus}.jsonl`)}: ${Buffer.byteLength(text)} bytes\n`);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(process.argv[2] ?? 'pipelines/sample/corpora');
}
