/**
 * Cuts a cleaned text into atoms, the smallest pieces that tables are asked about: words, digit runs, runs of unspaced script, single marks.
 * The cut does not depend on the language, so it is done once for a text however many lexicons are tried.
 * French and Italian elisions (l'Ascension, d'octobre) are two words.
 */
import { normalizeWord } from './normalize.js';

/** One piece of text; `tight` when no space stands before it. */
export interface Atom {
  readonly kind: 'word' | 'number' | 'run' | 'mark';
  readonly text: string;
  readonly norm: string;
  readonly start: number;
  readonly end: number;
  readonly tight: boolean;
}

const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}ー々〇・、';
const PIECE = new RegExp(
  `(?<run>[${UNSPACED}]+)|(?<elided>\\b(?:l|d|dell|nell|all|dall|sull|jusqu|qu)['’])(?=\\p{L})|` +
    `(?<word>(?:(?![${UNSPACED}])\\p{L})(?:(?![${UNSPACED}])[\\p{L}\\p{M}'’‘ʼʻʿʾ\`׳])*)|(?<number>\\d+)|(?<mark>\\S)`,
  'giu',
);

/** The atoms of a text, in order. */
export function atomize(text: string): Atom[] {
  const atoms: Atom[] = [];
  let previousEnd = 0;
  for (const match of text.matchAll(PIECE)) {
    const groups = match.groups ?? {};
    const kind =
      groups['run'] !== undefined
        ? 'run'
        : groups['number'] !== undefined
          ? 'number'
          : groups['mark'] !== undefined
            ? 'mark'
            : 'word';
    const start = match.index;
    const end = start + match[0].length;
    atoms.push({
      kind,
      text: match[0],
      norm: normalizeWord(match[0]),
      start,
      end,
      tight: start === previousEnd && start > 0,
    });
    previousEnd = end;
  }
  return atoms;
}
