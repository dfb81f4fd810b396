// Titles asked of the API source: what comes back for each, in which order, and for how many requests.
import { describe, expect, it } from 'vitest';
import { collect } from '../harness/collect.js';
import { text } from '../harness/fault-server.js';
import { outcomes, useFaultSource } from '../harness/fault-source.js';

const PAGES = {
  'Harvest fair': 'A fair in autumn.',
  'Old fair': '#REDIRECT [[Older fair#Rites]]',
  'Older fair': '#REDIRECT [[Harvest fair]]',
  'Round A': '#REDIRECT [[Round B]]',
  'Round B': '#REDIRECT [[Round A]]',
  'Café day': 'A day.',
  Fair: "'''Fair''' may mean many things.__DISAMBIG__",
  'Kept back': 'HIDDEN',
  'Into nothing': '#REDIRECT [[No such page]]',
};

const { source, read, next, seen, contentRequests, serve } = useFaultSource(PAGES);

describe('titles asked together', () => {
  it('come back one for one, in the order of asking, however the wiki spells and orders them', async () => {
    const asked = [
      'Old fair',
      'harvest_fair',
      'Nowhere',
      'Cafe\u0301 day',
      'Old fair',
      'Bad[title]',
      'de:Markt',
      'Special:Random',
      '',
      'A|B',
      'Round A',
      'Fair',
      'a\nb',
      'Into nothing',
      'Kept back',
      'Harvest fair#Top',
    ];
    const results = await read(asked);
    expect(outcomes(results)).toEqual([
      'Old fair: found',
      'harvest_fair: found',
      'Nowhere: missing',
      'Cafe\u0301 day: found',
      'Old fair: found',
      'Bad[title]: invalid',
      'de:Markt: interwiki',
      'Special:Random: special',
      ': invalid',
      'A|B: invalid',
      'Round A: redirect-loop',
      'Fair: found',
      'a\nb: invalid',
      'Into nothing: missing',
      'Kept back: missing',
      'Harvest fair#Top: found',
    ]);
    expect(contentRequests()).toHaveLength(1);
    expect(contentRequests()[0]?.params['titles']?.split('\x1f')).toContain('Caf\u00e9 day');
    expect(results[0]).toEqual({
      asked: 'Old fair',
      outcome: 'found',
      chain: [
        { from: 'Old fair', to: 'Older fair', fragment: 'Rites' },
        { from: 'Older fair', to: 'Harvest fair' },
      ],
      page: {
        title: 'Harvest fair',
        namespace: 0,
        revision: 1000,
        timestamp: '2024-05-01T10:00:00Z',
        model: 'wikitext',
        text: 'A fair in autumn.',
        disambiguation: false,
      },
    });
    expect(results[11]).toMatchObject({ page: { title: 'Fair', disambiguation: true } });
    expect(results[13]).toMatchObject({ chain: [{ from: 'Into nothing', to: 'No such page' }] });
    expect(results[14]).toMatchObject({ detail: 'the text of revision 1007 is hidden' });
  });

  it('give redirect pages themselves when asked so', async () => {
    const [page] = await read(['Old fair'], { followRedirects: false });
    expect(page).toMatchObject({ outcome: 'found', chain: [], page: { title: 'Old fair', text: PAGES['Old fair'] } });
  });

  it('go fifty at a time, long queries by POST, and keep their order over batches', async () => {
    const asked = Array.from(
      { length: 230 },
      (_, index) => `A title that is long enough to fill the query string ${index % 220}`,
    );
    await serve({ pages: Object.fromEntries(asked.map((title) => [title, `Text of ${title}`])) });
    const results = await read(asked);
    expect(results.map((result) => result.outcome === 'found' && result.page.title)).toEqual(asked);
    const sent = contentRequests().map(({ method, params }) => `${method} ${params['titles']?.split('|').length}`);
    expect(sent.sort()).toEqual(['GET 30', 'POST 50', 'POST 50', 'POST 50', 'POST 50']);
    const posts = contentRequests().filter(({ method }) => method === 'POST');
    expect(posts.every(({ headers }) => headers['promise-non-write-api-action'] === 'true')).toBe(true);
    expect(seen().every(({ params }) => params['maxlag'] === '5' && params['formatversion'] === '2')).toBe(true);
  });

  it('are continued until each has its text', async () => {
    await serve({ pages: PAGES, textLimit: 2 });
    const asked = ['Café day', 'Harvest fair', 'Fair', 'Kept back'];
    expect(outcomes(await read(asked))).toEqual([
      'Café day: found',
      'Harvest fair: found',
      'Fair: found',
      'Kept back: missing',
    ]);
    expect(contentRequests().map(({ params }) => params['rvcontinue'])).toEqual([undefined, '2']);
    expect(contentRequests()[1]?.params['continue']).toBe('||pageprops');
  });

  it('are cut into smaller batches when the wiki takes fewer, and it is asked only once too much', async () => {
    const asked = Array.from({ length: 40 }, (_, index) => `Day ${index}`);
    await serve({ pages: Object.fromEntries(asked.map((title) => [title, 'x'])), titleLimit: 7 });
    expect((await read(asked, {}, { concurrency: 1 })).every(({ outcome }) => outcome === 'found')).toBe(true);
    expect(contentRequests().filter(({ params }) => (params['titles']?.split('|').length ?? 0) > 7)).toHaveLength(1);
  });
});

