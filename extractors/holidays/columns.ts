// Which column of a table holds what: by the words of its header, in the languages of data/headers.json, and where there is no header by
// what the cells look like. Column order is free.
import type { Cell, TableGrid } from '../../schemas/table-grid.js';
import { parseDateText } from '../dates/parse.js';
import { languageCode } from '../tables/languages.js';
import { fold, HEADERS } from './words.js';

/** What a column may hold. */
export type ColumnRole =
  'date' | 'name' | 'local' | 'translit' | 'notes' | 'type' | 'country' | 'month' | 'weekday' | 'number' | 'literal';

/** The columns of a holiday table. */
export interface Columns {
  readonly name: number;
  /** -1 where only the month or a heading gives the date. */
  readonly date: number;
  readonly month: number;
  readonly locals: readonly { readonly column: number; readonly lang: string | undefined }[];
  readonly translit: number;
  readonly notes: readonly number[];
  readonly type: number;
  readonly country: number;
  /** Columns that hold the date of one year. */
  readonly years: ReadonlyMap<number, string>;
  /** Index of the first row below the header. */
  readonly first: number;
  /** Words of the header by column, `''` without one. */
  readonly header: readonly string[];
  /** True if a header said so, false if the cells did. */
  readonly named: boolean;
}

const EXACT = new Map<string, ColumnRole[]>();
for (const [role, languages] of Object.entries(HEADERS)) {
  for (const word of Object.values(languages).flat()) EXACT.set(word, [...(EXACT.get(word) ?? []), role as ColumnRole]);
}
// Where no header is equal to a known word, the longest known word inside it counts, these roles first: "Local name" is no "name".
const ORDER: readonly ColumnRole[] = [
  'literal',
  'translit',
  'local',
  'type',
  'weekday',
  'date',
  'notes',
  'country',
  'name',
  'month',
];
const CONTAINED = ORDER.map((role) => {
  const words = Object.values(HEADERS[role] ?? {})
    .flat()
    .filter((word) => word.length > 3)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return [role, new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, 'u')] as const;
});

/** Roles a header cell may stand for, likeliest first. */
export function headerRoles(text: string): readonly ColumnRole[] {
  const folded = fold(text).replace(/[:*]$/, '').trim();
  if (folded === '') return [];
  const exact = EXACT.get(folded);
  if (exact !== undefined) return exact;
  if (folded.length > 60) return [];
  const inLanguage = headerLanguage(folded);
  if (inLanguage !== undefined) return inLanguage === 'en' ? ['name'] : ['local'];
  return CONTAINED.filter(([, pattern]) => pattern.test(folded)).map(([role]) => role);
}

/** The language a header names: "Kazakh name", "Name in Kazakh", "Kazakh". */
export function headerLanguage(text: string): string | undefined {
  const folded = fold(text);
  const bare = /^(?:names? in |in )?([\p{L} ]+?)(?: (?:names?|language|translation))?$/u.exec(folded)?.[1] ?? folded;
  const bracket = /^(?:local |official |native )?names? \(([^()]+)\)$/u.exec(folded)?.[1];
  return languageCode(bracket ?? bare.replace(/^(?:local|native)(?: names?)? /, ''));
}

function yearOf(text: string): string | undefined {
  return /^(?:date )?(?:in )?((?:19|20)\d\d)(?: date| dates?)?$/.exec(fold(text))?.[1];
}

function isTitleRow(row: readonly (Cell | null)[]): boolean {
  const cells = new Set(row.filter((cell) => cell !== null));
  return cells.size === 1 && row.length > 1;
}

function headerRows(grid: TableGrid): { first: number; header: string[] } {
  let first = 0;
  const header = Array.from({ length: grid.width }, () => '');
  for (const row of grid.rows.slice(0, 4)) {
    if (isTitleRow(row)) {
      if (header.some((text) => text !== '')) break;
      first += 1;
      continue;
    }
    const cells = row.filter((cell) => cell !== null);
    const marked = cells.length > 0 && cells.every((cell) => cell.header || cell.text === '');
    const known = new Set(
      cells.flatMap((cell) => (headerRoles(cell.text).length > 0 || yearOf(cell.text) !== undefined ? [cell] : [])),
    );
    const word = header.every((text) => text === '') && known.size >= 2 && known.size * 2 >= cells.length;
    const repeated = header.some((text) => text !== '') && cells.every((cell, i) => cell.text === header[i]);
    if (!marked && !word && !repeated) break;
    if (!repeated) {
      for (const [c, cell] of row.entries()) {
        if (cell !== null && cell.text !== '' && header[c] !== cell.text)
          header[c] = header[c] === '' ? cell.text : `${header[c]} ${cell.text}`;
      }
    }
    first += 1;
  }
  return header.every((text) => text === '') ? { first: 0, header } : { first, header };
}

