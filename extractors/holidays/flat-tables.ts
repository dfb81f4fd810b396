// Tables and texts that lost their markup: CSV (delimiter guessed), JSON tables, plain-text extracts with `== headings ==`.
import { RecordError } from '../../schemas/errors.js';
import type { Cell, TableGrid } from '../../schemas/table-grid.js';
import type { ListItem } from '../tables/blocks.js';
import { tidy } from '../tables/inline.js';

const DELIMITERS = ['\t', '#', '|', ';', ','];

function toGrid(rows: readonly (readonly string[])[], header: boolean): TableGrid {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return {
    caption: '',
    headings: [],
    width,
    rows: rows.map((row, r) =>
      Array.from({ length: width }, (_, c): Cell | null => {
        const lines = (row[c] ?? '')
          .split('\n')
          .map(tidy)
          .filter((line) => line !== '');
        return { text: lines.join(' '), lines, header: header && r === 0, links: [], marks: [], row: r, column: c };
      }),
    ),
  };
}

function splitCsv(text: string, delimiter: string): string[][] {
  const rows: string[][] = [[]];
  let field = '';
  let quoted = false;
  const end = (): void => {
    rows.at(-1)?.push(field.trim());
    field = '';
  };
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (quoted) {
      if (char !== '"') field += char;
      else if (text[i + 1] === '"') field += text.charAt((i += 1));
      else quoted = false;
    } else if (char === '"' && field.trim() === '') {
      quoted = true;
      field = '';
    } else if (char === delimiter) end();
    else if (char === '\n') {
      end();
      rows.push([]);
    } else field += char;
  }
  end();
  return rows.filter((row) => row.some((value) => value !== ''));
}

/**
 * Reads delimited text; the delimiter is the one that splits most lines alike.
 * @param text - CSV, TSV or the like, first row the header
 * @returns the grid
 */
export function csvGrid(text: string): TableGrid {
  const lines = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const counted = DELIMITERS.map((delimiter) => {
    const widths = splitCsv(lines, delimiter).map((row) => row.length);
    const first = widths[0] ?? 1;
    return {
      delimiter,
      score: first < 2 ? 0 : (widths.filter((width) => width === first).length / widths.length) * Math.min(first, 5),
    };
  });
  const best = counted.reduce((a, b) => (b.score > a.score ? b : a));
  return toGrid(splitCsv(lines, best.delimiter), true);
}

/**
 * Reads a JSON table: rows of cells, `{header, rows}`, objects by column name, or one object of labels and values (an infobox).
 * @param text - the JSON
 * @returns the grid
 * @throws {RecordError} `bad-input` for anything else
 */
export function jsonGrid(text: string): TableGrid {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new RecordError('bad-input', 'The table is not valid JSON.', { cause });
  }
  const cell = (item: unknown): string =>
    Array.isArray(item)
      ? item.map(String).join('\n')
      : item == null
        ? ''
        : typeof item === 'object'
          ? JSON.stringify(item)
          : String(item);
  if (Array.isArray(value) && value.length > 0 && value.every(Array.isArray))
    return toGrid(
      (value as unknown[][]).map((row) => row.map(cell)),
      true,
    );
  if (Array.isArray(value) && value.length > 0 && value.every((row) => typeof row === 'object' && row !== null)) {
    const rows = value as Record<string, unknown>[];
    const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return toGrid([keys, ...rows.map((row) => keys.map((key) => cell(row[key])))], true);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const { header, rows } = value as { header?: unknown; rows?: unknown };
    if (Array.isArray(rows) && rows.every(Array.isArray))
      return toGrid(
        [...(Array.isArray(header) ? [header.map(cell)] : []), ...(rows as unknown[][]).map((row) => row.map(cell))],
        Array.isArray(header),
      );
    return infoboxGrid(Object.entries(value).map(([key, item]) => [key, cell(item)] as const));
  }
  throw new RecordError('bad-input', 'The JSON is no table.', {
    hint: 'Give rows of cells, objects by column name, or {"header": [...], "rows": [...]}.',
  });
}

function infoboxGrid(entries: readonly (readonly [string, string])[]): TableGrid {
  const title = entries.find(([key]) => /^(?:title|name)$/i.test(key))?.[1];
  const grid = toGrid(
    entries.filter(([key]) => !/^(?:title|name)$/i.test(key)),
    false,
  );
  const rows = grid.rows.map((row) => row.map((value, c) => (value === null ? null : { ...value, header: c === 0 })));
  if (title === undefined) return { ...grid, rows };
  const head: Cell = {
    text: tidy(title),
    lines: title.split('\n').map(tidy),
    header: true,
    links: [],
    marks: [],
    row: 0,
    column: 0,
  };
  return { ...grid, rows: [[head, head], ...rows] };
}

/**
 * Reads a plain-text extract: `== heading ==` lines, every other line an item.
 * @param text - the extract
 * @returns items with their headings
 */
export function textItems(text: string): readonly ListItem[] {
  const headings: string[] = [];
  const items: ListItem[] = [];
  for (const line of text.split('\n')) {
    const heading = /^(={2,6})\s*(.+?)\s*\1\s*$/.exec(line.trim());
    if (heading !== null) {
      headings.length = Math.min(headings.length, (heading[1] ?? '==').length - 2);
      headings.push(heading[2] ?? '');
      continue;
    }
    const dashed = /^[–—•*-]\s/u.test(line.trim());
    const bare = tidy(line).replace(/^[–—*•·-]\s*/u, '');
    if (bare === '') continue;
    // Extracts lose the nesting of lists but keep the dashes: a line before dashed ones contains them.
    const above = dashed ? items.findLast((item) => item.depth === 1) : undefined;
    const parents = above !== undefined && above.headings.join() === headings.join() ? [above] : [];
    if (above !== undefined && parents.length > 0 && items.at(-1) === above)
      items[items.length - 1] = { ...above, container: true };
    items.push({
      text: bare,
      lines: [bare],
      links: [],
      marks: [],
      kind: 'bullet',
      headings: [...headings],
      depth: 1 + parents.length,
      parents,
      container: false,
    });
  }
  return items;
}
