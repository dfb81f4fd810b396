import { z } from 'zod';
import { Kebab, Sha256 } from './primitives.js';

/** Something a stage dropped, with its reason. Rejections are kept: `folkways rejects` and the card count them. */
export const Rejection = z.strictObject({
  stage: z.string(),
  reason: Kebab,
  /** Key of the record, or what else names the dropped thing (a title that is not on the wiki). */
  key: z.string(),
  /** Hash of the rejected record; null where there is none, as for a missing page. */
  record: Sha256.nullable(),
  /** The particular case, for people. */
  detail: z.string(),
});
/** Something a stage dropped. */
export type Rejection = z.infer<typeof Rejection>;
