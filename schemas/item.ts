import { z } from 'zod';

/** What every benchmark item has; each benchmark extends it in `pipelines/<benchmark>/item.ts`. */
export const ItemBase = z.strictObject({
  /** Stable across builds: made of keys, never of record hashes. */
  id: z.string().regex(/^[A-Za-z0-9._-]+$/),
  benchmark: z.string(),
  split: z.enum(['train', 'dev', 'test']),
});
/** What every benchmark item has. */
export type ItemBase = z.infer<typeof ItemBase>;
