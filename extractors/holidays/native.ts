// Native names of a cell: one or more a line, each with a transcription in brackets, after a comma or on the next line. The letters
// decide which part is the name and which the transcription.
import type { NativeName } from '../../schemas/holiday.js';
import type { CellMark } from '../../schemas/table-grid.js';
import { languageCode } from '../tables/languages.js';
import { guessLanguage, isLatin, scriptOf } from './scripts.js';

/** What is known around a name. */
export interface NameContext {
  /** Language of the page. */
  readonly lang: string;
  /** Languages of the country, likeliest first. */
  readonly languages: readonly string[];
}

interface Piece {
  readonly text: string;
  readonly lang: string | undefined;
}

/** Joins a line that opens with a bracket to the one before it. */
export function joinBracketLines(lines: readonly string[]): readonly string[] {
  const out: string[] = [];
  for (const line of lines) {
    const last = out.at(-1);
    if (last !== undefined && (/^[([（]/.test(line) || unbalanced(last))) out[out.length - 1] = `${last} ${line}`;
    else out.push(line);
  }
  return out;
}

function unbalanced(text: string): boolean {
  return (text.match(/[(（]/g)?.length ?? 0) > (text.match(/[)）]/g)?.length ?? 0);
}

/** Takes a leading "Swedish:" or a trailing "(Swedish)" off a name. */
function labelledPiece(text: string): Piece {
  const before = /^(\p{L}[\p{L} ]{2,24}):\s*(.+)$/u.exec(text);
  const code = before === null ? undefined : languageCode(before[1] ?? '');
  if (before !== null && code !== undefined) return { text: before[2] ?? '', lang: code };
  const after = /^(.+?)\s*[(,]\s*(?:in )?(\p{L}[\p{L} ]{2,24})\)?$/u.exec(text);
  const last = after === null ? undefined : languageCode(after[2] ?? '');
  return after !== null && last !== undefined ? { text: after[1] ?? '', lang: last } : { text, lang: undefined };
}

/** Splits a line at brackets, slashes, commas and semicolons, keeping what stands in brackets apart. */
function pieces(line: string): readonly { text: string; bracket: boolean }[] {
  return line
    .split(/([(（][^()（）]*[)）])/u)
    .flatMap((part) => {
      const bracket = /^[(（](.*)[)）]$/u.exec(part);
      const text = bracket?.[1] ?? part;
      return text
        .split(/\s+\/\s+|\s*[;；、،]\s*|,\s+|\s,\s*|(?<=[^\p{Script=Latin}\s])\s*[–—]\s*(?=\p{Script=Latin})/u)
        .map((piece) => ({ text: piece.trim(), bracket: bracket !== null }));
    })
    .filter((piece) => /\p{L}/u.test(piece.text));
}

/**
 * Reads the native names of a cell.
 * @param lines - lines of the cell
 * @param marks - runs of the cell marked with a language
 * @param context - language of the page, languages of the country
 * @returns the names in order, equal ones once
 */
export function readNatives(
  lines: readonly string[],
  marks: readonly CellMark[],
  context: NameContext,
): readonly NativeName[] {
  const out: { text: string; lang: string | undefined; translit: string[] }[] = [];
  for (const line of joinBracketLines(lines)) {
    const label = labelledPiece(line);
    const from = out.length;
    const labels: string[] = [];
    const latin: { text: string; bracket: boolean }[] = [];
    for (const piece of pieces(label.text)) {
      const code = languageCode(piece.text);
      if (code !== undefined && piece.bracket) labels.push(code);
      else if (!isLatin(piece.text)) {
        const { text, lang } = labelledPiece(piece.text);
        const mixed = splitByScript(text);
        const translit = mixed === undefined ? [] : [mixed.latin];
        out.push({ text: trim(mixed?.other ?? text), lang: lang ?? label.lang ?? labels.pop(), translit });
      } else if (out.length > from) out.at(-1)?.translit.push(trim(piece.text));
      else latin.push(piece);
    }
    const scripted = out[from];
    if (scripted !== undefined) {
      // "Divali (दिवाली)": the transcription came first.
      scripted.translit.unshift(...latin.map((piece) => trim(piece.text)));
      scripted.lang ??= labels.pop();
    } else {
      for (const piece of latin.filter((candidate) => !candidate.bracket)) {
        const { text, lang } = labelledPiece(piece.text);
        out.push({ text: trim(text), lang: lang ?? label.lang ?? labels.at(-1), translit: [] });
      }
    }
  }
  const names = out.map(({ text, lang, translit }): NativeName => {
    const joined = translit.join(' / ');
    const marked = marks.find(
      (mark) => mark.lang !== undefined && (mark.text === text || mark.text.includes(text) || text.includes(mark.text)),
    );
    const code = lang ?? validLang(marked?.lang) ?? guessLanguage(text, joined, context.languages, context.lang);
    return { text, lang: code, ...(joined === '' ? {} : { translit: joined }) };
  });
  return names.filter((name, i) => name.text !== '' && names.findIndex((other) => other.text === name.text) === i);
}

function validLang(lang: string | undefined): string | undefined {
  const match = /^[a-z]{2,3}(-[a-z0-9]+)*$/i.exec(lang ?? '');
  return match === null || lang === 'und' ? undefined : match[0].replace(/-Latn$/i, '');
}

function trim(text: string): string {
  return text.replace(/^[\s"'“”„«»:–—-]+|[\s"“”«»:–—,;-]+$/gu, '');
}

/** Splits "Nowruz نوروز" into its Latin and its other part; `undefined` if it is all in one script. */
export function splitByScript(text: string): { readonly latin: string; readonly other: string } | undefined {
  const words = text.split(/\s+/);
  const latin = words.filter((word) => isLatin(word) || scriptOf(word) === undefined);
  const other = words.filter((word) => !latin.includes(word));
  if (latin.length === 0 || other.length === 0 || !latin.some(isLatin)) return undefined;
  return { latin: trim(latin.join(' ')), other: trim(other.join(' ')) };
}
