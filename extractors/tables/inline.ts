// Running text of a cell, list item or heading: lines, links and marked runs. One reader serves HTML and wikitext (which is first
// rendered to HTML), so both give the same cells. Block structure between lists and tables is left to blocks.ts.
import type { Cell, CellMark } from '../../schemas/table-grid.js';
import { attribute, isHidden, type DomNode } from './dom.js';
import { linkOf, type OpenLink } from './links.js';

/** Text with its lines, links and marks: a cell without its place. */
export type RichText = Pick<Cell, 'text' | 'lines' | 'links' | 'marks'>;

/** Elements that stand on lines of their own. */
export const BLOCKS: ReadonlySet<string> = new Set(
  'p div li ul ol dl dt dd br hr tr td th caption center blockquote section h1 h2 h3 h4 h5 h6 table tbody'.split(' '),
);
const ITALIC = new Set(['i', 'em', 'dfn', 'cite']);
const FOOTNOTE = /^[[(]?(?:[a-z]|\d{1,3}|[ivx]{2,4}|(?:note|nb|n|lower-alpha) ?\d+|[*†‡§¶#]+)[\])]?$/i;
const ORDINAL_LETTERS = /^[aeoº]$/i;
const MARKERS = /\[(?:\d{1,3}|[a-z]|(?:note|nb|n|fn|lower-alpha|citation needed)[ \d]*)\]|[†‡]/giu;

/** Collapses white space and drops what no reader sees: bidirectional marks, soft hyphens, byte order marks. */
export function tidy(text: string): string {
  return text
    .replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu, '')
    .replace(/[\s\u00a0\u2000-\u200a\u202f\u3000]+/gu, ' ')
    .trim();
}

function clean(text: string): string {
  return tidy(text.replace(MARKERS, ''))
    .replace(/(?<=[\p{L}\p{N})])\s?\*{1,3}$/u, '')
    .replace(/ ([,;:.!?)\]])(?=\s|$)/gu, '$1');
}

interface Collector {
  text: string;
}

/**
 * Reads nodes as running text.
 * @param nodes - sibling nodes, such as the children of a cell
 * @param skip - elements left out with all they hold (nested tables in a cell, nested lists in an item)
 * @returns text, lines, links and marks, in order
 */
export function readInline(nodes: readonly DomNode[], skip: ReadonlySet<string> = new Set(['table'])): RichText {
  const lines: string[] = [''];
  const links: OpenLink[] = [];
  const marks: (Omit<CellMark, 'text'> & Collector)[] = [];
  const open: Collector[] = [];

  const add = (text: string): void => {
    lines[lines.length - 1] += text;
    for (const collector of open) collector.text += text;
  };
  const breakLine = (): void => {
    if (lines.at(-1)?.trim() !== '') lines.push('');
    for (const collector of open) collector.text += ' ';
  };
  const within = (collector: Collector | undefined, node: DomNode): void => {
    if (collector !== undefined) open.push(collector);
    for (const child of node.children ?? []) walk(child);
    if (collector !== undefined) open.splice(open.indexOf(collector), 1);
  };
  const isFootnote = (node: DomNode): boolean => {
    const text = tidy(plainText(node));
    if (!FOOTNOTE.test(text)) return false;
    // French and Spanish write ordinals with a raised letter: 2<sup>e</sup>.
    return !(ORDINAL_LETTERS.test(text) && /\d$/.test(lines.at(-1) ?? ''));
  };
  const walk = (node: DomNode): void => {
    if (node.type === 'text') return add((node.data ?? '').replace(/\s+/g, ' '));
    if (isHidden(node) || node.name === undefined || skip.has(node.name)) return;
    if (node.name === 'sup' && isFootnote(node)) return;
    if (BLOCKS.has(node.name)) breakLine();
    const link = node.name === 'a' ? linkOf(node) : undefined;
    if (link !== undefined) {
      links.push(link);
      within(link, node);
    } else if (ITALIC.has(node.name) || attribute(node, 'lang') !== '') {
      const lang = attribute(node, 'lang') || attribute(node, 'xml:lang');
      const mark = { text: '', italic: ITALIC.has(node.name), ...(lang === '' ? {} : { lang }) };
      marks.push(mark);
      within(mark, node);
    } else within(undefined, node);
    if (BLOCKS.has(node.name)) breakLine();
  };
  for (const node of nodes) walk(node);

  const kept = lines.map(clean).filter((line) => line !== '');
  return {
    text: kept.join(' '),
    lines: kept,
    links: links.map((link) => ({ ...link, text: clean(link.text) })).filter((link) => link.text !== ''),
    marks: marks.map((mark) => ({ ...mark, text: clean(mark.text) })).filter((mark) => mark.text !== ''),
  };
}

/** All text below a node, hidden parts left out. */
export function plainText(node: DomNode): string {
  if (node.type === 'text') return node.data ?? '';
  if (isHidden(node)) return '';
  return (node.children ?? []).map(plainText).join('');
}
