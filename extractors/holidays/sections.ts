// What the headings above a table or item say it lists. The innermost heading that says something decides.
import type { HolidayRole } from '../../schemas/holiday.js';
import { hasWord, isWord } from './words.js';

/** What a section lists: a role, `unknown` without a word for it, `excluded` for sections of other matter. */
export type SectionKind = HolidayRole | 'unknown' | 'excluded';

/** What one heading, caption or containing bullet says. */
export function headingKind(text: string): SectionKind {
  if (isWord('excludedSection', text)) return 'excluded';
  if (hasWord('nameDaySection', text)) return 'name_day';
  if (hasWord('feastSection', text)) return 'feast_day';
  if (hasWord('historicalSection', text)) return 'historical';
  if (hasWord('observanceSection', text) && !/holidays and observances|праздники и памятные/i.test(text))
    return 'observance';
  if (hasWord('holidaySection', text)) return 'holiday';
  return 'unknown';
}

/**
 * What a section lists.
 * @param headings - titles around it, outermost first, containing bullets last
 * @returns the kind of the innermost heading that says something
 */
export function sectionKind(headings: readonly string[]): SectionKind {
  const kinds = headings.map(headingKind);
  if (kinds.at(-1) === 'excluded') return 'excluded';
  const said = kinds.findLast((kind) => kind !== 'unknown') ?? 'unknown';
  // "International" alone is about holidays only within a section of holidays; within one of other matter it is not.
  return said;
}
