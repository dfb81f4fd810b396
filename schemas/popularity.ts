import { z } from 'zod';
import { defineRecord } from './record.js';

/** The population a value speaks for: United States, United Kingdom, or nobody in particular. */
export const Region = z.enum(['US', 'GB', 'all']);
/** The population a value speaks for. */
export type Region = z.infer<typeof Region>;

/** One point of a series. */
export const YearValue = z.strictObject({ year: z.number().int(), value: z.number().nonnegative() });
/** One point of a series. */
export type YearValue = z.infer<typeof YearValue>;

/**
 * What a source says of one subject's popularity. A number, an absence (below what the source reports), a failure to answer and
 * a question the source cannot take are four different things; only the first has a value.
 */
export const PopularitySignalRecord = defineRecord({
  type: 'popularity-signal',
  schema: z.strictObject({
    /** Key of the holiday. */
    subject: z.string(),
    /** Name of the source: `local-corpus`, `wiki-description-length`, `wiki-article-length`. */
    source: z.string(),
    region: Region,
    /** Distinct strings that were counted and summed. */
    names: z.array(z.string()),
    status: z.enum(['number', 'absent', 'unknown', 'unanswerable']),
    /** Mean of the series over the window, in `unit`; null unless status is `number`. */
    value: z.number().nonnegative().nullable(),
    /** The value is below this where status is `absent`. */
    bound: z.number().nonnegative().optional(),
    unit: z.enum(['share-of-tokens', 'words']),
    /** First and last year, inclusive; null for what has no time. */
    window: z.strictObject({ from: z.number().int(), to: z.number().int() }).nullable(),
    series: z.array(YearValue),
    /** SHA-256 of the corpus or other data behind it. */
    data: z.string(),
    /** The data was made up for demonstration and says nothing of the world. */
    synthetic: z.boolean(),
  }),
  key: (signal) => `${signal.subject}|${signal.source}|${signal.region}`,
});
/** What a source says of one subject's popularity. */
export type PopularitySignal = z.infer<typeof PopularitySignalRecord.schema>;
