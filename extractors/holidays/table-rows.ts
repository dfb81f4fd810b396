// Rows of a table that lists holidays. Whether it does is settled by its columns, its headings and what its cells say together, since a
// table of dates and names may as well list battles.
import type { HolidayRole } from '../../schemas/holiday.js';
import type { Cell, TableGrid } from '../../schemas/table-grid.js';
import { countryByName } from '../countries/countries.js';
import { dataRows, findColumns, looksLikeDate, type Columns } from './columns.js';
import type { Draft, PageContext } from './holiday-page.js';
import { monthName } from './months.js';
import { readName } from './names.js';
import { readNatives } from './native.js';
import { headingKind, sectionKind } from './sections.js';
import { settleDate } from './when.js';
import { hasWord } from './words.js';

const MIN_ROWS = 1;
/** Letters: a longer cell is prose, not a name. */
const MAX_NAME = 1000;

function isHolidayTable(grid: TableGrid, columns: Columns, page: PageContext): boolean {
  if (
    columns.date < 0 &&
    columns.month < 0 &&
    !grid.headings.some((heading) => monthName(heading, page.lang) !== undefined)
  )
    return false;
  const rows = dataRows(grid, columns.first);
  const of = (test: (cell: Cell) => boolean, column: number): number => {
    const cells = rows.flatMap((row) => row[column] ?? []);
    return cells.filter(test).length / Math.max(1, cells.length);
  };
  // A column of years means that the rows are editions of one thing.
  const editions = grid.rows[0]?.some(
    (_, c) =>
      !columns.years.has(c) &&
      c !== columns.date &&
      of((cell) => /^\D{0,4}(?:1\d|20)\d\d\D{0,4}$/.test(cell.text), c) >= 0.7,
  );
  if (editions === true) return false;
  const monthly = columns.month < 0 ? 1 : of((cell) => monthName(cell.text, page.lang) !== undefined, columns.month);
  const dated =
    columns.date < 0
      ? monthly
      : of((cell) => looksLikeDate(cell.text, page.lang) || /^\d{1,2}\b/.test(cell.text), columns.date);
  const yearly = columns.date < 0 ? 0 : of((cell) => /(?<!\d)(?:1\d|20)\d\d(?!\d)/.test(cell.text), columns.date);
  const named = of((cell) => hasWord('dayWords', cell.text), columns.name);
  const section = sectionKind([...grid.headings, grid.caption]);
  const said = section !== 'unknown' && section !== 'excluded';
  const header = columns.header.some((text) => hasWord('holidaySection', text) || /holiday|observance/i.test(text));
  if (rows.length < MIN_ROWS || section === 'excluded') return false;
  if (said || page.kind === 'list' || header) return dated >= 0.3;
  return columns.named && dated >= 0.6 && named >= 0.4 && yearly < 0.5;
}

function roleOf(texts: readonly string[], section: HolidayRole): HolidayRole {
  for (const text of texts) {
    const kind = text === '' ? 'unknown' : headingKind(text);
    if (kind === 'observance' || kind === 'historical' || kind === 'feast_day' || kind === 'holiday') return kind;
  }
  return section;
}

function linesOf(row: readonly (Cell | null)[], column: number): readonly string[] {
  return row[column]?.lines ?? [];
}

/**
 * Reads one table.
 * @param grid - the table
 * @param index - its place on the page, for evidence
 * @param page - what is known of the page
 * @returns drafts in order; none, with one rejection, for a table that does not list holidays but stands where one might
 */
