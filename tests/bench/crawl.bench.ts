// Requests and speed of the API source on a real MediaWiki, beside one page at a time and beside wikijs, limiters off.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import wikijs from 'wikijs';
import type { MediaWiki } from '../harness/mediawiki.js';
import { createHttpClient } from '../../extractors/http/got-client.js';
import { createApiSource } from '../../extractors/wiki/api/api-source.js';
import { scanWikitext } from '../../extractors/wiki/markup/scan.js';
import { mediawikiGate, startMediaWiki } from '../harness/mediawiki.js';
import { temporaryFolder } from '../helpers/build-release.js';
import { report, timed } from './report.js';

const maker = fileURLToPath(new URL('../../../shared/wiki-server/make-wiki.py', import.meta.url));
const gate = mediawikiGate();
const there = existsSync(maker);
const PAGES = 3000;
const SOME = 200;

describe.runIf(gate.run && there)(
  `crawl${gate.note}${there ? '' : ' [SKIPPED: ../shared/wiki-server/make-wiki.py is absent]'}`,
  () => {
    const folder = temporaryFolder();
    let wiki: MediaWiki;
    let titles: string[];

    beforeAll(async () => {
      const xml = join(folder.path, 'wiki.xml');
      const manifest = join(folder.path, 'wiki.json');
      spawnSync('python3', [
        maker,
        '--pages',
        String(PAGES),
        '--links',
        '40',
        '--no-edge',
        '--out',
        xml,
        '--manifest',
        manifest,
      ]);
      // Every article of the main namespace, redirects and templates aside.
      titles = [
        ...readFileSync(xml, 'utf8').matchAll(/<title>([^<]+)<\/title>\s*<ns>0<\/ns>\s*<id>\d+<\/id>\s*<revision>/g),
      ].map((match) => match[1]!);
      wiki = await startMediaWiki({ imports: [xml], links: false, workers: 4 });
    });
    afterAll(async () => {
      await wiki?.stop();
      folder.remove();
    });

    const crawl = async (asked: readonly string[], batchSize: number, concurrency: number) => {
      const http = createHttpClient({ perMinute: Infinity, concurrency });
      const source = createApiSource({ apiUrl: wiki.apiUrl, http, batchSize });
      const site = await source.site();
      let links = 0;
      let pages = 0;
      for await (const result of source.pages(asked)) {
        if (result.outcome !== 'found') continue;
        pages += 1;
        links += scanWikitext(result.page.text, site, result.page.title).links.length;
      }
      return { pages, links, requests: http.stats().requests };
    };

    it('costs batches, not pages', async () => {
      const batched = await timed(() => crawl(titles, 50, 3));
      const single = await timed(() => crawl(titles.slice(0, SOME), 1, 1));
      expect(batched.result.pages).toBe(titles.length);
      expect(single.result.pages).toBe(SOME);
      const rate = batched.result.pages / batched.seconds;
      const singleRate = SOME / single.seconds;
      report(
        'requests an article: text, own links, langlinks, categories (bar 0.03)',
        (batched.result.requests / titles.length).toFixed(4),
      );
      report(
        'articles/s, batches of 50, three in flight',
        `${rate.toFixed(0)} (one page at a time ${singleRate.toFixed(0)}, ratio ${(rate / singleRate).toFixed(1)}; bar 10)`,
      );
      const open = (wikijs as unknown as { default?: unknown }).default ?? wikijs;
      const peer = open as (options: object) => {
        page: (title: string) => Promise<{
          rawContent: () => Promise<string>;
          links: () => Promise<string[]>;
          langlinks: () => Promise<unknown>;
        }>;
      };
      const before = wiki.accessLog().length;
      const wikijsRun = await timed(async () => {
        for (const title of titles.slice(0, SOME / 4)) {
          const page = await peer({ apiUrl: wiki.apiUrl }).page(title);
          await page.rawContent();
          await page.links();
          await page.langlinks().catch(() => undefined);
        }
      });
      const asked = SOME / 4;
      report(
        'wikijs: requests an article; articles/s',
        `${((wiki.accessLog().length - before) / asked).toFixed(2)}; ${(asked / wikijsRun.seconds).toFixed(0)} (ours ${(rate / (asked / wikijsRun.seconds)).toFixed(0)} times)`,
      );
    });
  },
);
