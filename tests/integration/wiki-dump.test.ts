// Real dumps, which are not part of the repository.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createDumpSource } from '../../extractors/wiki/dump/dump-source.js';
import { toIndexedPage } from '../../extractors/wiki/dump/index-page.js';
import { createMemoryIndex } from '../../extractors/wiki/dump/memory-index.js';
import { readDump } from '../../extractors/wiki/dump/read-dump.js';
import { siteFromDump } from '../../extractors/wiki/site/site.js';
import type { Site } from '../../schemas/site.js';

const path = (name: string): string => fileURLToPath(new URL(`../../../shared/real/dumps/${name}`, import.meta.url));
const small = path('ltgwiki-pages-articles.xml');
const tiny = path('tinywiki-latest-pages-articles.xml');
const tables = path('gensim_enwiki-table-markup.xml.bz2');
const present = [small, tiny, tables].every((file) => existsSync(file));

describe.runIf(present)(`real dumps${present ? '' : ': NOT RUN, ../shared/real/dumps is absent'}`, () => {
  it('reads every page of a small Wikipedia', async () => {
    const source = createDumpSource({ path: small, index: createMemoryIndex() });
    const site = await source.site();
    expect(site).toMatchObject({ lang: 'ltg', base: 'https://ltg.wikipedia.org/wiki/Suoku_puslopa' });
    let pages = 0;
    let redirects = 0;
    const lost: string[] = [];
    for (const { id } of site.namespaces) {
      for await (const result of source.pages(source.titles({ namespace: id }))) {
        pages += 1;
        if (result.chain.length > 0) redirects += 1;
        if (result.outcome !== 'found' && result.chain.length === 0) lost.push(result.asked);
      }
    }
    expect({ pages, redirects, lost }).toEqual({ pages: 2004, redirects: 195, lost: [] });
  });

  it('finds in the text of each redirect the target that the dump names', async () => {
    let site: Site | undefined;
    const differing: unknown[] = [];
    let redirects = 0;
    for await (const event of readDump(small)) {
      if (event.kind === 'header') site = siteFromDump(event.header);
      if (event.kind !== 'page' || site === undefined) continue;
      const { redirectTitle, ...page } = event.page;
      const found = toIndexedPage(page, site).redirect?.to;
      if (redirectTitle !== undefined) redirects += 1;
      if (found !== redirectTitle) differing.push([page.title, redirectTitle, found]);
    }
    expect({ redirects, differing }).toEqual({ redirects: 195, differing: [] });
  });

  it('reads an excerpt of a few pages', async () => {
    const titles = [];
    for await (const event of readDump(tiny)) if (event.kind === 'page') titles.push(event.page.title);
    expect(titles).toHaveLength(8);
    const index = createMemoryIndex();
    await createDumpSource({ path: tiny, index }).site();
    expect([...index.titles(0)]).toEqual([...new Set(titles)].sort());
    expect(index.pageCount()).toBe(7);
  });

  it.each(['program', 'javascript'] as const)(
    'refuses an excerpt without a header, unpacked by the %s',
    async (bzip2) => {
      const read = readDump(tables, { bzip2 }).next();
      await expect(read).rejects.toMatchObject({
        code: 'dump-invalid',
        message: expect.stringContaining('before any <siteinfo>'),
      });
    },
  );
});
