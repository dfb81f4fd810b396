import { z } from 'zod';
import { LanguageCode, Sha256 } from './primitives.js';
import { defineRecord } from './record.js';

/** One step from an asked title to a page: a redirect page, its target and the section it points to. */
export const RedirectHop = z.strictObject({
  from: z.string(),
  to: z.string(),
  fragment: z.string().optional(),
});
/** One redirect step. */
export type RedirectHop = z.infer<typeof RedirectHop>;

const pageContent = z.strictObject({
  lang: LanguageCode,
  /** Full title with namespace, as the wiki writes it. */
  title: z.string().min(1),
  namespace: z.number().int(),
  /** Content model, `wikitext` for articles. */
  model: z.string(),
  /** Wikitext of the current revision, unchanged. */
  text: z.string(),
  /** Hash of the site record that tells how to read the text. */
  site: Sha256,
});

/** A page that lists holidays of a country: a seed of the CPopQA crawl. */
export const ListPageRecord = defineRecord({
  type: 'list-page',
  schema: pageContent.extend({
    /** The wiki's own HTML where rows are read from it, else null. */
    html: z.string().nullable(),
  }),
  key: pageKey,
});

/** An article that some list links to. */
export const ArticleRecord = defineRecord({ type: 'article', schema: pageContent, key: pageKey });

/** A title that leads to a page in the end, over one redirect or several. */
export const RedirectRecord = defineRecord({
  type: 'redirect',
  schema: z.strictObject({ lang: LanguageCode, from: z.string(), to: z.string(), fragment: z.string().optional() }),
  key: (redirect) => `${redirect.lang}:${redirect.from}`,
});

/** A wiki page as the crawl yields it, whichever type it is stored under. */
export type WikiPage = z.infer<typeof pageContent>;

/**
 * The key of a page: language and title.
 * @param page - language and full title
 * @returns `en:Easter Monday`
 */
export function pageKey(page: { readonly lang: string; readonly title: string }): string {
  return `${page.lang}:${page.title}`;
}
