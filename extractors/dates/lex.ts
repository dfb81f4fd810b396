/**
 * Turns a cleaned text into grammar tokens with one language's lexicon: longest phrase first, numbers with their ordinal endings,
 * Chinese-character dates, numeric dates. Brackets become one token that holds their content.
 * Which tokens make a date is left to the pattern files.
 */
import type { Atom } from './atoms.js';
import type { Lexicon, Meaning } from './lexicon.js';
import { isUnspaced, normalizeWord } from './normalize.js';
import { readHanNumeral } from './numerals.js';
import { readNumericDate } from './numeric.js';
import type { Token } from './tokens.js';

const LONGEST_PHRASE = 8;
const LONGEST_RUN = 12;
const ORDINAL_ENDING =
  /^(?:st|nd|rd|th|o|a|er|ere|re|e|em|eme|de|ste|ro|do|to|ta|da|ra|va|vo|mo|no|n|i|ci|cı|nci|uncu|го|и|я|е|ое|ая|ую|го|η|ης|ου|α|ος)$/u;
const MARK_SYMBOLS: Readonly<Record<string, string>> = {
  ',': ',', '،': ',', '、': ',', ';': ';', '؛': ';', ':': ':', '/': '/', '-': '-', '&': '&', '+': '&', '(': '(', ')': ')', '[': '[', ']': ']', '·': ',',
}; // prettier-ignore
const PREFIXES = /^(?:[ובלהמ](?=[\u05d0-\u05ea]{3})|(?:وال|بال|لل|ال|و|ب|ل)(?=[\u0621-\u064a]{3}))/u;

interface Reading {
  readonly text: string;
  readonly atoms: readonly Atom[];
  readonly lexicon: Lexicon;
  readonly lang: string;
}
type Read = { readonly token?: Token; readonly end: number };

function make(text: string, start: number, end: number, meaning: Omit<Token, 'start' | 'end' | 'text'>): Read {
  return meaning.sym === '' ? { end } : { token: { ...meaning, start, end, text: text.slice(start, end) }, end };
}