export function tableRows(grid: TableGrid, index: number, page: PageContext): readonly Draft[] {
  const columns = findColumns(grid, page.lang);
  const section = sectionKind([...grid.headings, grid.caption]);
  if (columns === undefined || !isHolidayTable(grid, columns, page)) {
    if (section !== 'unknown' && section !== 'excluded') {
      page.reject(
        'no-holiday-table',
        (grid.rows[0] ?? []).map((cell) => cell?.text ?? '').join(' | '),
        `table ${index}`,
      );
    }
    return [];
  }
  const lower = page.plain && !grid.rows.some((row) => row.some((cell) => /\p{Lu}/u.test(cell?.text ?? '')));
  let month = grid.headings.map((heading) => monthName(heading, page.lang)).findLast((name) => name !== undefined);
  let group: HolidayRole = section === 'unknown' || section === 'excluded' ? 'holiday' : section;
  const drafts: Draft[] = [];
  for (const [r, row] of grid.rows.entries()) {
    if (r < columns.first) continue;
    const where = `table ${index}, row ${r}`;
    const cells = row.map((cell) => cell?.text ?? '');
    const single = new Set(row.filter((cell) => cell !== null)).size === 1 && grid.width > 1;
    if (single || (cells[columns.name] === '' && cells.filter((text) => text !== '').length === 1)) {
      const text = cells.find((cell) => cell !== '') ?? '';
      const kind = headingKind(text);
      month = monthName(text, page.lang) ?? month;
      if (kind !== 'unknown' && kind !== 'excluded') group = kind;
      else if (monthName(text, page.lang) === undefined && text !== '') page.reject('section-row', text, where);
      continue;
    }
    if (cells.every((text, c) => text === columns.header[c] || text === '') || cells.every((text) => text === ''))
      continue;
    if (columns.month >= 0) month = monthName(cells[columns.month] ?? '', page.lang) ?? month;
    const draft = readRow(row, columns, page, { month, group, lower, evidence: { table: index, row: r, cells } });
    if (draft === undefined) page.reject('no-name', cells.join(' | '), where);
    else drafts.push(draft);
  }
  return drafts;
}

interface RowContext {
  readonly month: string | undefined;
  readonly group: HolidayRole;
  readonly lower: boolean;
  readonly evidence: Draft['evidence'];
}

function readRow(
  row: readonly (Cell | null)[],
  columns: Columns,
  page: PageContext,
  at: RowContext,
): Draft | undefined {
  const cell = row[columns.name];
  if (cell == null || cell.text.length > MAX_NAME) return undefined;
  const lines = page.plain ? cell.lines.map((line) => restoreCase(line, at.lower)) : cell.lines;
  const read = readName({ ...cell, lines }, page);
  if (read === undefined) return undefined;
  const natives = columns.locals.flatMap(({ column, lang }) => {
    const local = row[column];
    if (local == null || local === cell) return [];
    const found = readNatives(local.lines, local.marks, page);
    return lang === undefined ? found : found.map((native) => (native.lang === 'und' ? { ...native, lang } : native));
  });
  const translit = row[columns.translit]?.text ?? '';
  const named = [...read.natives, ...natives].filter(
    (native, i, all) => all.findIndex((other) => other.text === native.text) === i && native.text !== read.name,
  );
  const [firstNative] = named;
  const notes = [...read.notes, ...columns.notes.map((column) => row[column]?.text ?? '')]
    .filter((text) => text !== '')
    .join('; ');
  const type = row[columns.type]?.text ?? '';
  const when = settleDate({
    lines: linesOf(row, columns.date),
    lang: page.lang,
    month: at.month,
    names: [read.name, ...read.aliases, ...(read.link === undefined ? [] : [read.link.title])],
    years: new Map([...columns.years].map(([column, year]) => [year, row[column]?.text ?? ''])),
    plain: page.plain,
  });
  const religious = [read.raw, type].some((text) => hasWord('religious', text));
  return {
    name: read.name,
    raw: cell.text,
    aliases: read.aliases,
    natives:
      firstNative !== undefined && translit !== '' && firstNative.translit === undefined
        ? [{ ...firstNative, translit }, ...named.slice(1)]
        : named,
    link: read.link,
    country:
      (columns.country >= 0 ? countryByName(row[columns.country]?.text ?? '', page.lang)?.code : undefined) ??
      read.country ??
      page.country,
    when,
    notes,
    role: roleOf([type], at.group),
    flags: religious ? ['denominational'] : [],
    evidence: at.evidence,
  };
}

/** Undoes what tokenised, lower-cased tables did to a name: `new year 's day`. */
function restoreCase(text: string, lower: boolean): string {
  const joined = text
    .replace(/ ('s|'t|n't|')(?=\s|$)/g, '$1')
    .replace(/ ([,.;:)])/g, '$1')
    .replace(/\( /g, '(');
  if (!lower) return joined;
  return joined.replace(/(?<![\p{L}'’])\p{Ll}[\p{L}'’]*/gu, (word, at: number) =>
    at > 0 && /^(?:of|the|and|in|on|for|to|a|an|de|la|le|und|der)$/.test(word)
      ? word
      : word.charAt(0).toUpperCase() + word.slice(1),
  );
}
