// The API source against a real MediaWiki, with a wiki written here: it needs nothing but the installed package.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient } from '../../extractors/http/got-client.js';
import { createApiSource } from '../../extractors/wiki/api/api-source.js';
import { byCodeUnit } from '../../schemas/canonical.js';
import { collect } from '../harness/collect.js';
import { exportXml, readExport } from '../harness/export-xml.js';
import { mediawikiGate, startMediaWiki } from '../harness/mediawiki.js';
import type { PageResult } from '../../extractors/wiki/wiki-source.js';
import type { TestPage } from '../harness/export-xml.js';
import type { MediaWiki } from '../harness/mediawiki.js';

const CAFE = 'Caf\u00e9 day';
const members = Array.from({ length: 60 }, (_, index) => ({
  title: `Village feast ${index}`,
  text: `Feast number ${index} of many.\n[[Category:Village feasts]]`,
}));
const PAGES: readonly TestPage[] = [
  {
    title: 'Salt fair',
    text: "'''Salt fair''' is kept in spring. See [[Rope walk]].\n== Rites ==\nSalt is weighed.\n[[de:Salzmarkt]]",
  },
  { title: 'Rope walk', text: '#REDIRECT [[Rope walking]]' },
  { title: 'Rope walking', text: '#REDIRECT [[Rope-walking day#Rules]]' },
  { title: 'Rope-walking day', text: 'A day of rope walking. <!-- not shown -->\n== Rules ==\nNone.' },
  { title: 'Round one', text: '#REDIRECT [[Round two]]' },
  { title: 'Round two', text: '#REDIRECT [[Round one]]' },
  { title: 'To itself', text: '#REDIRECT [[To itself]]' },
  { title: 'To nowhere', text: '#REDIRECT [[Nowhere at all]]' },
  { title: 'To abroad', text: '#REDIRECT [[:de:Salzmarkt]]' },
  { title: CAFE, text: 'A day of coffee.' },
  { title: 'Lantern night', text: "'''Lantern night''' may mean:\n* [[Lantern night (film)]]\n{{Dab}}" },
  { title: 'Template:Dab', ns: 10, text: 'Pages of one name.__DISAMBIG__' },
  { title: 'Category:Village feasts', ns: 14, text: 'All feasts.\n[[Category:Feasts]]' },
  { title: 'Category:Feasts', ns: 14, text: 'More.' },
  { title: 'Empty page', text: '' },
  ...members,
];

const gate = mediawikiGate();

