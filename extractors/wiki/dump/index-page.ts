import type { Site } from '../../../schemas/site.js';
import { scanWikitext } from '../markup/scan.js';
import type { IndexedPage } from '../page-index.js';
import type { DumpPage } from './dump-page.js';

/** Models whose text MediaWiki reads as wikitext to find links and categories ($wgTextModelsToParse). */
const SCANNED_MODELS: ReadonlySet<string> = new Set(['wikitext', 'javascript', 'css']);

/**
 * A page of a dump as it goes into the index: with its own categories, its redirect target and whether it is a disambiguation page.
 * Where the dump names the target of a redirect, that is taken, since the wiki itself has resolved it; the section comes from the
 * text, as a dump never names it.
 * @param page - the page as read
 * @param site - the wiki it is from
 * @returns the page for the index
 */
export function toIndexedPage(page: DumpPage, site: Site): IndexedPage {
  const { title, text, model, revision, timestamp } = page;
  const scan = SCANNED_MODELS.has(model) ? scanWikitext(text, site, title) : undefined;
  const written = model === 'wikitext' ? scan?.redirect : undefined;
  const to = page.redirectTitle ?? written?.to;
  const fragment = written?.to === to ? written?.fragment : undefined;
  return {
    ...{ title, namespace: page.ns, revision, timestamp, model, text },
    disambiguation: scan?.disambiguation ?? false,
    categories: scan?.categories.map((category) => category.title) ?? [],
    ...(to === undefined ? {} : { redirect: { from: title, to, ...(fragment === undefined ? {} : { fragment }) } }),
  };
}
