import { z } from 'zod';
import type { HolidayRow } from '../../../schemas/holiday.js';
import { holidayRows } from '../../../extractors/holidays/rows.js';
import { siteLinkTarget } from '../../../extractors/tables/wikitext/site-link-target.js';
import { HolidayRowRecord } from '../../../schemas/holiday.js';
import { ListPageRecord, pageKey } from '../../../schemas/page.js';
import { defineMap } from '../../engine/stage.js';

/** List page -> holiday rows (CPopQA, "Holiday List Curation"), with table, row and cells as evidence. */
export const parseHolidays = defineMap({
  name: 'parse-holidays',
  version: 1,
  params: z.strictObject({ rows_from: z.enum(['wikitext', 'html']) }),
  input: ListPageRecord,
  outputs: [HolidayRowRecord],
  batch: 20,
  attach: (page) => [page.site],
  *run(pages, { params, services, emit, reject }) {
    for (const page of pages) {
      const { lang, title, text, html } = page.content;
      const site = services.site(page.content.site);
      const { rows, rejected } = holidayRows(
        params.rows_from === 'html'
          ? { format: 'html', title, lang, content: html ?? '' }
          : { format: 'wikitext', title, lang, content: text },
        { sourceId: pageKey(page.content), linkTarget: siteLinkTarget(site) },
      );
      for (const { row, evidence } of rows)
        yield emit(page, HolidayRowRecord, withoutRedness(row), {
          evidence: { ...evidence, cells: [...evidence.cells] },
        });
      for (const { reason, text: words, where } of rejected) {
        yield reject(page, reason, { key: `${page.key} ${where}`, detail: words });
      }
      if (rows.length === 0) yield reject(page, 'no-holiday-table');
    }
  },
});

/**
 * Whether the linked page exists is the crawl's to say, for HTML as for wikitext: HTML knows it when it is rendered, wikitext never
 * does, and both must give the same row.
 */
function withoutRedness(row: HolidayRow): HolidayRow {
  const { red_link, ...rest } = row;
  return red_link === undefined ? row : { ...rest, page: red_link };
}