describe.runIf(gate.run)(`a real MediaWiki with a wiki of this test${gate.note}`, () => {
  let wiki: MediaWiki;
  let folder: string;
  const http = () => createHttpClient({ perMinute: Infinity, retries: 0 });
  const source = () => createApiSource({ apiUrl: wiki.apiUrl, http: http() });
  const read = (titles: readonly string[], followRedirects = true) =>
    collect(source().pages(titles, { followRedirects }));
  const one = async (title: string): Promise<PageResult | undefined> => (await read([title]))[0];

  beforeAll(async () => {
    folder = mkdtempSync(`${tmpdir()}/folkways-export-`);
    writeFileSync(`${folder}/wiki.xml`, exportXml(PAGES));
    wiki = await startMediaWiki({ imports: [`${folder}/wiki.xml`] });
  });
  afterAll(async () => {
    await wiki?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives every text as it was written, with the revision that the wiki gave it', async () => {
    const exported = new Map(
      readExport(readFileSync(await wiki.exportDump(), 'utf8')).map((page) => [page.title, page]),
    );
    const results = await read(
      PAGES.map(({ title }) => title),
      false,
    );
    expect(exported.size).toBe(PAGES.length);
    for (const [index, { title, text, ns = 0 }] of PAGES.entries()) {
      expect(results[index]).toMatchObject({
        asked: title,
        outcome: 'found',
        chain: [],
        page: { title, text, namespace: ns, model: 'wikitext' },
      });
      const { id, timestamp } = exported.get(title) ?? {};
      expect(results[index]).toMatchObject({ page: { revision: Number(id), timestamp } });
    }
  });

  it('follows a chain of redirects and keeps the section', async () => {
    expect(await one('rope_walk')).toMatchObject({
      outcome: 'found',
      chain: [
        { from: 'Rope walk', to: 'Rope walking' },
        { from: 'Rope walking', to: 'Rope-walking day', fragment: 'Rules' },
      ],
      page: { title: 'Rope-walking day' },
    });
  });

  it.each([
    ['Round one', 'redirect-loop', 2],
    ['To itself', 'redirect-loop', 1],
    ['To nowhere', 'missing', 1],
    ['To abroad', 'interwiki', 1],
    ['Nowhere at all', 'missing', 0],
    ['de:Salzmarkt', 'interwiki', 0],
    ['Commons:Salt', 'interwiki', 0],
    ['Special:Random', 'special', 0],
    ['Bad<title', 'invalid', 0],
    ['Salt|fair', 'invalid', 0],
    ['Talk:', 'invalid', 0],
    ['MediaWiki:Mainpage', 'missing', 0],
  ])('"%s" is %s', async (title, outcome, hops) => {
    const result = await one(title);
    expect(result).toMatchObject({ asked: title, outcome });
    expect(result?.chain).toHaveLength(hops);
  });

  it('finds a title that is not in NFC, beside others in one request', async () => {
    const before = wiki.accessLog().length;
    const asked = ['Cafe\u0301 day', CAFE, ':salt fair#Rites', 'Salt&#32;fair'];
    expect((await read(asked)).map((result) => result.outcome === 'found' && result.page.title)).toEqual([
      CAFE,
      CAFE,
      'Salt fair',
      'Salt fair',
    ]);
    // Site and pages.
    expect(wiki.accessLog().length - before).toBe(2);
  });

  it('knows a disambiguation page by its template', async () => {
    expect(await one('Lantern night')).toMatchObject({ page: { disambiguation: true } });
    expect(await one('Salt fair')).toMatchObject({ page: { disambiguation: false } });
  });

  it('lists the titles of a namespace in code-unit order', async () => {
    const titles = (namespace: number) => collect(source().titles({ namespace }));
    const expected = (ns: number) => PAGES.filter((page) => (page.ns ?? 0) === ns).map(({ title }) => title);
    for (const ns of [0, 10, 14]) expect(await titles(ns)).toEqual(expected(ns).sort(byCodeUnit));
    expect(await titles(4)).toEqual([]);
    expect(await titles(-1)).toEqual([]);
    expect(await titles(4711)).toEqual([]);
  });

  it('lists the members of a category in code-unit order, subcategories too', async () => {
    expect(await source().categoryMembers('Category:Village feasts')).toEqual(
      members.map(({ title }) => ({ title, namespace: 0 })).sort((a, b) => byCodeUnit(a.title, b.title)),
    );
    expect(await source().categoryMembers('Category:Feasts')).toEqual([
      { title: 'Category:Village feasts', namespace: 14 },
    ]);
    expect(await source().categoryMembers('Category:Unheard of')).toEqual([]);
  });

  it('lists redirects one step back, to missing pages too', async () => {
    expect(
      await source().redirectsTo([
        'Rope-walking day',
        'Rope walking',
        'Round one',
        'To itself',
        'Nowhere at all',
        'Salt fair',
      ]),
    ).toEqual([
      { from: 'To nowhere', to: 'Nowhere at all' },
      { from: 'Rope walk', to: 'Rope walking' },
      { from: 'Rope walking', to: 'Rope-walking day', fragment: 'Rules' },
      { from: 'Round two', to: 'Round one' },
      { from: 'To itself', to: 'To itself' },
    ]);
  });

  it('renders HTML without comments, the same each time, and none of a missing page', async () => {
    const html = await source().render('Rope-walking day');
    expect(html).toContain('A day of rope walking.');
    expect(html).not.toContain('<!--');
    expect(html).not.toContain('mw-editsection');
    expect(await source().render('Rope-walking day')).toBe(html);
    expect(await source().render('Nowhere at all')).toBeUndefined();
    expect(await source().render('Special:Random')).toBeUndefined();
  });

  it('waits out a lag and gives up on one that stays', async () => {
    const waits: number[] = [];
    const sleep = async (ms: number) => {
      waits.push(ms);
      if (waits.length === 2) rmSync(`${wiki.dir}/data/lag`);
    };
    writeFileSync(`${wiki.dir}/data/lag`, '9');
    const waiting = createApiSource({
      apiUrl: wiki.apiUrl,
      http: createHttpClient({ perMinute: Infinity, sleep, now: () => 0 }),
    });
    expect((await waiting.site()).lang).toBe('en');
    expect(waits).toEqual([5000, 5000]);
    writeFileSync(`${wiki.dir}/data/lag`, '9');
    await expect(source().site()).rejects.toThrow(/maxlag/);
    rmSync(`${wiki.dir}/data/lag`);
  });

  it('sees who asks', () => {
    expect(wiki.accessLog().every(({ userAgent }) => /^folkways\/\S+ got\/14$/.test(userAgent))).toBe(true);
    expect(wiki.accessLog().every(({ acceptEncoding }) => acceptEncoding.includes('gzip'))).toBe(true);
  });
});