/** Rows that hold data: no section row in one spanned cell, no repeated header. */
export function dataRows(grid: TableGrid, first: number): readonly (readonly (Cell | null)[])[] {
  return grid.rows.slice(first).filter((row) => !isTitleRow(row) && !row.every((cell) => cell === null || cell.header));
}

function share(grid: TableGrid, first: number, column: number, test: (cell: Cell) => boolean): number {
  const cells = dataRows(grid, first).flatMap((row) => row[column] ?? []);
  return cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
}

/** True if the text is a date and nothing but a date. */
export function looksLikeDate(text: string, lang: string): boolean {
  return text.length < 80 && parseDateText(text, lang).kind !== 'unparseable';
}

/**
 * Finds the columns of a table.
 * @param grid - the table
 * @param lang - language of the page
 * @returns the columns; `undefined` where no column can hold names
 */
export function findColumns(grid: TableGrid, lang: string): Columns | undefined {
  const { first, header } = headerRows(grid);
  const years = new Map<number, string>();
  const taken = new Map<ColumnRole, number[]>();
  for (const [c, text] of header.entries()) {
    const year = yearOf(text);
    if (year !== undefined) years.set(c, year);
    else for (const role of headerRoles(text).slice(0, 1)) taken.set(role, [...(taken.get(role) ?? []), c]);
  }
  const one = (role: ColumnRole): number => taken.get(role)?.[0] ?? -1;
  let name = pickName(taken, header, lang);
  let date = pickDate(taken.get('date') ?? [], grid, first, lang);
  // "Day" beside "Month" is its number; alone it may be the date.
  if (date < 0 && one('weekday') >= 0) {
    const day = one('weekday');
    if (
      one('month') >= 0 ||
      share(grid, first, day, (cell) => looksLikeDate(cell.text, lang) || /^\d{1,2}(?!\d)/.test(cell.text)) > 0.5
    )
      date = day;
  }
  const named = name >= 0 && (date >= 0 || one('month') >= 0);
  if (date < 0 && one('month') < 0) date = byContent(grid, first, name, (cell) => looksLikeDate(cell.text, lang), 0.6);
  if (name < 0) {
    const used = new Set([date, ...years.keys(), ...[...taken.values()].flat()]);
    name = byContent(grid, first, -1, (cell) => /\p{L}{3}/u.test(cell.text) && cell.text.length < 70, 0.7, used);
  }
  if (name < 0) return undefined;
  const locals = (taken.get('local') ?? []).concat((taken.get('name') ?? []).filter((c) => c !== name));
  return {
    name,
    date,
    month: one('month'),
    locals: locals.map((column) => ({ column, lang: headerLanguage(header[column] ?? '') })),
    translit: one('translit'),
    notes: taken.get('notes') ?? [],
    type: one('type'),
    country: one('country'),
    years,
    first,
    header,
    named,
  };
}

/** The column of names in the page's language: a named language wins, then the first column called "name" or the like. */
function pickName(taken: ReadonlyMap<ColumnRole, readonly number[]>, header: readonly string[], lang: string): number {
  const names = taken.get('name') ?? [];
  const own = names.find(
    (c) => headerLanguage(header[c] ?? '') === lang || /\benglish|translation/i.test(header[c] ?? ''),
  );
  const local = taken.get('local')?.find((c) => headerLanguage(header[c] ?? '') === lang);
  return own ?? local ?? names[0] ?? taken.get('local')?.[0] ?? -1;
}

/** Of several columns of dates the one that gives days or rules that hold every year. */
function pickDate(columns: readonly number[], grid: TableGrid, first: number, lang: string): number {
  const yearly = (column: number): number =>
    share(grid, first, column, (cell) => {
      const date = parseDateText(cell.text, lang);
      return (date.kind === 'fixed' && date.year === undefined) || (date.kind === 'movable' && date.rule !== 'varies');
    });
  if (columns.length < 2) return columns[0] ?? -1;
  return columns.reduce((best, column) => (yearly(column) > yearly(best) ? column : best));
}

function byContent(
  grid: TableGrid,
  first: number,
  but: number,
  test: (cell: Cell) => boolean,
  least: number,
  used: ReadonlySet<number> = new Set(),
): number {
  let best = -1;
  let most = least;
  for (let c = 0; c < grid.width; c += 1) {
    const part = c === but || used.has(c) ? 0 : share(grid, first, c, test);
    if (part > most || (part === most && best < 0 && part > 0)) {
      best = c;
      most = part;
    }
  }
  return best;
}
