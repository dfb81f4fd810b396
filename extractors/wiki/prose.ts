// Plain prose from wikitext. The only file that knows wtf_wikipedia, which does the reading. Before it, what is no prose is taken out
// (comments, references, pictures and categories under any language's names); after it, what it leaves behind is cleared.
// Tables, lists, infoboxes and references give no prose. Templates are read as far as wtf_wikipedia knows them.
import wtf from 'wtf_wikipedia';
import { decodeEntities } from './markup/entities.js';
import { TAG_MARK, splitLayers } from './markup/layers.js';
import { languagePrefixes, namesInAnyLanguage } from './site/tables.js';

/** Deeper brackets than any article has; the library would take minutes over them. */
const DEEPEST = 40;
/** Longest line that is read as one: the library's time grows with the square of a line without an end of sentence. */
const LONGEST_LINE = 20_000;

const UNSEEN = new Set([...namesInAnyLanguage(6), ...namesInAnyLanguage(14), ...languagePrefixes([])]);

/** A section of a page in plain prose. */
export interface ProseSection {
  /** Its heading, `''` for the lead. */
  readonly heading: string;
  /** Paragraphs, white space collapsed, without markup. */
  readonly paragraphs: readonly string[];
}

/**
 * The prose of a page by section, the lead first.
 * @param text - wikitext
 * @param title - title of the page
 * @returns sections in order, those without prose too
 */
export function wikitextToProse(text: string, title: string): ProseSection[] {
  return wtf(prepare(text), { title })
    .sections()
    .map((section) => ({
      heading: section.title(),
      paragraphs: (section.paragraphs() as readonly { sentences(): readonly { text(): string }[] }[])
        .map((paragraph) =>
          tidy(
            paragraph
              .sentences()
              .map((sentence) => sentence.text())
              .join(' '),
          ),
        )
        .filter((paragraph) => /\p{L}/u.test(paragraph)),
    }));
}

/**
 * The prose paragraphs of a page, those of the lead first.
 * @param text - wikitext
 * @param title - title of the page
 * @returns paragraphs; empty for a page without prose
 */
export function wikitextToParagraphs(text: string, title: string): string[] {
  return wikitextToProse(text, title).flatMap((section) => section.paragraphs);
}

function prepare(text: string): string {
  const own = splitLayers(text)[0]?.text.replaceAll(TAG_MARK, '') ?? '';
  const bare = withoutTables(withoutUnseen(own.replace(/__[\p{Lu}_]{2,40}__/gu, '')));
  return bare
    .replace(/'{6,}|={7,}/g, '')
    .split('\n')
    .map((line) => line.slice(0, LONGEST_LINE))
    .join('\n');
}

/**
 * Takes out tables, which give no prose: the library's memory grows with the square of their nesting. Of a table that is never closed only
 * the lines that look like one go, so that a forgotten `|}` does not cost the rest of the page.
 */
function withoutTables(text: string): string {
  const lines = text.split('\n');
  const open: number[] = [];
  const closed: { readonly from: number; readonly to: number }[] = [];
  for (const [index, line] of lines.entries()) {
    if (/^[\s:*#;]*\{\|/.test(line)) open.push(index);
    else if (/^\s*\|\}(?!\})/.test(line) && open.length > 0) closed.push({ from: open.pop()!, to: index });
  }
  const unclosed = open[0] ?? lines.length;
  let past = -1;
  const kept: string[] = [];
  const ends = new Map(closed.map(({ from, to }) => [from, to]));
  for (const [index, line] of lines.entries()) {
    past = Math.max(past, ends.get(index) ?? -1);
    if (index <= past || (index >= unclosed && /^[\s:*#;]*(\{\||[|!])/.test(line))) continue;
    kept.push(line);
  }
  return kept.join('\n');
}

/** Takes out pictures, categories and language links, and brackets that nest too deep, in one pass. */
function withoutUnseen(text: string): string {
  const open: { readonly sign: string; readonly at: number }[] = [];
  const cuts: { readonly from: number; readonly to: number }[] = [];
  for (const { 0: sign, index } of text.matchAll(/\[\[|\]\]|\{\{|\}\}/g)) {
    const top = open.at(-1);
    if (sign === '[[' || sign === '{{') {
      open.push({ sign, at: index });
    } else if (top !== undefined && (top.sign === '[[') === (sign === ']]')) {
      open.pop();
      if (open.length >= DEEPEST || (sign === ']]' && isUnseen(text, top.at + 2)))
        cuts.push({ from: top.at, to: index + 2 });
    }
  }
  // What nobody closed: beyond any real depth the brackets go, the words stay.
  if (open.length > DEEPEST) for (const { at } of open) cuts.push({ from: at, to: at + 2 });
  return cut(text, cuts);
}

function isUnseen(text: string, start: number): boolean {
  const prefix = /^\s*([^:|[\]{}#\n]{1,60}?)\s*:/.exec(text.slice(start, start + 80))?.[1];
  return prefix !== undefined && UNSEEN.has(prefix.replaceAll('_', ' ').toLowerCase());
}

function cut(text: string, cuts: readonly { readonly from: number; readonly to: number }[]): string {
  const kept: string[] = [];
  let at = 0;
  for (const { from, to } of [...cuts].sort((left, right) => left.from - right.from)) {
    if (from >= at) kept.push(text.slice(at, from));
    at = Math.max(at, to);
  }
  return kept.join('') + text.slice(at);
}

/** Stray markup goes, then the holes that dropped templates leave: `(, ; Name)`, `( )`, a space before a full stop. */
function tidy(text: string): string {
  const plain = text
    .replace(/\[\[(?:[^[\]|]*\|)?([^[\]]*)\]\]/g, '$1')
    .replace(/\{\{[^{}]*\}\}|<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/'{2,}|\[\[|\]\]|\{\{|\}\}|\{\||\|\}/g, '');
  return decodeEntities(plain)
    .replace(/\s+/g, ' ')
    .replace(/([(（]) ?(?:[,;:،؛、] ?)+/g, '$1')
    .replace(/(?:(?<![,;:] ?)[,;:] ?)(?:[,;:] ?)*([)）])/g, '$1')
    .replace(/[(（] ?[)）]/g, '')
    .replace(/ {2,}/g, ' ')
    .replace(/ ([,.;:!?])(?= |$)/g, '$1')
    .trim();
}
