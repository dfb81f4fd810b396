// Why a row of a holiday list is no holiday to ask about (CPopQA appendix B): it lacks what a question needs, or it is a special
// event rather than a day that comes back.
import type { HolidayRow } from '../../schemas/holiday.js';
import { parseDateText } from '../dates/parse.js';

const ONE_OFF = /\b(only|one[- ]off|one[- ]time|special (public |bank )?holiday)\b/i;
const MOURNING = /\b(mourning|state funeral|funeral of|death of|in memory of the late)\b/i;
const EVENT =
  /\b(general election|election day|referendum|census day|coronation of|enthronement|royal wedding|visit of)\b/i;

/**
 * Why a row is left out.
 * @param row - a row of a holiday list
 * @returns a rejection reason, or undefined when it stays
 */
export function exclusion(row: HolidayRow): string | undefined {
  if (row.role !== 'holiday' && row.role !== 'observance') return 'not-a-holiday';
  if (row.page === null) return 'no-page';
  if (row.date.kind === 'unparseable') return 'no-date';
  // The list says TBA: that the name tells a rule does not make it a date that the page gives.
  if (row.flags.includes('date_from_name') && parseDateText(row.date_text ?? '', 'en').kind === 'unparseable')
    return 'no-date';
  const words = `${row.name} ${row.notes}`;
  if (MOURNING.test(words)) return 'mourning';
  const oneYear = row.date.kind === 'fixed' && row.date.year !== undefined;
  if (oneYear || (EVENT.test(words) && /\d{4}/.test(`${words} ${row.date_text ?? ''}`))) return 'one-off-event';
  if (ONE_OFF.test(words) && /\b\d{4}\b/.test(`${words} ${row.date_text ?? ''}`)) return 'one-off-event';
  return undefined;
}
