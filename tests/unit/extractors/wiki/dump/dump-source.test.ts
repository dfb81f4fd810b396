import { describe, expect, it } from 'vitest';
import { createDumpSource } from '../../../../../extractors/wiki/dump/dump-source.js';
import { createMemoryIndex } from '../../../../../extractors/wiki/dump/memory-index.js';
import type { DumpCounts } from '../../../../../extractors/wiki/dump/dump-page.js';
import type { PageIndex } from '../../../../../extractors/wiki/page-index.js';
import type { PageResult } from '../../../../../extractors/wiki/wiki-source.js';
import { dump, failure, file, page } from './dump-xml.js';

const path = file(
  'source.xml',
  dump(
    [
      page('Lantern Day', 'A feast. [[Category:Feasts]]\n[[:Category:Not this]] [[category:feasts of light|x]]'),
      page('Lanterns', '#REDIRECT [[Lantern Day#Customs]]', { redirect: 'Lantern Day' }),
      page('Twice', '#redirect: [[lanterns]]', { redirect: 'Lanterns' }),
      page('Loop A', '#REDIRECT [[Loop B]]', { redirect: 'Loop B' }),
      page('Loop B', '#REDIRECT [[Loop A]]', { redirect: 'Loop A' }),
      page('Self', '#REDIRECT [[Self#There]]', { redirect: 'Self' }),
      page('To nowhere', '#REDIRECT [[Nowhere]]', { redirect: 'Nowhere' }),
      page('Abroad', '#REDIRECT [[:fr:Lanterne]]', { redirect: 'fr:Lanterne' }),
      page('Looks abroad', '#REDIRECT [[Mw:Portal]]', { redirect: 'Mw:Portal' }),
      page('To special', '#REDIRECT [[Special:Version]]', { redirect: 'Special:Version' }),
      page('Without element', '#REDIRECT [[Lantern Day#Food]]'),
      page('User:a/x.css', '/* #REDIRECT */ [[Category:Feasts]]', { ns: 2, model: 'css' }),
      page('Template:Data.json', '[[Category:Feasts]]', { ns: 10, model: 'json' }),
      page('Mercury', 'Mercury may be\n* [[Mercury Day]]\n{{disambiguation}}'),
      page('File:X.jpg', '[[Category:Feasts]]', { ns: 6 }),
      page('Category:Light', '[[Category:Feasts]]', { ns: 14 }),
      page('Hidden', 'x').replace(/<text.*<\/text>/, '<text deleted="deleted" />'),
      page('Café', 'NFC'),
    ].join(''),
  ),
);

