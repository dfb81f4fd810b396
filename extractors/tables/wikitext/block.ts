// Lines of wikitext as blocks: headings, lists, tables, paragraphs. The line prefixes follow
// https://www.mediawiki.org/wiki/Help:Formatting and Help:Lists; tables are in table.ts.
import { renderInline, type LinkTarget } from './inline.js';
import { renderTable, tableEnd, TABLE_START } from './table.js';

const HEADING = /^(={1,6})\s*(.+?)\s*\1\s*$/;
const LIST = /^([*#:;]{1,20})\s*(.*)$/;
/** Tables nested deeper than any real page are left out. */
const MAX_TABLES = 12;
const BLOCK_TAG = /^<\/?(?:table|tr|td|th|caption|div|ul|ol|li|dl|p|center|blockquote|br|hr|h[1-6])\b/i;

/** Opens and closes lists between the prefix of the last line and that of this one. */
function listTags(from: string, to: string): string {
  let same = 0;
  while (same < from.length && same < to.length && kind(from[same]) === kind(to[same])) same += 1;
  let out = '';
  for (let i = from.length - 1; i >= same; i -= 1) out += `</${item(from[i])}></${kind(from[i])}>`;
  if (same > 0 && to.length <= same && same === to.length) out += `</${item(from[same - 1])}><${item(to[same - 1])}>`;
  for (let i = same; i < to.length; i += 1) out += `<${kind(to[i])}><${item(to[i])}>`;
  return out;
}

function kind(prefix: string | undefined): string {
  return prefix === '*' ? 'ul' : prefix === '#' ? 'ol' : 'dl';
}

function item(prefix: string | undefined): string {
  return prefix === ';' ? 'dt' : prefix === ':' ? 'dd' : 'li';
}

/** The place of the colon that ends a term, outside links and tags, or -1. */
function termEnd(text: string): number {
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    if (text.startsWith('[[', i) || text[i] === '<') depth += 1;
    else if (text.startsWith(']]', i) || text[i] === '>') depth -= 1;
    else if (text[i] === ':' && depth <= 0 && !text.startsWith('://', i)) return i;
  }
  return -1;
}

/**
 * Renders lines of wikitext.
 * @param lines - the lines, templates already expanded
 * @param linkTarget - reads link targets
 * @param depth - how deep in other tables the lines stand
 * @returns HTML
 */
export function renderBlocks(lines: readonly string[], linkTarget: LinkTarget, depth = 0): string {
  const out: string[] = [];
  let paragraph: string[] = [];
  let prefix = '';
  const inline = (text: string): string => renderInline(text, linkTarget);
  const flush = (): void => {
    if (paragraph.length > 0) {
      const text = paragraph.join('\n');
      out.push(BLOCK_TAG.test(text.trim()) ? inline(text) : `<p>${inline(text)}</p>`);
    }
    paragraph = [];
    if (prefix !== '') out.push(listTags(prefix, ''));
    prefix = '';
  };
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    const heading = HEADING.exec(line);
    if (TABLE_START.test(line)) {
      const end = tableEnd(lines, i);
      flush();
      out.push(
        renderTable(
          lines.slice(i, end),
          (inner) => (depth > MAX_TABLES ? '' : renderBlocks(inner, linkTarget, depth + 1)),
          inline,
        ),
      );
      i = end - 1;
    } else if (heading !== null) {
      flush();
      const level = heading[1]?.length ?? 2;
      out.push(`<h${level}>${inline(heading[2] ?? '')}</h${level}>`);
    } else if (LIST.test(line)) {
      const [, marks = '', rest = ''] = LIST.exec(line) ?? [];
      if (prefix === '') flush();
      out.push(listTags(prefix, marks));
      prefix = marks;
      const colon = marks.endsWith(';') ? termEnd(rest) : -1;
      if (colon >= 0) {
        out.push(`${inline(rest.slice(0, colon))}</dt><dd>${inline(rest.slice(colon + 1))}`);
        prefix = `${marks.slice(0, -1)}:`;
      } else out.push(inline(rest));
    } else if (line.trim() === '') flush();
    else if (/^-{4,}/.test(line)) {
      flush();
      out.push('<hr>');
    } else {
      if (prefix !== '') flush();
      paragraph.push(line);
    }
  }
  flush();
  return out.join('\n');
}
