import { z } from 'zod';

/** A model's output for one item, one line of a predictions file. */
export const Prediction = z.strictObject({
  id: z.string(),
  /** Free text as generated, or the answer as a list of names, first the most popular. */
  output: z.union([z.string(), z.array(z.string())]),
});
/** A model's output for one item. */
export type Prediction = z.infer<typeof Prediction>;
