// All holidays a page lists, whatever it is written in: markup becomes tables and list items, each of which is read in its own file; here
// they are put in order, equal ones are dropped, and every rejection is kept with its reason.
import { canonicalJson } from '../../schemas/canonical.js';
import { RecordError } from '../../schemas/errors.js';
import type { HolidayRow, NativeName } from '../../schemas/holiday.js';
import { countryByCode } from '../countries/countries.js';
import { parseDateText } from '../dates/parse.js';
import { readBlocks, type Block } from '../tables/blocks.js';
import { plainLinkTarget, renderWikitext } from '../tables/wikitext/render.js';
import { csvGrid, jsonGrid, textItems } from './flat-tables.js';
import type { Draft, HolidayOptions, HolidayPage, HolidayRows, PageContext, RejectedRow } from './holiday-page.js';
import { infoboxRow, isHolidayInfobox } from './infobox.js';
import { listRows } from './list-rows.js';
import { pageCountry } from './page-country.js';
import { guessLanguage } from './scripts.js';
import { tableRows } from './table-rows.js';
import { fold, hasWord } from './words.js';

function blocksOf(page: HolidayPage, options: HolidayOptions): readonly Block[] {
  switch (page.format) {
    case 'html':
      return readBlocks(page.content);
    case 'wikitext':
      return readBlocks(renderWikitext(page.content, { linkTarget: options.linkTarget ?? plainLinkTarget }));
    case 'csv':
      return [{ type: 'table', grid: csvGrid(page.content) }];
    case 'table-json':
      return [{ type: 'table', grid: jsonGrid(page.content) }];
    case 'text':
      return textItems(page.content).map((item) => ({ type: 'item', item }));
    default:
      throw new RecordError('bad-input', `The format "${String(page.format)}" is not known.`, {
        hint: 'Use html, wikitext, csv, table-json or text.',
      });
  }
}

function kindOf(title: string, lang: string): PageContext['kind'] {
  const date = parseDateText(title, lang);
  if (
    date.kind === 'fixed' &&
    date.year === undefined &&
    date.end_day === undefined &&
    /\d/.test(title) &&
    title.length < 30
  )
    return 'day';
  return hasWord('listTitle', title) || (hasWord('holidaySection', title) && pageCountry(title, lang) !== undefined)
    ? 'list'
    : 'other';
}

/** The day or rule alone: two sections of a country list one holiday with different remarks on it. */
function dayOf({ when: { date, text } }: Draft): unknown {
  if (date.kind === 'fixed')
    return [date.month, date.day, date.end_month ?? null, date.end_day ?? null, date.year ?? null];
  return date.kind === 'movable' ? date.rule : text;
}

/** A native name without a language gets that of the row's country where only one comes into question. */
function withLanguage(native: NativeName, draft: Draft, lang: string): NativeName {
  if (native.lang !== 'und' || draft.country === null) return native;
  const languages = countryByCode(draft.country)?.languages ?? [];
  return { ...native, lang: guessLanguage(native.text, native.translit ?? '', languages, lang) };
}

function toRow(draft: Draft, lang: string, sourceId: string, position: number): HolidayRow {
  const { link } = draft;
  // On a page in another language the name itself is a name in that language.
  const own: NativeName[] =
    lang === 'en' || draft.natives.some((native) => native.text === draft.name) ? [] : [{ text: draft.name, lang }];
  const flags = [...new Set([...draft.flags, ...draft.when.flags])].sort();
  return {
    source_id: sourceId,
    country: draft.country,
    name: draft.name,
    name_raw: draft.raw,
    aliases: [...draft.aliases],
    native_names: [...own, ...draft.natives.map((native) => withLanguage(native, draft, lang))],
    page: link === undefined || link.red ? null : link.title,
    ...(link?.fragment === undefined || link.red ? {} : { page_fragment: link.fragment }),
    ...(link?.red === true ? { red_link: link.title } : {}),
    date_text: draft.when.text,
    date: draft.when.date,
    notes: draft.notes,
    flags,
    role: draft.role,
    position,
  };
}

/**
 * Reads the holidays a page lists: one row per holiday and date, in page order.
 * @param page - HTML, wikitext, CSV, a JSON table or a plain-text extract, with title and language
 * @param options - id for the rows, reader of link targets
 * @returns rows with their evidence, and what was rejected with reasons
 * @throws {RecordError} `bad-input` for an unknown format or a table that cannot be read
 */
export function holidayRows(page: HolidayPage, options: HolidayOptions = {}): HolidayRows {
  const rejected: RejectedRow[] = [];
  const country = pageCountry(page.title, page.lang, page.country);
  const context: PageContext = {
    title: page.title,
    lang: page.lang,
    country: country?.code ?? null,
    languages: country?.languages ?? [],
    kind: kindOf(page.title, page.lang),
    plain: page.format === 'csv' || page.format === 'table-json',
    reject: (reason, text, where) => rejected.push({ reason, text, where }),
  };
  const drafts: Draft[] = [];
  let table = -1;
  let item = -1;
  for (const block of blocksOf(page, options)) {
    if (block.type === 'item') drafts.push(...listRows(block.item, (item += 1), context));
    else {
      table += 1;
      const box = isHolidayInfobox(block.grid) ? infoboxRow(block.grid, table, context) : undefined;
      drafts.push(...(box === undefined ? tableRows(block.grid, table, context) : [box]));
    }
  }
  const seen = new Set<string>();
  const rows: HolidayRows['rows'][number][] = [];
  for (const draft of drafts) {
    const identity = canonicalJson([fold(draft.name), draft.country, dayOf(draft)]);
    if (seen.has(identity)) {
      const { table: at, row } = draft.evidence;
      rejected.push({
        reason: 'duplicate-row',
        text: draft.evidence.cells.join(' | '),
        where: at < 0 ? `item ${row}` : `table ${at}, row ${row}`,
      });
      continue;
    }
    seen.add(identity);
    const sourceId = options.sourceId ?? `${page.lang}:${page.title}`;
    rows.push({ row: toRow(draft, page.lang, sourceId, rows.length + 1), evidence: draft.evidence });
  }
  if (rows.length === 0 && rejected.length === 0)
    rejected.push({ reason: 'no-holidays', text: page.title, where: 'page' });
  return { rows, rejected };
}
