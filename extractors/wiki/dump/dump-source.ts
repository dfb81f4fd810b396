// A dump as a wiki: read in one pass into an index, which then answers by title. The answers are those that the Action API gives
// for the same wiki (tests/integration/wiki-parity.test.ts), redirect rules included.
import { setImmediate as turn } from 'node:timers/promises';
import { FatalError } from '../../../schemas/errors.js';
import type { RedirectHop } from '../../../schemas/page.js';
import type { Site } from '../../../schemas/site.js';
import { parseTitle } from '../markup/title.js';
import type { IndexedPage, PageIndex } from '../page-index.js';
import { siteFromDump } from '../site/site.js';
import type { PageResult, Redirect, SourcePage, WikiSource } from '../wiki-source.js';
import type { OpenDumpOptions } from './decompress.js';
import type { DumpCounts } from './dump-page.js';
import { createDisambiguationJudge } from './disambiguation-judge.js';
import { toIndexedPage } from './index-page.js';
import { readDump } from './read-dump.js';

/** What a dump source is made of. */
export interface DumpSourceOptions extends OpenDumpOptions {
  /** The dump file. */
  readonly path: string;
  /** Where its pages go. With `index.site()` known the dump was read before and is not opened. */
  readonly index: PageIndex;
  /** Told once, when the dump was read to its end. */
  readonly onRead?: (counts: DumpCounts) => void;
  /** Ends the reading between batches when aborted; what was indexed stays and is read over. */
  readonly signal?: AbortSignal | undefined;
}

const BATCH_PAGES = 300;
/** Long pages make a batch end early: UTF-16 units. */
const BATCH_LENGTH = 4 * 1024 * 1024;
const FILE = 6;
const CATEGORY = 14;

/**
 * A wiki read from a dump file. Pages whose text an administrator has hidden count as missing (`onRead` tells how many). The file is read when something is first asked; a failure then stays, so make a new source after
 * the file was mended.
 * @param options - the file and the index
 * @returns the source; every method may throw what readDump throws
 */
export function createDumpSource(options: DumpSourceOptions): WikiSource {
  const { index } = options;
  let loading: Promise<Site> | undefined;
  let judge: ((page: IndexedPage) => boolean) | undefined;
  const ready = (): Promise<Site> => (loading ??= load(options));
  return {
    kind: 'dump',
    site: ready,
    async *titles({ namespace }) {
      await ready();
      yield* index.titles(namespace);
    },
    async *pages(titles, { followRedirects = true } = {}) {
      const site = await ready();
      judge ??= createDisambiguationJudge(index, site);
      for await (const asked of titles) {
        const result = lookUp(asked, index, site, followRedirects);
        yield result.outcome === 'found' ? { ...result, page: toSourcePage(result.page, judge(result.page)) } : result;
      }
    },
    async redirectsTo(titles) {
      const site = await ready();
      const targets = new Set(titles.flatMap((title) => pageTitle(title, site) ?? []));
      return [...targets].sort().flatMap((title): readonly Redirect[] => index.redirectsTo(title));
    },
    async categoryMembers(category) {
      const title = pageTitle(category, await ready(), CATEGORY);
      if (title === undefined)
        throw new FatalError('wiki-error', `${JSON.stringify(category)} is not a title of a category`);
      return index.categoryMembers(title).filter(({ namespace }) => namespace !== FILE);
    },
  };
}

async function load(options: DumpSourceOptions): Promise<Site> {
  const { path, index, onRead, signal } = options;
  const known = index.site();
  if (known !== undefined) return known;
  let site: Site | undefined;
  let counts: DumpCounts | undefined;
  let batch: IndexedPage[] = [];
  let length = 0;
  const flush = (): void => {
    if (batch.length > 0) index.put(batch);
    batch = [];
    length = 0;
  };
  for await (const event of readDump(path, options)) {
    if (event.kind === 'header') site = siteFromDump(event.header);
    else if (event.kind === 'end') counts = event.counts;
    else if (site !== undefined && !event.page.textDeleted) {
      batch.push(toIndexedPage(event.page, site));
      length += event.page.text.length;
      if (batch.length < BATCH_PAGES && length < BATCH_LENGTH) continue;
      flush();
      // Files are read faster than anybody else gets a turn: without one, Ctrl-C would wait for the end of the dump.
      await turn();
      signal?.throwIfAborted();
    }
  }
  flush();
  if (site === undefined) throw new FatalError('dump-invalid', `${path}: the dump has no <siteinfo> and no page`);
  index.finish(site);
  if (counts !== undefined) onRead?.(counts);
  return site;
}

type Looked =
  | Exclude<PageResult, { outcome: 'found' }>
  | { asked: string; outcome: 'found'; chain: RedirectHop[]; page: IndexedPage };

function lookUp(asked: string, index: PageIndex, site: Site, followRedirects: boolean): Looked {
  const chain: RedirectHop[] = [];
  const seen = new Set<string>();
  let target = readTitle(asked, site);
  for (;;) {
    if (target.outcome !== undefined) return { asked, outcome: target.outcome, chain, detail: target.detail };
    const { title } = target;
    if (seen.has(title))
      return { asked, outcome: 'redirect-loop', chain, detail: `the redirects lead back to ${title}` };
    const page = index.get(title);
    if (page === undefined) return { asked, outcome: 'missing', chain, detail: `the dump has no page ${title}` };
    if (!followRedirects || page.redirect === undefined) return { asked, outcome: 'found', chain, page };
    seen.add(title);
    chain.push(page.redirect);
    target = readTitle(page.redirect.to, site);
    // A wiki writes the prefix of another wiki in lower case; `Mw:X` is then a page of its own that only looks like one.
    if (target.outcome === 'interwiki' && !page.redirect.to.startsWith(target.prefix))
      target = { title: page.redirect.to };
  }
}

type Target =
  | { readonly outcome?: undefined; readonly title: string }
  | { readonly outcome: 'invalid' | 'special'; readonly detail: string }
  | { readonly outcome: 'interwiki'; readonly detail: string; readonly prefix: string };

function readTitle(raw: string, site: Site): Target {
  const parsed = parseTitle(raw, site, { form: 'title' });
  if (parsed.kind === 'invalid') return { outcome: 'invalid', detail: parsed.reason };
  if (parsed.kind === 'interwiki')
    return { outcome: 'interwiki', detail: `on the wiki ${parsed.prefix}`, prefix: `${parsed.prefix}:` };
  if (parsed.title === '') return { outcome: 'invalid', detail: 'only a section is named, no page' };
  if (parsed.namespace < 0) return { outcome: 'special', detail: 'a page that the wiki makes by itself' };
  return { title: parsed.title };
}

function toSourcePage(page: IndexedPage, disambiguation: boolean): SourcePage {
  const { title, namespace, revision, timestamp, model, text } = page;
  return { title, namespace, revision, timestamp, model, text, disambiguation };
}

/** The full title of a page of this wiki, in its normal form; undefined for anything else. */
function pageTitle(raw: string, site: Site, namespace?: number): string | undefined {
  const parsed = parseTitle(raw, site, { form: 'title' });
  if (parsed.kind !== 'page' || (namespace !== undefined && parsed.namespace !== namespace)) return undefined;
  return parsed.title;
}
