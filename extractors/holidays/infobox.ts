// The infobox of a holiday's own article: one row, the subject and its date. Labels in several languages are in data/infobox-labels.json.
import type { HolidayRole, NativeName } from '../../schemas/holiday.js';
import type { Cell, TableGrid } from '../../schemas/table-grid.js';
import { countryByName } from '../countries/countries.js';
import { parseDateText } from '../dates/parse.js';
import type { Draft, PageContext } from './holiday-page.js';
import { readName } from './names.js';
import { readNatives } from './native.js';
import { isLatin } from './scripts.js';
import { isDefinite, settleDate, type When } from './when.js';
import { fold, hasWord, INFOBOX_LABELS } from './words.js';

const FIELDS = new Map(
  Object.entries(INFOBOX_LABELS).flatMap(([field, labels]) => labels.map((label) => [label, field] as const)),
);
/** Labels that only holidays have; one of them must be there. */
const TELLING = ['observed', 'observances', 'celebrations', 'significance', 'begins', 'frequency'];

interface Infobox {
  readonly title: Cell | undefined;
  readonly fields: ReadonlyMap<string, Cell>;
  readonly years: ReadonlyMap<string, string>;
  readonly labels: readonly string[];
}

/** Reads a two-column table of labels and values; `undefined` if it is none. */
function readInfobox(grid: TableGrid): Infobox | undefined {
  if (grid.width > 4) return undefined;
  const fields = new Map<string, Cell>();
  const years = new Map<string, string>();
  const labels: string[] = [];
  let title: Cell | undefined;
  for (const row of grid.rows) {
    const [label, value] = row;
    if (label == null) continue;
    if (value == null || value === label) {
      if (labels.length === 0 && label.text !== '') title ??= label;
      continue;
    }
    const key = fold(label.text).replace(/:$/, '');
    labels.push(key);
    const field = FIELDS.get(key);
    const year = /^(?:date |datum |fecha )?((?:19|20)\d\d)(?: date| datum)?$/.exec(key)?.[1];
    if (year !== undefined) years.set(year, value.text);
    else if (field !== undefined && !fields.has(field)) fields.set(field, value);
  }
  return labels.length < 2 ? undefined : { title, fields, years, labels };
}

/** True if the table is the infobox of a holiday article. */
export function isHolidayInfobox(grid: TableGrid): boolean {
  const box = readInfobox(grid);
  if (box === undefined) return false;
  const known = [...box.fields.keys()].filter((field) => field !== 'country' && field !== 'related');
  const dated = box.fields.has('date') || box.fields.has('begins') || box.years.size > 0;
  return known.length >= 2 && (TELLING.some((field) => box.fields.has(field)) || (dated && known.length >= 3));
}

function roleOf(box: Infobox): HolidayRole {
  const events = box.labels.filter((label) => hasWord('eventKeys', label)).length;
  if (events >= 2) return 'event';
  const kept = `${box.fields.get('type')?.text ?? ''} ${box.fields.get('observed')?.text ?? ''}`;
  return hasWord('ancient', kept) && !box.years.size ? 'historical' : 'holiday';
}

/** Names of a row such as "Also called", which parts names by commas; brackets hold where each is used. */
function listNames(cell: Cell | undefined): readonly string[] {
  if (cell === undefined) return [];
  return cell.lines
    .flatMap((line) => line.split(/\s*[,;،、]\s*(?![^()]*\))|\s*\/\s*|\s+(?:or|and)\s+/u))
    .map((name) =>
      name
        .replace(/\s*\([^()]*\)/g, '')
        .replace(/^(?:or|and)\s+|^["“”]|["“”]$/gi, '')
        .trim(),
    )
    .filter((name) => name.length > 1);
}

/** Begin and end as one text where the reader of dates makes a range of them, else the begin alone. */
function beginning(box: Infobox, lang: string): readonly string[] {
  const begins = box.fields.get('begins');
  const ends = box.fields.get('ends');
  if (begins === undefined) return [];
  const both = `${begins.text} – ${ends?.text ?? ''}`;
  return ends !== undefined && isDefinite(parseDateText(both, lang)) ? [both] : begins.lines;
}

/**
 * Reads an infobox.
 * @param grid - the table; `isHolidayInfobox` must hold
 * @param index - its place on the page, for evidence
 * @param page - what is known of the page
 * @returns one draft, or none where there is no name
 */
export function infoboxRow(grid: TableGrid, index: number, page: PageContext): Draft | undefined {
  const box = readInfobox(grid);
  if (box === undefined) return undefined;
  const title = box.title ?? { lines: [page.title], links: [], marks: [], text: page.title };
  const read = readName(title, page);
  if (read === undefined) return undefined;
  // A second line that says more of the same ("Christmas / Christmas Day") is the name of the day.
  const fuller = read.aliases.find(
    (alias) => alias.startsWith(`${read.name} `) && hasWord('dayWords', alias.slice(read.name.length)),
  );
  const name = fuller ?? read.name;
  const others = [...listNames(box.fields.get('official')), ...listNames(box.fields.get('also'))];
  const natives: NativeName[] = [...read.natives];
  for (const field of ['official', 'also']) {
    const cell = box.fields.get(field);
    if (cell !== undefined && cell.lines.some((line) => !isLatin(line))) {
      const lines = field === 'also' ? cell.lines.flatMap((line) => line.split(/\s*[,;]\s*(?![^()]*\))/u)) : cell.lines;
      natives.push(...readNatives(lines, cell.marks, page).filter((native) => !isLatin(native.text)));
    }
  }
  const date = box.fields.get('date');
  const observed = box.fields.get('observed')?.text ?? '';
  const settle = (lines: readonly string[]): When =>
    settleDate({ lines, lang: page.lang, names: [name, page.title], years: box.years });
  const dated = settle(date?.lines ?? beginning(box, page.lang));
  const begun = isDefinite(dated.date) || date === undefined ? dated : settle(beginning(box, page.lang));
  const when = isDefinite(begun.date) ? begun : dated;
  const religious = hasWord('religious', `${box.fields.get('type')?.text ?? ''} ${observed}`);
  const place = box.fields.get('country')?.text ?? observed;
  const country = (countryByName(place, page.lang) ?? countryByName(place.split(', ').at(-1) ?? '', page.lang))?.code;
  const aliases = [
    ...read.aliases,
    ...(fuller === undefined ? [] : [read.name]),
    ...others.filter(
      (other) => isLatin(other) && !natives.some((native) => native.translit?.split(' / ').includes(other)),
    ),
  ];
  return {
    name,
    raw: title.text,
    aliases: aliases.filter((alias, i) => alias !== name && aliases.indexOf(alias) === i),
    natives: natives.filter((native, i) => natives.findIndex((other) => other.text === native.text) === i),
    link: undefined,
    country: country ?? page.country,
    when,
    notes: box.fields.get('significance')?.text ?? '',
    role: roleOf(box),
    flags: [
      ...(religious ? (['denominational'] as const) : []),
      ...(observed === '' ? [] : (['observed_by'] as const)),
    ],
    evidence: {
      table: index,
      row: 0,
      cells: grid.rows.map((row) => [...new Set(row.map((cell) => cell?.text ?? ''))].join(': ')),
    },
  };
}
