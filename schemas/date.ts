import { z } from 'zod';
import { MonthDay } from './primitives.js';

const month = z.number().int().min(1).max(12);
const day = z.number().int().min(1).max(31);

/** Who or what a date holds for, and what was said beside it. */
const common = {
  /** Region, church or condition the date is limited to. */
  qualifier: z.string().optional(),
  /** Julian date given in brackets. */
  old_style: MonthDay.optional(),
  /** Gregorian dates of single years. */
  year_dates: z.record(z.string().regex(/^\d{4}$/), MonthDay).optional(),
  /** Moves to another day when it falls on a weekend. */
  substitute: z.boolean().optional(),
};

const fixed = z.strictObject({
  kind: z.literal('fixed'),
  month,
  day,
  /** Inclusive end of a range; an end before the start crosses the year end. */
  end_month: month.optional(),
  end_day: day.optional(),
  year: z.number().int().optional(),
  weekday: z.string().optional(),
  ...common,
});

const movable = z.strictObject({
  kind: z.literal('movable'),
  /** A rule of the grammar in extractors/dates/README.md, such as `easter-2` or `islamic:1..3 Shawwal`. */
  rule: z.string().min(1),
  ...common,
});

const unparseable = z.strictObject({ kind: z.literal('unparseable'), ...common });

/** A date without its alternatives. */
export const SingleDate = z.discriminatedUnion('kind', [fixed, movable, unparseable]);
/** A date without its alternatives. */
export type SingleDate = z.infer<typeof SingleDate>;

/** When a holiday is: a Gregorian day or range, a rule, or nothing usable; `alternatives` hold further dates given with it. */
export const HolidayDate = z.discriminatedUnion('kind', [
  fixed.extend({ alternatives: z.array(SingleDate).optional() }),
  movable.extend({ alternatives: z.array(SingleDate).optional() }),
  unparseable.extend({ alternatives: z.array(SingleDate).optional() }),
]);
/** When a holiday is. */
export type HolidayDate = z.infer<typeof HolidayDate>;
