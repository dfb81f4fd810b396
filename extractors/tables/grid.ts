// A <table> as a rectangle: spans expanded by the table model of HTML (https://html.spec.whatwg.org/multipage/tables.html), with
// absurd spans held to what the rest of the table needs. Which tables are layout is decided in blocks.ts.
import type { Cell, TableGrid } from '../../schemas/table-grid.js';
import { attribute, elements, isHidden, type DomNode } from './dom.js';
import { readInline } from './inline.js';

const GROUPS = new Set(['tbody', 'thead', 'tfoot']);
const CELLS = new Set(['td', 'th']);
/** Wider than any real table: a colspan beyond it means "to the end". */
const MAX_COLSPAN = 60;
/** A rectangle larger than this is an attack, not a table. */
const MAX_PLACES = 200_000;

interface Row {
  readonly cells: readonly DomNode[];
  /** Index one past the last row of this row's group. */
  end: number;
}

/** The rows of a table with the cells of each, nested tables not entered. */
export function tableRows(table: DomNode): readonly Row[] {
  const rows: Row[] = [];
  const readGroup = (group: DomNode): void => {
    const from = rows.length;
    let loose: DomNode[] = [];
    const flush = (): void => {
      if (loose.length > 0) rows.push({ cells: loose, end: 0 });
      loose = [];
    };
    for (const child of elements(group)) {
      if (child.name === 'tr') {
        flush();
        if (!isHidden(child))
          rows.push({ cells: elements(child).filter((cell) => CELLS.has(cell.name ?? '')), end: 0 });
      } else if (CELLS.has(child.name ?? '')) loose.push(child);
      else if (GROUPS.has(child.name ?? '')) {
        flush();
        readGroup(child);
      }
    }
    flush();
    for (const row of rows.slice(from)) if (row.end === 0) row.end = rows.length;
  };
  readGroup(table);
  return rows;
}

function span(cell: DomNode, name: string): number | undefined {
  const match = /^\s*(\d{1,9})/.exec(attribute(cell, name));
  return match === null ? undefined : Number(match[1]);
}

/**
 * Reads one table element.
 * @param table - the `<table>` node
 * @param headings - titles of the sections around it, outermost first
 * @returns the grid; `undefined` when it has no cells or its spans ask for an impossible size
 */
export function readGrid(table: DomNode, headings: readonly string[]): TableGrid | undefined {
  const rows = tableRows(table);
  const columns = (cell: DomNode): number => Math.max(1, span(cell, 'colspan') ?? 1);
  const needed = Math.max(
    1,
    ...rows.map((row) => row.cells.reduce((sum, cell) => sum + (columns(cell) > MAX_COLSPAN ? 1 : columns(cell)), 0)),
  );
  const places: (Cell | null)[][] = rows.map(() => []);
  let filled = 0;
  for (const [r, row] of rows.entries()) {
    let c = 0;
    for (const node of row.cells) {
      while (places[r]?.[c] != null) c += 1;
      const wide = Math.min(columns(node), columns(node) > MAX_COLSPAN ? Math.max(1, needed - c) : MAX_COLSPAN);
      const asked = span(node, 'rowspan') ?? 1;
      const last = asked === 0 ? row.end : Math.min(row.end, r + asked);
      const cell: Cell = { ...readInline(node.children ?? []), header: node.name === 'th', row: r, column: c };
      for (let y = r; y < last; y += 1) {
        for (let x = c; x < c + wide; x += 1) {
          const line = places[y];
          if (line !== undefined && line[x] == null) line[x] = cell;
          filled += 1;
        }
      }
      if (filled > MAX_PLACES) return undefined;
      c += wide;
    }
  }
  const width = Math.max(0, ...places.map((line) => line.length));
  if (width === 0 || width * places.length > MAX_PLACES) return undefined;
  const caption = elements(table).find((child) => child.name === 'caption');
  return {
    caption: caption === undefined ? '' : readInline(caption.children ?? []).text,
    headings,
    rows: places.map((line) => Array.from({ length: width }, (_, c) => line[c] ?? null)),
    width,
  };
}