function source(from = path, index: PageIndex = createMemoryIndex()) {
  return createDumpSource({ path: from, index });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const outcome = (result: PageResult): string =>
  [
    ...result.chain.map(({ from, to, fragment }) => `${from} > ${to}${fragment === undefined ? '' : `#${fragment}`}`),
    result.outcome === 'found' ? result.page.title : result.outcome,
  ].join(' | ');

describe('createDumpSource', () => {
  it('lists the titles of a namespace in code-unit order, redirects included', async () => {
    expect(await all(source().titles({ namespace: 0 }))).toEqual([
      ...[
        'Abroad',
        'Café',
        'Lantern Day',
        'Lanterns',
        'Looks abroad',
        'Loop A',
        'Loop B',
        'Mercury',
        'Self',
        'To nowhere',
        'To special',
      ],
      ...['Twice', 'Without element'],
    ]);
    expect(await all(source().titles({ namespace: 99 }))).toEqual([]);
  });

  it.each([
    ['Lantern Day', 'Lantern Day'],
    ['lantern_Day#Customs', 'Lantern Day'],
    ['Cafe\u0301', 'Café'],
    ['Lanterns', 'Lanterns > Lantern Day#Customs | Lantern Day'],
    ['Twice', 'Twice > Lanterns | Lanterns > Lantern Day#Customs | Lantern Day'],
    ['Without element', 'Without element > Lantern Day#Food | Lantern Day'],
    ['Loop A', 'Loop A > Loop B | Loop B > Loop A | redirect-loop'],
    ['Self', 'Self > Self#There | redirect-loop'],
    ['To nowhere', 'To nowhere > Nowhere | missing'],
    ['Abroad', 'Abroad > fr:Lanterne | interwiki'],
    ['Looks abroad', 'Looks abroad > Mw:Portal | missing'],
    ['#Customs', 'invalid'],
    ['To special', 'To special > Special:Version | special'],
    ['category:light', 'Category:Light'],
    ['User:a/x.css', 'User:a/x.css'],
    ['User:A/x.css', 'missing'],
    ['Special:Version', 'special'],
    ['de:Laterne', 'interwiki'],
    ['a[b', 'invalid'],
    ['', 'invalid'],
    ['Nowhere', 'missing'],
    ['Hidden', 'missing'],
  ])('finds what becomes of %j', async (asked, expected) => {
    const [result] = await all(source().pages([asked]));
    expect(result?.asked).toBe(asked);
    expect(result && outcome(result)).toBe(expected);
  });

  it('gives one result for each asked title, in order, asked twice too', async () => {
    async function* asked() {
      yield* ['Twice', 'a|b', 'Twice', 'Lantern Day'];
    }
    const results = await all(source().pages(asked()));
    expect(results.map((result) => result.asked)).toEqual(['Twice', 'a|b', 'Twice', 'Lantern Day']);
  });

  it('gives redirect pages themselves when asked to', async () => {
    const [result] = await all(source().pages(['Lanterns'], { followRedirects: false }));
    expect(result).toMatchObject({
      outcome: 'found',
      chain: [],
      page: { title: 'Lanterns', text: '#REDIRECT [[Lantern Day#Customs]]' },
    });
  });

  it('gives the page with revision, time, model, and whether it disambiguates', async () => {
    const results = await all(source().pages(['Mercury', 'User:a/x.css']));
    expect(results).toMatchObject([
      {
        page: {
          namespace: 0,
          model: 'wikitext',
          disambiguation: true,
          timestamp: '2020-01-01T00:00:00Z',
          revision: expect.any(Number),
        },
      },
      { page: { namespace: 2, model: 'css', disambiguation: false } },
    ]);
    expect(Object.keys((results[0] as { page: object }).page).sort()).toEqual([
      'disambiguation',
      'model',
      'namespace',
      'revision',
      'text',
      'timestamp',
      'title',
    ]);
  });

  it('lists direct redirects by target, then source', async () => {
    expect(
      await source().redirectsTo(['Lanterns', 'lantern Day', 'Lantern Day', 'a[b', 'Nowhere', 'fr:Lanterne']),
    ).toEqual([
      { from: 'Lanterns', to: 'Lantern Day', fragment: 'Customs' },
      { from: 'Without element', to: 'Lantern Day', fragment: 'Food' },
      { from: 'Twice', to: 'Lanterns' },
      { from: 'To nowhere', to: 'Nowhere' },
    ]);
  });

  it('lists members of a category: pages and subcategories, no files, no JSON', async () => {
    const members = [
      { title: 'Category:Light', namespace: 14 },
      { title: 'Lantern Day', namespace: 0 },
      { title: 'User:a/x.css', namespace: 2 },
    ];
    expect(await source().categoryMembers('Category:Feasts')).toEqual(members);
    expect(await source().categoryMembers('category:feasts_of light')).toEqual(members.slice(1, 2));
    expect(await source().categoryMembers('Category:Not this')).toEqual([]);
    expect(await failure(source().categoryMembers('Feasts'))).toMatch(
      /^FatalError wiki-error: "Feasts" is not a title of a category/,
    );
  });

  it('reads the file once, in puts of bounded size, and not at all when the index is full', async () => {
    const many = file('many.xml', dump(Array.from({ length: 1000 }, (_, at) => page(`P${at}`, 'x')).join('')));
    const puts: number[] = [];
    const memory = createMemoryIndex();
    const index: PageIndex = { ...memory, put: (pages) => (puts.push(pages.length), memory.put(pages)) };
    const read: DumpCounts[] = [];
    const first = createDumpSource({ path: many, index, onRead: (counts) => read.push(counts) });
    await Promise.all([first.site(), all(first.titles({ namespace: 0 })), first.redirectsTo(['P1']), first.site()]);
    expect(puts).toEqual([300, 300, 300, 100]);
    expect(read).toMatchObject([{ pages: 1000 }]);
    expect(await all(source('no such file', index).titles({ namespace: 0 }))).toHaveLength(1000);
  });

  it('leaves the index unfinished when the dump is truncated', async () => {
    const index = createMemoryIndex();
    const cut = source(file('cut-source.xml', dump(page('A', 'x')).replace('</mediawiki>', '')), index);
    expect(await failure(cut.pages(['A']))).toMatch(/dump-truncated: .*1 pages were read whole/);
    expect(await failure(cut.site())).toMatch(/dump-truncated/);
    expect(index.site()).toBeUndefined();
  });

  it('wants a header even where there are no pages', async () => {
    expect(await failure(source(file('headless.xml', dump('', ''))).site())).toMatch(/dump-invalid: .*no <siteinfo>/);
    expect((await source(file('no-pages.xml', dump(''))).site()).lang).toBe('en');
  });
});
