import { z } from 'zod';
import { RecordError } from '../../schemas/errors.js';
import type { HolidayRow } from '../../schemas/holiday.js';
import { CountryCode, LanguageCode } from '../../schemas/primitives.js';
import { holidayRows } from './rows.js';

const FORMATS = ['html', 'wikitext', 'csv', 'table-json', 'text'] as const;

/** One input line of `folkways extract holidays`. */
export const HolidayInput = z.object({
  id: z.string().min(1),
  format: z.enum(FORMATS),
  title: z.string(),
  lang: LanguageCode.default('en'),
  country: CountryCode.nullish(),
  content: z.string(),
});

/** One output line: a holiday row without its place and notes. */
export type HolidayOutput = Pick<
  HolidayRow,
  'source_id' | 'country' | 'name' | 'native_names' | 'page' | 'date_text' | 'date' | 'flags' | 'role' | 'aliases'
>;

/**
 * The filter form: one page in, its holiday rows out.
 * @param line - a parsed line `{id, format, title, lang, country?, content}`
 * @returns the rows, `source_id` being the line's id
 * @throws {RecordError} `bad-input` for a line of another shape, an unsupported format, or a table that cannot be read
 */
export function extractHolidays(line: unknown): readonly HolidayOutput[] {
  const parsed = HolidayInput.safeParse(line);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new RecordError(
      'bad-input',
      `Not an input of the holiday extractor: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim(),
      {
        hint: `Each line is {"id", "format", "title", "lang", "country", "content"}; the formats are ${FORMATS.join(', ')}.`,
        cause: parsed.error,
      },
    );
  }
  const { id, format, title, lang, country, content } = parsed.data;
  const { rows } = holidayRows({ format, title, lang, content, country: country ?? undefined }, { sourceId: id });
  return rows.map(({ row }) => ({
    source_id: row.source_id,
    country: row.country,
    name: row.name,
    native_names: row.native_names,
    page: row.page,
    date_text: row.date_text,
    date: row.date,
    flags: row.flags,
    role: row.role,
    aliases: row.aliases,
  }));
}
