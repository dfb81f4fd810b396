import { z } from 'zod';
import { exclusion } from '../../../extractors/holidays/exclusions.js';
import { HolidayRowRecord } from '../../../schemas/holiday.js';
import { defineMap } from '../../engine/stage.js';

/**
 * Holiday row -> the same row, or a rejection (CPopQA appendix B: no date, no valid page, false positives such as special
 * events). Kept apart from the parsing, so that another rule re-reads no page.
 */
export const selectHolidays = defineMap({
  name: 'select-holidays',
  version: 1,
  params: z.strictObject({}),
  input: HolidayRowRecord,
  outputs: [HolidayRowRecord],
  batch: 1000,
  *run(rows, { emit, reject }) {
    for (const row of rows) {
      const reason = exclusion(row.content);
      if (reason) yield reject(row, reason, { detail: `${row.content.name}: ${row.content.date_text ?? ''}` });
      else yield emit(row, HolidayRowRecord, row.content);
    }
  },
});
