// A whole small Wikipedia of 2,004 pages, imported into a real MediaWiki and crawled: the budget of requests, and every text.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient } from '../../extractors/http/got-client.js';
import { createApiSource } from '../../extractors/wiki/api/api-source.js';
import { readExport } from '../harness/export-xml.js';
import { mediawikiGate, startMediaWiki } from '../harness/mediawiki.js';
import type { PageResult } from '../../extractors/wiki/wiki-source.js';
import type { ExportedPage } from '../harness/export-xml.js';
import type { MediaWiki } from '../harness/mediawiki.js';

const dump = fileURLToPath(new URL('../../../shared/real/dumps/ltgwiki-pages-articles.xml', import.meta.url));
const gate = mediawikiGate();
const note = existsSync(dump) ? gate.note : ' [SKIPPED: ../shared/real/dumps/ltgwiki-pages-articles.xml is absent]';
const NAMESPACES = [0, 4, 8, 10, 14, 828];

describe.runIf(gate.run && existsSync(dump))(`a whole real wiki over the API${note}`, () => {
  let wiki: MediaWiki;
  let written: Map<string, ExportedPage>;
  const results: PageResult[] = [];
  let requests: number;

  beforeAll(async () => {
    written = new Map(readExport(readFileSync(dump, 'utf8')).map((page) => [page.title, page]));
    wiki = await startMediaWiki({ imports: [dump], lang: 'ltg', links: false });
    const source = createApiSource({
      apiUrl: wiki.apiUrl,
      http: createHttpClient({ perMinute: Infinity, retries: 0 }),
    });
    for (const namespace of NAMESPACES) {
      for await (const result of source.pages(source.titles({ namespace }), { followRedirects: false }))
        results.push(result);
    }
    requests = wiki.accessLog().length;
  });
  afterAll(() => wiki?.stop());

  it('costs at most 0.03 requests a page', () => {
    expect(results).toHaveLength(2004);
    expect(requests / results.length).toBeLessThanOrEqual(0.03);
  });

  it('has each page of the dump once, and no other', () => {
    expect(results.map((result) => result.asked).sort()).toEqual([...written.keys()].sort());
    expect(results.filter((result) => result.outcome !== 'found')).toEqual([]);
  });

  it('gives the text, namespace, model and time of each page as the dump has them', () => {
    const wrong = results.filter((result) => {
      const page = written.get(result.asked);
      if (result.outcome !== 'found' || page === undefined) return true;
      const { text, namespace, model, timestamp, title } = result.page;
      const same = text === page.text && model === page.model && title === page.title;
      return !same || namespace !== Number(page.ns) || timestamp !== page.timestamp;
    });
    expect(wrong.map((result) => [result, written.get(result.asked)])).toEqual([]);
  });
});