function wordMeaning(atom: Atom, lexicon: Lexicon): Meaning | undefined {
  const apostrophe = atom.text.search(/['’]/);
  const stem = apostrophe > 1 ? normalizeWord(atom.text.slice(0, apostrophe)) : '';
  const bare = atom.norm.replace(PREFIXES, '');
  return (stem === '' ? undefined : lexicon(stem)) ?? (bare === atom.norm ? undefined : lexicon(bare));
}

/** The longest phrase of words from atom `index`; hyphens and full stops between tight words do not break a phrase. */
function readPhrase({ text, atoms, lexicon }: Reading, index: number): Read | undefined {
  let key = '';
  let best: Read | undefined;
  const start = atoms[index]?.start ?? 0;
  for (let words = 0, next = index; words < LONGEST_PHRASE; words += 1) {
    const atom = atoms[next];
    if (!atom || (atom.kind !== 'word' && atom.kind !== 'number')) break;
    key = key === '' ? atom.norm : `${key} ${atom.norm}`;
    const meaning = atom.kind === 'number' && words === 0 ? undefined : lexicon(key);
    if (meaning) best = make(text, start, atom.end, meaning);
    const mark = atoms[next + 1];
    const joined =
      mark?.kind === 'mark' &&
      mark.tight &&
      (mark.text === '.' || (mark.text === '-' && atoms[next + 2]?.tight === true));
    next += joined ? 2 : 1;
  }
  return best;
}

/** One step inside a run of unspaced script, at `offset`. */
function readRun({ text, lexicon }: Reading, offset: number, end: number): Read {
  const counted = /第 ?(\d{1,2}|[一二三四五六七八九十]{1,2})(?:个|個|回|番目)?/y;
  counted.lastIndex = offset;
  const ordinal = counted.exec(text);
  if (ordinal) {
    const value = readHanNumeral(ordinal[1] ?? '', 0)?.value ?? Number(ordinal[1]);
    return make(text, offset, offset + ordinal[0].length, { sym: 'T', n: value });
  }
  const numeral = readHanNumeral(text, offset);
  for (let length = Math.min(LONGEST_RUN, text.length - offset); length >= 1; length -= 1) {
    if (numeral && length <= numeral.length) break;
    const meaning = lexicon(normalizeWord(text.slice(offset, offset + length)));
    if (meaning) return make(text, offset, offset + length, meaning);
  }
  const odd = /(正|冬|腊|臘)月/y;
  odd.lastIndex = offset;
  const month = odd.exec(text)?.[1];
  if (month !== undefined) {
    return make(text, offset, offset + 2, { sym: 'M', n: month === '正' ? 1 : month === '冬' ? 11 : 12, lunar: true });
  }
  if (numeral) return readCounter(text, offset, offset + numeral.length, numeral.value, text[offset] === '初');
  let stop = offset + 1;
  while (
    stop < end &&
    lexicon(normalizeWord(text[stop] ?? '')) === undefined &&
    !/[第月\d一二三四五六七八九十]/.test(text[stop] ?? '')
  )
    stop += 1;
  return make(text, offset, stop, { sym: 'x' });
}

/** A number and the counter glued to it: 10月, 3日, 2024年, 5월. */
function readCounter(text: string, start: number, end: number, value: number, lunar = false): Read {
  const counter = text[end] ?? '';
  if (/[月월]/.test(counter)) return make(text, start, end + 1, { sym: 'M', n: value });
  if (/[年년]/.test(counter)) return make(text, start, end + 1, { sym: 'Y', n: value });
  if (/[日号號일]/.test(counter) && !/[間目后後前天간째전후]/.test(text[end + 1] ?? ''))
    return make(text, start, end + 1, { sym: 'N', n: value });
  return make(text, start, end, lunar ? { sym: 'N', n: value, lunar } : { sym: 'N', n: value });
}

function readNumber(reading: Reading, index: number): Read {
  const { text, atoms, lang } = reading;
  const atom = atoms[index] as Atom;
  const numeric = readNumericDate(text, atom.start, lang);
  if (numeric)
    return make(
      text,
      atom.start,
      atom.start + numeric.length,
      numeric.date ? { sym: 'D', date: numeric.date } : { sym: 'x' },
    );
  const clock = /\d{1,2}:\d{2}(?::\d{2})?/y;
  clock.lastIndex = atom.start;
  const time = clock.exec(text);
  if (time) return { end: atom.start + time[0].length };
  const phrase = readPhrase(reading, index);
  if (phrase) return phrase;
  const value = Number(atom.text);
  if (atom.text.length === 4 && value >= 1000 && value < 3000) {
    return make(text, atom.start, atom.end + (/[年년]/.test(text[atom.end] ?? '') ? 1 : 0), { sym: 'Y', n: value });
  }
  if (atom.text.length > 3) return make(text, atom.start, atom.end, { sym: 'x' });
  if (isUnspaced(text[atom.end] ?? ' ')) return readCounter(text, atom.start, atom.end, value);
  let next = atoms[index + 1];
  let last = atom.end;
  if (
    next?.tight &&
    /^(?:\.|:|-|'|’)$/.test(next.text) &&
    atoms[index + 2]?.tight &&
    ORDINAL_ENDING.test(atoms[index + 2]?.norm ?? '')
  )
    next = atoms[index + 2];
  else if (next?.tight && next.text === '.' && !(atoms[index + 2]?.tight && atoms[index + 2]?.kind === 'number'))
    last = next.end;
  if (next?.tight && next.kind === 'word' && ORDINAL_ENDING.test(next.norm)) last = next.end;
  return make(text, atom.start, last, { sym: last > atom.end ? 'T' : 'N', n: value });
}

function readMark({ text, atoms }: Reading, index: number, previous: Token | undefined): Read {
  const atom = atoms[index] as Atom;
  const sentenceEnd =
    /[.。!]/.test(atom.text) &&
    previous?.sym !== 'N' &&
    (atom.text === '。' || /^ \p{Lu}/u.test(text.slice(atom.end, atom.end + 2)));
  const abbreviation =
    previous !== undefined &&
    previous.end === atom.start &&
    'MWTON'.includes(previous.sym) &&
    previous.text.length <= 5;
  return make(text, atom.start, atom.end, {
    sym: sentenceEnd && !abbreviation ? ';' : (MARK_SYMBOLS[atom.text] ?? ''),
  });
}

/** Tokens of the text under one lexicon; `lang` sets the order of numeric dates. Brackets stay flat (see group.ts). */
export function lex(text: string, atoms: readonly Atom[], lexicon: Lexicon, lang: string): Token[] {
  const reading: Reading = { text, atoms, lexicon, lang };
  const tokens: Token[] = [];
  let position = 0;
  for (let index = 0; index < atoms.length; index += 1) {
    const atom = atoms[index] as Atom;
    if (atom.end <= position) continue;
    let step: Read;
    do {
      const start = Math.max(position, atom.start);
      if (atom.kind === 'run') step = readRun(reading, start, atom.end);
      else if (atom.kind === 'number') step = readNumber(reading, index);
      else if (atom.kind === 'mark') step = readMark(reading, index, tokens.at(-1));
      else
        step =
          readPhrase(reading, index) ?? make(text, atom.start, atom.end, wordMeaning(atom, lexicon) ?? { sym: 'x' });
      position = step.end;
      if (step.token) tokens.push(step.token);
    } while (atom.kind === 'run' && position < atom.end);
  }
  return tokens;
}
