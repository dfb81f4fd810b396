// The proof that the two sources of a wiki are equal: pages are imported into a real MediaWiki, exported by it as a dump, and
// read both ways. What differs in a message for people (`detail`) may differ; nothing else.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiSource } from '../../extractors/wiki/api/api-source.js';
import { createDumpSource } from '../../extractors/wiki/dump/dump-source.js';
import { createMemoryIndex } from '../../extractors/wiki/dump/memory-index.js';
import { createHttpClient } from '../../extractors/http/got-client.js';
import { collect } from '../harness/collect.js';
import { mediawikiGate, startMediaWiki } from '../harness/mediawiki.js';
import { INVENTED_PAGES, ODD_TITLES, inventedDump } from './wiki-parity-pages.js';
import type { PageResult, WikiSource } from '../../extractors/wiki/wiki-source.js';
import type { MediaWiki } from '../harness/mediawiki.js';

const gate = mediawikiGate();
const real = fileURLToPath(new URL('../../../shared/real/dumps/ltgwiki-pages-articles.xml', import.meta.url));
const realNote = existsSync(real) ? '' : ' [SKIPPED: ../shared/real/dumps is absent]';

interface Both {
  readonly wiki: MediaWiki;
  readonly api: WikiSource;
  readonly dump: WikiSource;
}

async function readBoth(path: string, lang: string): Promise<Both> {
  const wiki = await startMediaWiki({ imports: [path], lang });
  const http = createHttpClient({ perMinute: Infinity });
  return {
    wiki,
    api: createApiSource({ apiUrl: wiki.apiUrl, http }),
    dump: createDumpSource({ path: await wiki.exportDump(), index: createMemoryIndex() }),
  };
}

async function allTitles(source: WikiSource): Promise<string[]> {
  const titles: string[] = [];
  for (const { id } of (await source.site()).namespaces)
    titles.push(...(await collect(source.titles({ namespace: id }))));
  return titles;
}

/** Results without the words for people. */
function bare(results: readonly PageResult[]): unknown[] {
  return results.map((result) => (result.outcome === 'found' ? result : { ...result, detail: '' }));
}

/** Pages of each outcome, so that a test cannot pass on a wiki where nothing happens. */
function outcomes(results: readonly PageResult[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

async function comparePages({ api, dump }: Both, asked: readonly string[]): Promise<Record<string, number>> {
  for (const followRedirects of [false, true]) {
    const [fromApi, fromDump] = [
      await collect(api.pages(asked, { followRedirects })),
      await collect(dump.pages(asked, { followRedirects })),
    ];
    expect(fromDump.map((result) => result.asked)).toEqual(asked);
    expect(bare(fromDump)).toEqual(bare(fromApi));
  }
  return outcomes(await collect(dump.pages(asked)));
}

function commonTests(both: () => Both): void {
  it('describes the same site', async () => {
    expect(await both().dump.site()).toEqual(await both().api.site());
  });

  it('lists the same titles in each namespace', async () => {
    const { api, dump } = both();
    for (const { id } of (await api.site()).namespaces) {
      expect(await collect(dump.titles({ namespace: id }))).toEqual(await collect(api.titles({ namespace: id })));
    }
  });

  it('names the same redirects to each page', async () => {
    const { api, dump } = both();
    const titles = await allTitles(dump);
    const redirects = await dump.redirectsTo(titles);
    expect(redirects.length).toBeGreaterThanOrEqual(10);
    expect(redirects).toEqual(await api.redirectsTo(titles));
  });
}

describe.runIf(gate.run)(`an invented wiki read through API and dump${gate.note}`, () => {
  let both: Both;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'folkways-parity-'));
    writeFileSync(join(folder, 'wiki.xml'), inventedDump());
    both = await readBoth(join(folder, 'wiki.xml'), 'en').finally(() => rmSync(folder, { recursive: true }));
  });
  afterAll(() => both.wiki.stop());

  commonTests(() => both);

  it('holds all pages of the invented wiki', async () => {
    expect(await allTitles(both.dump)).toHaveLength(INVENTED_PAGES.length);
  });

  it('gives the same pages for all titles, redirects followed or not', async () => {
    const seen = await comparePages(both, await allTitles(both.dump));
    expect(seen).toMatchObject({ found: expect.any(Number), missing: expect.any(Number), interwiki: 1, special: 1 });
    expect(seen['redirect-loop']).toBeGreaterThanOrEqual(4);
  });

  it.each(ODD_TITLES)('gives the same for the odd title %j', async (title) => {
    await comparePages(both, [title]);
  });

  it('gives the same for all odd titles in one go', async () => {
    const seen = await comparePages(both, ODD_TITLES);
    expect(Object.keys(seen).sort()).toEqual(['found', 'interwiki', 'invalid', 'missing', 'redirect-loop', 'special']);
  });

  it('names the same redirects to odd titles', async () => {
    const { api, dump } = both;
    for (const title of ODD_TITLES)
      expect([title, await dump.redirectsTo([title])]).toEqual([title, await api.redirectsTo([title])]);
    expect(await dump.redirectsTo(ODD_TITLES)).toEqual(await api.redirectsTo(ODD_TITLES));
  });

  it('recognises the same disambiguation pages', async () => {
    const [fromApi, fromDump] = [
      await collect(both.api.pages(await allTitles(both.api))),
      await collect(both.dump.pages(await allTitles(both.dump))),
    ];
    const marked = (results: PageResult[]) =>
      results.flatMap((result) =>
        result.outcome === 'found' && result.page.disambiguation ? [result.page.title] : [],
      );
    expect(marked(fromDump)).toContain('Mercury Day');
    expect(marked(fromDump)).toEqual(marked(fromApi));
  });

  it('names the same members of each category', async () => {
    const { api, dump } = both;
    const categories = [
      'Category:Feasts',
      'category:feasts_of light',
      'Category:Empty',
      'Category:Light',
      'Category:Åland feasts',
      'Category:Feasts#x',
    ];
    for (const category of categories)
      expect([category, await dump.categoryMembers(category)]).toEqual([category, await api.categoryMembers(category)]);
    expect(await dump.categoryMembers('Category:Feasts')).toHaveLength(6);
    for (const wrong of ['Feasts', 'Category:', 'Category:a[b', 'de:Category:Feasts', 'File:Feasts']) {
      await expect([wrong, await api.categoryMembers(wrong).catch((error: { code: string }) => error.code)]).toEqual([
        wrong,
        await dump.categoryMembers(wrong).catch((error: { code: string }) => error.code),
      ]);
    }
  });
});

describe.runIf(gate.run && realNote === '')(
  `a small Wikipedia read through API and dump${gate.note}${realNote}`,
  () => {
    let both: Both;
    beforeAll(async () => {
      both = await readBoth(real, 'ltg');
    }, 600_000);
    afterAll(() => both.wiki.stop());

    commonTests(() => both);

    it('gives the same pages for all titles, redirects followed or not', async () => {
      const titles = await allTitles(both.dump);
      expect(titles.length).toBeGreaterThan(1900);
      const seen = await comparePages(both, titles);
      expect(seen['found']).toBeGreaterThan(1900);
    });

    it('gives the same for the titles as links write them', async () => {
      const titles = (await allTitles(both.dump)).slice(0, 400);
      await comparePages(
        both,
        titles.map((title, at) => (at % 2 === 0 ? title.replaceAll(' ', '_').normalize('NFD') : ` ${title}#x`)),
      );
    });
  },
);
