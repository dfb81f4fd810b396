// What this source reads of `query` replies. Validated where it enters: a field of another type than documented is an error of
// the wiki, told with its path, and no silent gap.
import { z } from 'zod';
import { FatalError } from '../../../schemas/errors.js';
import type { ApiReply } from './api-caller.js';

const Revision = z.object({
  revid: z.number().int(),
  timestamp: z.string().optional(),
  slots: z
    .object({
      main: z
        .object({
          contentmodel: z.string().optional(),
          content: z.string().optional(),
          texthidden: z.boolean().optional(),
          missing: z.boolean().optional(),
          badcontentformat: z.boolean().optional(),
        })
        .optional(),
    })
    .optional(),
});

const ReplyPage = z.object({
  title: z.string(),
  ns: z.number().int().optional(),
  pageid: z.number().int().optional(),
  missing: z.boolean().optional(),
  known: z.boolean().optional(),
  invalid: z.boolean().optional(),
  invalidreason: z.string().optional(),
  special: z.boolean().optional(),
  revisions: z.array(Revision).optional(),
  pageprops: z.record(z.string(), z.unknown()).optional(),
  redirects: z.array(z.object({ ns: z.number().int(), title: z.string(), fragment: z.string().optional() })).optional(),
});

const Query = z.object({
  normalized: z.array(z.object({ fromencoded: z.boolean().optional(), from: z.string(), to: z.string() })).optional(),
  redirects: z
    .array(
      z.object({
        from: z.string(),
        to: z.string(),
        tofragment: z.string().optional(),
        tointerwiki: z.string().optional(),
      }),
    )
    .optional(),
  interwiki: z.array(z.object({ title: z.string(), iw: z.string() })).optional(),
  pages: z.array(ReplyPage).optional(),
  allpages: z.array(z.object({ title: z.string() })).optional(),
  categorymembers: z.array(z.object({ ns: z.number().int(), title: z.string() })).optional(),
});

/** The `query` part of a reply. */
export type Query = z.infer<typeof Query>;
/** A page of a reply. */
export type ReplyPage = z.infer<typeof ReplyPage>;

/**
 * Reads the `query` part of a reply.
 * @param reply - a reply without error
 * @returns the typed part; an absent one is empty, as the wiki leaves it out when there is nothing to tell
 * @throws FatalError `wiki-error` when a field has another type than the API documents
 */
export function readQuery(reply: ApiReply): Query {
  const parsed = Query.safeParse(reply['query'] ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new FatalError(
    'wiki-error',
    `the wiki's reply has an unknown shape at query.${issue?.path.join('.')}: ${issue?.message}`,
  );
}
