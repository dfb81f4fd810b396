// A wiki read over its Action API. The budget is requests, so everything is asked in batches of 50 titles; links, language links
// and categories come from the text (extractors/wiki/markup), which costs none. Pace, retries and identity are the HTTP client's.
// API: https://www.mediawiki.org/wiki/API:Query.
import { byCodeUnit } from '../../../schemas/canonical.js';
import { FatalError } from '../../../schemas/errors.js';
import { requireContact } from '../../http/user-agent.js';
import { scanWikitext } from '../markup/scan.js';
import { parseTitle } from '../markup/title.js';
import { siteFromApi } from '../site/site.js';
import { createApiCaller } from './api-caller.js';
import { everyReply } from './continuation.js';
import { batchesOf, inOrder } from './in-order.js';
import { fetchBatch } from './page-batch.js';
import type { PageJudge } from './page-batch.js';
import { readQuery } from './reply-shapes.js';
import { createTitleQuery, sendable } from './title-query.js';
import type { Site } from '../../../schemas/site.js';
import type { HttpClient } from '../../http/http-client.js';
import type { CategoryMember, PagesOptions, Redirect, WikiSource } from '../wiki-source.js';

/** What an API source needs. */
export interface ApiSourceOptions {
  /** Address of api.php, such as `https://en.wikipedia.org/w/api.php`. */
  readonly apiUrl: string;
  readonly http: HttpClient;
  /** Titles in one request (50, the most a wiki allows without special rights). */
  readonly batchSize?: number;
  /** Current time in milliseconds, for a Retry-After that is a date. */
  readonly now?: () => number;
}

/**
 * Opens a wiki over its Action API. Nothing is asked before the first method is called.
 * @param options - see ApiSourceOptions
 * @returns the source; its methods throw FatalError `wiki-error` for an error of the wiki and `source-unavailable` when it blocks
 *   or stays away
 * @throws PrerequisiteError `contact-required` for a Wikimedia host without an operator contact
 * @throws FatalError `bad-config` when apiUrl is no http address
 */
export function createApiSource(options: ApiSourceOptions): WikiSource & Required<Pick<WikiSource, 'render'>> {
  const { apiUrl, http, batchSize = 50 } = options;
  if (!/^https?:\/\//i.test(apiUrl) || !URL.canParse(apiUrl)) {
    throw new FatalError('bad-config', `"${apiUrl}" is not the address of an api.php`);
  }
  requireContact(apiUrl, http.contact);
  const call = createApiCaller(apiUrl, http, options.now);
  const query = createTitleQuery(call, batchSize);
  let asked: Promise<Site> | undefined;

  function site(): Promise<Site> {
    asked ??= askSite().catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  }

  async function askSite(): Promise<Site> {
    const siprop = 'general|namespaces|namespacealiases|interwikimap|magicwords';
    const { reply } = await call({ action: 'query', meta: 'siteinfo', siprop });
    return siteFromApi(reply);
  }

  async function* titles({ namespace }: { readonly namespace: number }): AsyncGenerator<string> {
    const known = (await site()).namespaces.some(({ id }) => id === namespace);
    if (!known || namespace < 0) return;
    const found: string[] = [];
    const question = { action: 'query', list: 'allpages', apnamespace: String(namespace), aplimit: 'max' };
    for await (const { reply } of everyReply(call, question)) {
      found.push(...(readQuery(reply).allpages ?? []).map(({ title }) => title));
    }
    // The wiki sorts by bytes of a title with underscores, which is another order.
    yield* [...new Set(found)].sort(byCodeUnit);
  }

  async function* pages(
    titles: Iterable<string> | AsyncIterable<string>,
    { followRedirects = true }: PagesOptions = {},
  ) {
    const here = await site();
    const judge: PageJudge = {
      saysDisambiguation: (text, title) => scanWikitext(text, here, title).disambiguation,
      isSpecial(title) {
        const parsed = parseTitle(title, here, { form: 'title' });
        return parsed.kind === 'page' && parsed.namespace < 0;
      },
    };
    const work = (batch: readonly string[]) => fetchBatch(query, batch, followRedirects, judge);
    for await (const results of inOrder(batchesOf(titles, query.size), http.concurrency, work)) yield* results;
  }

  async function redirectsTo(titles: readonly string[]): Promise<Redirect[]> {
    const sent = [...new Set(titles.map(sendable).filter((title) => title !== undefined))];
    const question = { action: 'query', prop: 'redirects', rdprop: 'title|fragment', rdlimit: 'max' };
    const found: Redirect[] = [];
    const ask = (part: readonly string[]) => query.ask(question, part);
    for await (const { pages } of inOrder(batchesOf(sent, query.size), http.concurrency, ask)) {
      for (const { title: to, redirects = [] } of pages.values()) {
        for (const { title: from, fragment } of redirects) found.push({ from, to, ...(fragment ? { fragment } : {}) });
      }
    }
    return found.sort((a, b) => byCodeUnit(a.to, b.to) || byCodeUnit(a.from, b.from));
  }

  async function categoryMembers(category: string): Promise<CategoryMember[]> {
    const question = {
      action: 'query',
      list: 'categorymembers',
      cmtitle: category,
      cmtype: 'page|subcat',
      cmprop: 'title',
      cmlimit: 'max',
    };
    const found = new Map<string, CategoryMember>();
    for await (const { reply } of everyReply(call, question)) {
      for (const { title, ns } of readQuery(reply).categorymembers ?? []) found.set(title, { title, namespace: ns });
    }
    return [...found.values()].sort((a, b) => byCodeUnit(a.title, b.title));
  }

  async function render(title: string): Promise<string | undefined> {
    const question = { action: 'parse', page: title, prop: 'text', disablelimitreport: '1', disableeditsection: '1' };
    const absent = ['missingtitle', 'invalidtitle', 'pagecannotexist'];
    const { reply, error } = await call(question, { tolerate: absent });
    if (error !== undefined) return undefined;
    const text = (reply['parse'] as { text?: unknown } | undefined)?.text;
    if (typeof text !== 'string') throw new FatalError('wiki-error', `the wiki sent no HTML of "${title}"`);
    // Comments name the time of rendering and the cache: the only part that differs between two equal pages.
    return text.replace(/<!--[\s\S]*?-->/g, '');
  }

  return Object.freeze({ kind: 'api', site, titles, pages, redirectsTo, categoryMembers, render });
}
