// Reads the list pages of a category and every article they link to, one hop, redirects followed. All own links are followed,
// not only those of holiday rows, so that a better row parser finds what it needs in the same snapshot.
import { z } from 'zod';
import type { PageResult, SourcePage, WikiSource } from '../../../extractors/wiki/wiki-source.js';
import type { Provenance } from '../../../schemas/provenance.js';
import type { Site } from '../../../schemas/site.js';
import type { SourceServices } from '../../engine/services.js';
import type { StageContext, StageEvent } from '../../engine/stage.js';
import { isWikimediaHost } from '../../../extractors/http/user-agent.js';
import { parseTitle } from '../../../extractors/wiki/markup/title.js';
import { scanWikitext } from '../../../extractors/wiki/markup/scan.js';
import { byCodeUnit } from '../../../schemas/canonical.js';
import { PrerequisiteError } from '../../../schemas/errors.js';
import { ArticleRecord, ListPageRecord, RedirectRecord } from '../../../schemas/page.js';
import { recordHash } from '../../../schemas/record.js';
import { SiteRecord } from '../../../schemas/site.js';
import { defineSource } from '../../engine/stage.js';

const Params = z.strictObject({
  kind: z.enum(['api', 'dump']),
  location: z.string(),
  /** Hash of the dump file; null for a wiki. */
  data: z.string().nullable(),
  category: z.string(),
  rows_from: z.enum(['wikitext', 'html']),
  /** Licence of the pages; null: CC BY-SA 4.0 for a Wikimedia wiki, not stated for others. */
  licence: z.string().nullable(),
});
type Context = StageContext<z.infer<typeof Params>, SourceServices>;

/** Titles whose redirects are asked for together. */
const REDIRECT_BATCH = 500;

/** The source stage of CPopQA: list pages, the articles they link to, and the redirects that lead to those. */
export const crawlHolidays = defineSource<z.infer<typeof Params>>({
  name: 'crawl-holidays',
  version: 1,
  params: Params,
  outputs: [SiteRecord, ListPageRecord, ArticleRecord, RedirectRecord],
  async *run(context) {
    const wiki = context.services.wiki();
    const site = await wiki.site();
    yield context.emit(null, SiteRecord, site);
    const lists = new Set<string>();
    const wanted = new Set<string>();
    const category = categoryTitle(context.params.category, site);
    const members = (await wiki.categoryMembers(category)).filter((member) => member.namespace === 0);
    for await (const result of wiki.pages(members.map((member) => member.title))) {
      if (!isUsable(result)) yield rejection(context, result);
      else if (!lists.has(result.page.title)) {
        lists.add(result.page.title);
        for (const link of scanWikitext(result.page.text, site, result.page.title).links) {
          if (link.namespace === 0) wanted.add(link.title);
        }
        yield context.emit(
          null,
          ListPageRecord,
          await listPage(context, wiki, site, result.page),
          beside(context, site, result.page),
        );
      }
    }
    if (lists.size === 0) throw noLists(context, site);
    yield* crawlArticles(context, wiki, site, [...wanted].filter((title) => !lists.has(title)).sort(byCodeUnit), lists);
  },
});

