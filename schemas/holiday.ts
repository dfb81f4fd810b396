import { z } from 'zod';
import { HolidayDate } from './date.js';
import { CountryCode, LanguageCode } from './primitives.js';
import { defineRecord } from './record.js';

/** A name in the language of those who keep the day. `und` where the language is not known. */
export const NativeName = z.strictObject({
  text: z.string().min(1),
  lang: LanguageCode,
  /** Latin transcription, as given. */
  translit: z.string().optional(),
});
/** A name in a local language. */
export type NativeName = z.infer<typeof NativeName>;

/** What a line of a holiday list is: only holidays and observances go into the benchmarks. */
export const HolidayRole = z.enum([
  'holiday',
  'observance',
  'feast_day',
  'name_day',
  'event',
  'historical',
  'not_holiday',
]);
/** What a line of a holiday list is. */
export type HolidayRole = z.infer<typeof HolidayRole>;

/** What is particular about a row. */
export const HolidayFlag = z.enum([
  'date_from_name',
  'date_from_title',
  'date_range',
  'denominational',
  'footnote_marker',
  'multiple_dates',
  'no_date',
  'observed_by',
  'old_style',
  'substitute',
]);
/** What is particular about a row. */
export type HolidayFlag = z.infer<typeof HolidayFlag>;

/** One holiday on one date, as one page lists it. */
export const HolidayRowRecord = defineRecord({
  type: 'holiday-row',
  schema: z.strictObject({
    /** The page it stands on (`en:Public holidays in Kenya`), or the id of an input line. */
    source_id: z.string().min(1),
    /** Country the row holds for; `null` where the page names none. */
    country: CountryCode.nullable(),
    /** The name, cleaned of brackets, footnotes and country. */
    name: z.string().min(1),
    /** The words the name was read from. */
    name_raw: z.string(),
    /** Other names in the page's language. */
    aliases: z.array(z.string()),
    native_names: z.array(NativeName),
    /** Title of the article linked from the name, as written; `null` for a red link or none. */
    page: z.string().nullable(),
    page_fragment: z.string().optional(),
    /** Title of the missing article that the name links to. */
    red_link: z.string().optional(),
    /** The words the date was read from; `null` where it is the date of the page. */
    date_text: z.string().nullable(),
    date: HolidayDate,
    notes: z.string(),
    flags: z.array(HolidayFlag),
    role: HolidayRole,
    /** Place among the rows of the page, from 1. */
    position: z.number().int().positive(),
  }),
  key: (row) => `${row.source_id}#${row.position}`,
});
/** One holiday on one date, as one page lists it. */
export type HolidayRow = z.infer<typeof HolidayRowRecord.schema>;
