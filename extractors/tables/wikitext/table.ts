// One wikitext table, `{|` to `|}`, as HTML. See https://www.mediawiki.org/wiki/Help:Tables; nested tables are found by counting.

/** A line that starts a table. */
export const TABLE_START = /^[\s:]*\{\|/;
const TABLE_END = /^\s*\|\}/;
const SAFE_ATTRIBUTES =
  /\b(rowspan|colspan|lang|class|style|role|scope|data-sort-value)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>|]+))/gi;

/** Index just past the table that starts at line `start`; the end of the text when it is never closed. */
export function tableEnd(lines: readonly string[], start: number): number {
  let depth = 0;
  for (let i = start; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    if (TABLE_START.test(line)) depth += 1;
    else if (TABLE_END.test(line)) depth -= 1;
    if (depth === 0) return i + 1;
  }
  return lines.length;
}

function attributes(text: string): string {
  return [...text.matchAll(SAFE_ATTRIBUTES)]
    .map(([, name = '', a, b, c]) => ` ${name.toLowerCase()}="${(a ?? b ?? c ?? '').replace(/"/g, '&quot;')}"`)
    .join('');
}

/** Splits at a mark that stands outside links and tags. */
function splitOutside(text: string, marks: readonly string[]): readonly string[] {
  const parts: string[] = [];
  let current = '';
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const mark = depth === 0 ? marks.find((candidate) => text.startsWith(candidate, i)) : undefined;
    if (mark !== undefined) {
      parts.push(current);
      current = '';
      i += mark.length - 1;
      continue;
    }
    if (text.startsWith('[[', i)) depth += 1;
    else if (text.startsWith(']]', i) && depth > 0) depth -= 1;
    current += text.charAt(i);
  }
  return [...parts, current];
}

/** Attributes and content of a cell: a single bar outside links parts them. */
function cellParts(text: string): readonly [string, string] {
  const bar = text.indexOf('|');
  const before = bar < 0 ? '' : text.slice(0, bar);
  return bar < 0 || before.includes('[[') || before.includes('<') ? ['', text] : [before, text.slice(bar + 1)];
}

interface OpenCell {
  readonly tag: 'td' | 'th' | 'caption';
  readonly attributes: string;
  readonly lines: string[];
}

/**
 * Renders one table.
 * @param lines - its lines, from `{|` to `|}`
 * @param renderLines - renders what a cell holds on its further lines (lists, paragraphs, tables)
 * @param inline - renders the running text on its first line
 * @returns HTML of the table
 */
export function renderTable(
  lines: readonly string[],
  renderLines: (lines: readonly string[]) => string,
  inline: (text: string) => string,
): string {
  const out = [`<table${attributes((lines[0] ?? '').replace(TABLE_START, ''))}>`];
  let cell: OpenCell | undefined;
  // A row without cells makes no row, as in MediaWiki.
  let row = false;
  let rowAttributes = '';
  const close = (): void => {
    if (cell === undefined) return;
    const [first = '', ...rest] = cell.lines;
    // A list or table may start right after the bar's own line; text there goes on in the first paragraph.
    const joined = rest.length > 0 && !/^\s*$|^[*#:;]|^\s*\{\||^=/.test(rest[0] ?? '');
    const body =
      rest.length === 0 ? inline(first) : joined ? renderLines(cell.lines) : inline(first) + renderLines(rest);
    out.push(`<${cell.tag}${cell.attributes}>${body}</${cell.tag}>`);
    cell = undefined;
  };
  const start = (tag: OpenCell['tag'], text: string): void => {
    close();
    if (tag !== 'caption' && !row) {
      out.push(`<tr${rowAttributes}>`);
      row = true;
    }
    const [before, content] = cellParts(text);
    cell = { tag, attributes: attributes(before), lines: [content.trim()] };
  };
  for (let i = 1; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    const trimmed = line.trimStart();
    if (TABLE_START.test(line)) {
      const end = tableEnd(lines, i);
      if (cell !== undefined) cell.lines.push(...lines.slice(i, end));
      i = end - 1;
    } else if (TABLE_END.test(line)) break;
    else if (trimmed.startsWith('|+')) start('caption', trimmed.slice(2));
    else if (trimmed.startsWith('|-')) {
      close();
      if (row) out.push('</tr>');
      row = false;
      rowAttributes = attributes(trimmed.slice(2));
    } else if (trimmed.startsWith('|')) for (const part of splitOutside(trimmed.slice(1), ['||'])) start('td', part);
    else if (trimmed.startsWith('!'))
      for (const part of splitOutside(trimmed.slice(1), ['!!', '||'])) start('th', part);
    else if (cell !== undefined) cell.lines.push(line);
  }
  close();
  out.push(row ? '</tr></table>' : '</table>');
  return out.join('');
}
