// Word lists of this folder and how text is matched against them. All words are lower case; a list word matches at word borders, in
// scripts without spaces anywhere.
import { readFileSync } from 'node:fs';

function load<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), 'utf8')) as T;
}

type WordList =
  | 'listTitle'
  | 'holidaySection'
  | 'excludedSection'
  | 'feastSection'
  | 'nameDaySection'
  | 'observanceSection'
  | 'historicalSection'
  | 'dayWords'
  | 'religious'
  | 'eventKeys'
  | 'ancient'
  | 'organisations';

const LISTS = load<Record<WordList, string[]>>('words');
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u;

function escape(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function matcher(words: readonly string[]): RegExp {
  const spaced = words.filter((word) => !NO_SPACES.test(word)).map(escape);
  const joined = words.filter((word) => NO_SPACES.test(word)).map(escape);
  const parts = [`(?<![\\p{L}\\p{M}\\p{N}])(?:${spaced.join('|')})(?![\\p{L}\\p{M}\\p{N}])`];
  if (joined.length > 0) parts.push(joined.join('|'));
  return new RegExp(parts.join('|'), 'u');
}

const MATCHERS = new Map(Object.entries(LISTS).map(([name, words]) => [name, matcher(words)]));
// Religions are inflected in most languages, so their words match at the start of a word only.
MATCHERS.set('religious', new RegExp(`(?<![\\p{L}])(?:${LISTS.religious.map(escape).join('|')})`, 'u'));

/** Lower case, straight quotes, single spaces. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim();
}

/** True if the text holds a word of the list. */
export function hasWord(list: WordList, text: string): boolean {
  return MATCHERS.get(list)?.test(fold(text)) ?? false;
}

/** True if the whole text, punctuation aside, is a word of the list. */
export function isWord(list: WordList, text: string): boolean {
  return LISTS[list].includes(fold(text).replace(/[:.]$/, ''));
}

/** Header words by role and language (data/headers.json). */
export const HEADERS = load<Record<string, Record<string, string[]>>>('headers');

/** Labels of infobox rows by what they hold (data/infobox-labels.json). */
export const INFOBOX_LABELS = load<Record<string, string[]>>('infobox-labels');

/** Letters that tell languages of one script apart, and the languages of each script (data/scripts.json). */
export const SCRIPTS = load<{
  letters: Record<string, string>;
  scripts: Record<string, string[]>;
  sole: Record<string, string>;
}>('scripts');
