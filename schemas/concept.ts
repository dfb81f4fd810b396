import { z } from 'zod';
import { CountryCode, LanguageCode } from './primitives.js';
import { HolidayDate } from './date.js';
import { defineRecord } from './record.js';

/** What a page says of its subject in short: the first paragraph, and the two lengths the `wiki len` baseline may use. */
export const DescriptionRecord = defineRecord({
  type: 'description',
  schema: z.strictObject({
    lang: LanguageCode,
    title: z.string(),
    /** First prose paragraph, markup removed. */
    description: z.string().min(1),
    /** First paragraph of each section that has one, by heading: what a link to the section is about. */
    sections: z.record(z.string(), z.string()),
    /** Words of the first paragraph of the page. */
    description_words: z.number().int().positive(),
    /** Words of all prose of the article, lists, tables and infobox left out. */
    article_words: z.number().int().positive(),
  }),
  key: (page) => `${page.lang}:${page.title}`,
});
/** The short account of a page. */
export type Description = z.infer<typeof DescriptionRecord.schema>;

/** A holiday in the world: Easter Monday. Its key is the page, or the section, that describes it. */
export const ConceptRecord = defineRecord({
  type: 'concept',
  schema: z.strictObject({
    concept: z.string(),
    page: z.string(),
    fragment: z.string().optional(),
    /** The page title without what Wikipedia puts in brackets to tell pages apart. */
    name: z.string(),
    /** Every name that some list, redirect or title gives it, sorted. */
    names: z.array(z.string()),
    /** Countries that keep it, sorted. */
    countries: z.array(CountryCode),
  }),
  key: (concept) => concept.concept,
});
/** A holiday in the world. */
export type Concept = z.infer<typeof ConceptRecord.schema>;

/** A holiday in one country: Easter Monday in Fiji. */
export const HolidayRecord = defineRecord({
  type: 'holiday',
  schema: z.strictObject({
    concept: z.string(),
    country: CountryCode,
    /** The name as the country's list has it. */
    name: z.string(),
    /** Strings whose occurrences count as this holiday's popularity, sorted, each once. */
    names: z.array(z.string()).min(1),
    /** Page title, redirects followed. */
    page: z.string(),
    /** Section of that page that is about it, where a link or redirect names one. */
    fragment: z.string().optional(),
    date_text: z.string(),
    date: HolidayDate,
    /** How many countries keep the concept. */
    shared_by: z.number().int().positive(),
    /** One of the names is also counted for another concept, or for this one in another country. */
    homonym: z.boolean(),
  }),
  key: holidayKey,
});
/** A holiday in one country. */
export type Holiday = z.infer<typeof HolidayRecord.schema>;

/**
 * The key of a holiday: concept and country.
 * @param holiday - the two parts
 * @returns `en:Easter Monday@FJ`
 */
export function holidayKey(holiday: { readonly concept: string; readonly country: string }): string {
  return `${holiday.concept}@${holiday.country}`;
}