async function* crawlArticles(
  context: Context,
  wiki: WikiSource,
  site: Site,
  wanted: readonly string[],
  lists: ReadonlySet<string>,
): AsyncGenerator<StageEvent> {
  const seen = new Set(lists);
  const known = new Set<string>();
  let batch: string[] = [];
  const redirect = (from: string, to: string, fragment: string | undefined) => {
    known.add(from);
    return context.emit(null, RedirectRecord, {
      lang: site.lang,
      from,
      to,
      ...(fragment === undefined ? {} : { fragment }),
    });
  };
  for await (const result of wiki.pages(wanted)) {
    if (!isUsable(result)) {
      yield rejection(context, result);
      continue;
    }
    const { page, chain } = result;
    let fragment: string | undefined;
    for (const hop of [...chain].reverse()) {
      // The last section that a chain of redirects names is where it ends.
      fragment ??= hop.fragment;
      if (!known.has(hop.from)) yield redirect(hop.from, page.title, fragment);
    }
    if (seen.has(page.title)) continue;
    seen.add(page.title);
    yield context.emit(null, ArticleRecord, content(site, page), beside(context, site, page));
    batch.push(page.title);
    if (batch.length < REDIRECT_BATCH) continue;
    yield* directRedirects(batch);
    batch = [];
  }
  yield* directRedirects(batch);

  async function* directRedirects(titles: readonly string[]): AsyncGenerator<StageEvent> {
    if (titles.length === 0) return;
    for (const { from, to, fragment } of await wiki.redirectsTo(titles)) {
      if (!known.has(from)) yield redirect(from, to, fragment);
    }
  }
}

type UsableResult = PageResult & { readonly outcome: 'found' };

function isUsable(result: PageResult): result is UsableResult {
  return result.outcome === 'found' && result.page.model === 'wikitext' && !result.page.disambiguation;
}

function rejection(context: Context, result: PageResult): StageEvent {
  const key = result.asked;
  if (result.outcome === 'found') {
    return result.page.disambiguation
      ? context.reject(null, 'disambiguation-page', { key, detail: result.page.title })
      : context.reject(null, 'not-wikitext', { key, detail: result.page.model });
  }
  const reasons = {
    missing: 'page-missing',
    invalid: 'title-invalid',
    special: 'special-page',
    interwiki: 'other-wiki',
    'redirect-loop': 'redirect-loop',
  } as const;
  // What a source says of a missing page differs; the reason and the title are what counts.
  return context.reject(null, reasons[result.outcome], { key });
}

function content(site: Site, page: SourcePage) {
  const { title, namespace, model, text } = page;
  return { lang: site.lang, title, namespace, model, text, site: recordHash(SiteRecord.type, site) };
}

async function listPage(context: Context, wiki: WikiSource, site: Site, page: SourcePage) {
  if (context.params.rows_from === 'wikitext') return { ...content(site, page), html: null };
  const html = await wiki.render?.(page.title);
  if (html === undefined) {
    throw new PrerequisiteError('bad-config', `The page ${page.title} cannot be had as HTML.`, {
      hint: 'rowsFrom: html needs source: api; a dump has wikitext only.',
    });
  }
  return { ...content(site, page), html };
}

function beside(context: Context, site: Site, page: SourcePage): { readonly provenance: Provenance } {
  const prefix = site.base.slice(0, site.base.lastIndexOf('/') + 1);
  const path = encodeURIComponent(page.title.replaceAll(' ', '_')).replace(/%2F/g, '/').replace(/%3A/g, ':');
  const { title, revision, timestamp } = page;
  return {
    provenance: {
      url: `${prefix}${path}?oldid=${revision}`,
      title,
      revision,
      timestamp,
      licence: context.params.licence ?? (isWikimediaHost(site.base) ? 'CC BY-SA 4.0' : 'not stated'),
    },
  };
}

/** `Lists of x` and `category:lists of x` mean the same category as the full title. */
function categoryTitle(given: string, site: Site): string {
  const parsed = parseTitle(given, site, { defaultNamespace: 14 });
  if (parsed.kind === 'page' && parsed.namespace === 14) return parsed.title;
  throw new PrerequisiteError('bad-config', `${JSON.stringify(given)} is not the title of a category.`, {
    hint: 'Give its full title, such as "Category:Lists of public holidays by country".',
  });
}

function noLists(context: Context, site: Site): PrerequisiteError {
  return new PrerequisiteError('page-missing', `${context.params.category} has no usable page on ${site.base}.`, {
    hint: 'Name the category of the list pages with --category. In a dump only categories written on the page itself count.',
  });
}