describe('a list longer than a reply', () => {
  const reply = (query: object, more?: object) => text(JSON.stringify({ ...(more && { continue: more }), query }));

  it('of category members is continued with the whole object', async () => {
    const more = { cmcontinue: 'page|41|7', continue: '-||' };
    next(
      reply(
        {
          categorymembers: [
            { ns: 0, title: 'Zither day' },
            { ns: 0, title: 'Ash fair' },
          ],
        },
        more,
      ),
      reply({ categorymembers: [{ ns: 14, title: 'Category:Fairs' }] }),
    );
    expect((await source().categoryMembers('Category:Days')).map(({ title }) => title)).toEqual([
      'Ash fair',
      'Category:Fairs',
      'Zither day',
    ]);
    expect(seen()[1]?.params).toMatchObject(more);
  });

  it('of redirects is put together by target', async () => {
    const page = (redirects?: object[]) => ({
      pageid: 1,
      ns: 0,
      title: 'Harvest fair',
      ...(redirects && { redirects }),
    });
    const other = { ns: 0, title: 'Café day', missing: true, redirects: [{ ns: 0, title: 'Coffee day' }] };
    next(
      reply({ pages: [page([{ ns: 0, title: 'Old fair', fragment: 'Rites' }])] }, { rdcontinue: '9', continue: '||' }),
      reply({ pages: [page([{ ns: 0, title: 'Autumn fair' }])] }, { rdcontinue: '12', continue: '||' }),
      reply({ pages: [page(), other] }),
    );
    expect(await source().redirectsTo(['Harvest fair', 'Café day', 'Harvest fair'])).toEqual([
      { from: 'Coffee day', to: 'Café day' },
      { from: 'Autumn fair', to: 'Harvest fair' },
      { from: 'Old fair', to: 'Harvest fair', fragment: 'Rites' },
    ]);
    expect(seen()[0]?.params['titles']).toBe('Harvest fair|Café day');
  });

  it('of titles is sorted over all replies', async () => {
    const more = { apcontinue: 'A_z', continue: '-||' };
    next(
      undefined,
      reply({ allpages: [{ title: 'A z' }, { title: '\u{1F389} fair' }] }, more),
      reply({ allpages: [{ title: '\uFF21 fair' }, { title: 'A-b' }] }),
    );
    expect(await collect(source().titles({ namespace: 0 }))).toEqual(['A z', 'A-b', '\u{1F389} fair', '\uFF21 fair']);
  });
});

describe('a reader that stops', () => {
  it('costs no further requests', async () => {
    const asked = Array.from({ length: 500 }, (_, index) => `Day ${index}`);
    for await (const result of source({ concurrency: 1 }).pages(asked)) {
      expect(result.outcome).toBe('missing');
      break;
    }
    expect(contentRequests()).toHaveLength(1);
  });
});
