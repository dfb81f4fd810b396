// A page as the sequence of its tables and list items, each under its headings. Headings are found in three styles: old MediaWiki
// (<h2><span class="mw-headline">), new (<div class="mw-heading">) and Parsoid (<section>); navigation and layout are passed over.
import type { TableGrid } from '../../schemas/table-grid.js';
import { attribute, contains, elements, hasClass, isHidden, parseHtml, type DomNode } from './dom.js';
import { readGrid, tableRows } from './grid.js';
import { readInline, type RichText } from './inline.js';

/** One item of a bullet, numbered or definition list. */
export interface ListItem extends RichText {
  readonly kind: 'bullet' | 'numbered' | 'term' | 'definition';
  /** Titles of the sections above, outermost first; a bold line of its own counts as the innermost. */
  readonly headings: readonly string[];
  /** 1 for an item of an outermost list. */
  readonly depth: number;
  /** The items this one stands under, outermost first: the containing bullets, or the term of a definition. */
  readonly parents: readonly RichText[];
  /** True if other items stand under this one. */
  readonly container: boolean;
}

/** A table or a list item, in the order of the page. */
export type Block =
  { readonly type: 'table'; readonly grid: TableGrid } | { readonly type: 'item'; readonly item: ListItem };

const SKIP_CLASSES = new Set(
  (
    'navbox vertical-navbox sidebar ambox mbox tmbox ombox fmbox mbox-small metadata toc references reflist ' +
    'mw-references-wrap hatnote gallery catlinks printfooter noprint portal portalbox sistersitebox succession-box ' +
    'authority-control navigation-box NavFrame mw-normal-catlinks thumb'
  ).split(' '),
);
const LISTS = new Set(['ul', 'ol', 'dl']);
const HOLDS_BLOCKS = new Set(['table', 'ul', 'ol', 'dl']);
const NESTED = new Set(['ul', 'ol', 'dl', 'table']);

function isLayout(table: DomNode): boolean {
  if (attribute(table, 'role') === 'presentation' || hasClass(table, new Set(['multicol', 'col-begin']))) return true;
  if (hasClass(table, new Set(['wikitable', 'infobox']))) return false;
  const cells = tableRows(table).flatMap((row) => row.cells);
  if (cells.length === 0 || cells.some((cell) => cell.name === 'th')) return false;
  // One row whose cells hold whole lists or tables, or cells that hold hardly anything but tables: columns of a layout.
  const blocks = cells.filter((cell) => contains(cell, HOLDS_BLOCKS)).length;
  const own = cells.reduce((sum, cell) => sum + readInline(cell.children ?? [], NESTED).text.length, 0);
  return blocks > 0 && (tableRows(table).length === 1 || (contains(table, new Set(['table'])) && own < 40));
}

/**
 * Reads a page, or a part of one, into its blocks.
 * @param html - rendered HTML of a wiki page
 * @returns tables and list items in document order; a nested table follows the one that holds it
 */
export function readBlocks(html: string): readonly Block[] {
  const blocks: Block[] = [];
  const stack: { level: number; text: string }[] = [];
  const headings = (): string[] => stack.map((entry) => entry.text);
  const enter = (level: number, text: string): void => {
    while ((stack.at(-1)?.level ?? 0) >= level) stack.pop();
    if (text !== '') stack.push({ level, text });
  };

  const readTable = (table: DomNode): void => {
    if (isLayout(table)) return walkAll(table);
    const grid = readGrid(table, headings());
    if (grid !== undefined) blocks.push({ type: 'table', grid });
    for (const row of tableRows(table)) for (const cell of row.cells) findTables(cell);
  };
  const findTables = (node: DomNode): void => {
    for (const child of elements(node)) {
      if (isHidden(child) || hasClass(child, SKIP_CLASSES)) continue;
      if (child.name === 'table') readTable(child);
      else findTables(child);
    }
  };
  const readList = (list: DomNode, depth: number, parents: readonly RichText[]): void => {
    let term: RichText | undefined;
    for (const node of elements(list)) {
      if (isHidden(node)) continue;
      if (LISTS.has(node.name ?? '')) readList(node, depth, parents);
      if (node.name !== 'li' && node.name !== 'dt' && node.name !== 'dd') continue;
      const above = node.name === 'dd' && term !== undefined ? [...parents, term] : parents;
      const content = readInline(node.children ?? [], NESTED);
      const kind =
        node.name === 'li' ? (list.name === 'ol' ? 'numbered' : 'bullet') : node.name === 'dt' ? 'term' : 'definition';
      const container = contains(node, LISTS) || (kind === 'term' && nextIsDefinition(list, node));
      if (content.text !== '') {
        blocks.push({
          type: 'item',
          item: { ...content, kind, headings: headings(), depth, parents: above, container },
        });
      }
      if (kind === 'term') term = content;
      nested(node, depth + 1, content.text === '' ? above : [...above, content]);
    }
  };
  const nested = (node: DomNode, depth: number, parents: readonly RichText[]): void => {
    for (const child of elements(node)) {
      if (isHidden(child) || hasClass(child, SKIP_CLASSES)) continue;
      if (LISTS.has(child.name ?? '')) readList(child, depth, parents);
      else if (child.name === 'table') readTable(child);
      else nested(child, depth, parents);
    }
  };
  const walk = (node: DomNode): void => {
    if (node.name === undefined || isHidden(node) || hasClass(node, SKIP_CLASSES)) return;
    const level = /^h([1-6])$/.exec(node.name)?.[1];
    if (level !== undefined) {
      // The page's own title is not a section.
      if (attribute(node, 'id') !== 'firstHeading') enter(Number(level), readInline(node.children ?? []).text);
    } else if (node.name === 'table') readTable(node);
    else if (LISTS.has(node.name)) readList(node, 1, []);
    else if (node.name === 'li' || node.name === 'dd' || node.name === 'dt')
      readList({ type: 'tag', name: 'ul', children: [node] }, 1, []);
    else if (node.name === 'p' && isBoldLine(node)) enter(7, readInline(node.children ?? []).text.replace(/:$/, ''));
    else walkAll(node);
  };
  const walkAll = (node: DomNode): void => {
    for (const child of node.children ?? []) walk(child);
  };
  walkAll(parseHtml(html));
  return blocks;
}

function nextIsDefinition(list: DomNode, term: DomNode): boolean {
  const all = elements(list);
  return all[all.indexOf(term) + 1]?.name === 'dd';
}

function isBoldLine(node: DomNode): boolean {
  const parts = (node.children ?? []).filter((child) => child.type !== 'text' || (child.data ?? '').trim() !== '');
  return parts.length === 1 && (parts[0]?.name === 'b' || parts[0]?.name === 'strong');
}
