import { z } from 'zod';
import { HolidayDate } from '../../schemas/date.js';
import { ItemBase } from '../../schemas/item.js';
import { Continent, CountryCode } from '../../schemas/primitives.js';
import { defineRecord } from '../../schemas/record.js';

/** The population a question asks about. */
export const Target = z.enum(['US', 'GB']);
/** The population a question asks about. */
export type Target = z.infer<typeof Target>;

const popularityValue = z.strictObject({
  value: z.number().positive(),
  source: z.string(),
  window: z.strictObject({ from: z.number().int(), to: z.number().int() }),
  synthetic: z.boolean(),
});

/** One holiday of a question, with everything the gold order rests on. */
export const AskedHoliday = z.strictObject({
  /** Name as shown in the question. */
  name: z.string(),
  /** Stable key of the holiday: concept and country. */
  key: z.string(),
  page: z.string(),
  date_text: z.string(),
  date: HolidayDate,
  /** First paragraph of the page, or of the section that is about the holiday. */
  description: z.string(),
  /** Lengths of the page: its first paragraph and all its prose, in words (the paper's baseline "wiki len"). */
  words: z.strictObject({ description: z.number().int().positive(), article: z.number().int().positive() }),
  /** Strings whose occurrences were counted. */
  names_counted: z.array(z.string()),
  shared_by: z.number().int().positive(),
  homonym: z.boolean(),
  popularity: z.strictObject({ US: popularityValue, GB: popularityValue }),
});
/** One holiday of a question. */
export type AskedHoliday = z.infer<typeof AskedHoliday>;

/** A CPopQA item: rank n holidays of one country by their popularity in one target (paper section 2, "QA Pair Construction"). */
export const CpopqaItemRecord = defineRecord({
  type: 'cpopqa-item',
  schema: ItemBase.extend({
    benchmark: z.literal('cpopqa'),
    split: z.enum(['train', 'test']),
    n: z.union([z.literal(2), z.literal(3), z.literal(5)]),
    /** Sampling round, from 1; 0 for the examples of the train split. */
    round: z.number().int().nonnegative(),
    target: Target,
    country: CountryCode,
    country_name: z.string(),
    continent: Continent,
    /** Which wording of the question. */
    template: z.string(),
    question: z.string(),
    /** Names in the order of the question. */
    options: z.array(z.string()),
    /** The gold: the same names, most popular first. */
    answer: z.array(z.string()),
    /** Other names by which an answer may call an option. */
    aliases: z.record(z.string(), z.array(z.string())),
    /** In gold order. */
    holidays: z.array(AskedHoliday),
    /** Least ratio between neighbours of the gold order in this target. */
    margin: z.number().min(1),
  }),
  key: (item) => item.id,
});
/** A CPopQA item. */
export type CpopqaItem = z.infer<typeof CpopqaItemRecord.schema>;
