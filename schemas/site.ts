import { z } from 'zod';
import { LanguageCode } from './primitives.js';
import { defineRecord } from './record.js';

/** A namespace of a wiki: id, local name, English name and further names that mean the same. */
export const Namespace = z.strictObject({
  id: z.number().int(),
  /** Local name, `''` for the main namespace. */
  name: z.string(),
  /** English name (`File`), where known. */
  canonical: z.string().optional(),
  aliases: z.array(z.string()),
  /** `first-letter`: the first letter of a title is always upper case. */
  case: z.enum(['first-letter', 'case-sensitive']),
});
/** A namespace of a wiki. */
export type Namespace = z.infer<typeof Namespace>;

/**
 * What one must know of a wiki to read its wikitext: namespaces, prefixes of other wikis, redirect words. A dump's header lacks
 * part of it; a shipped table fills that, so that both sources give the same links from the same text.
 */
export const SiteRecord = defineRecord({
  type: 'site',
  schema: z.strictObject({
    lang: LanguageCode,
    /** Address of the main page, as siteinfo gives it: `https://en.wikipedia.org/wiki/Main_Page`. */
    base: z.string(),
    namespaces: z.array(Namespace),
    /** Prefixes that make a language link when they stand without a leading colon. */
    languages: z.array(z.string()),
    /** Other interwiki prefixes, lower case. */
    interwiki: z.array(z.string()),
    /** Words that make a page a redirect, with `#`, lower case. */
    redirectWords: z.array(z.string()),
    /** Names of templates (without namespace, lower case) that mark a disambiguation page. */
    disambiguationTemplates: z.array(z.string()),
  }),
  key: (site) => site.base,
});
/** What one must know of a wiki to read its wikitext. */
export type Site = z.infer<typeof SiteRecord.schema>;
