import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IndexedPage, PageIndex } from '../../../extractors/wiki/page-index.js';
import { createMemoryIndex } from '../../../extractors/wiki/dump/memory-index.js';
import { wikipediaSite } from '../../../extractors/wiki/site/wikipedia.js';
import { stageOf, temporaryStores } from './temp.js';

const open = temporaryStores();
const NOW = '2026-01-02T03:04:05.000Z';

describe('the response cache', () => {
  it('keeps answers by scope and key', () => {
    const { responses } = open();
    const [one, two] = [responses.scope('one'), responses.scope('two')];
    one.put('GET /a', { body: 'A' });
    two.put('GET /a', { body: 'other' });
    expect(one.get('GET /a')).toEqual({ body: 'A' });
    expect(responses.scope('one').get('GET /a')).toEqual({ body: 'A' });
    expect(two.get('GET /a')).toEqual({ body: 'other' });
    expect(one.get('GET /b')).toBeUndefined();
  });

  it('forgets one scope and leaves the others', () => {
    const { responses } = open();
    for (const scope of ['one', 'two']) responses.scope(scope).put('k', scope);
    responses.drop('one');
    expect(responses.scope('one').get('k')).toBeUndefined();
    expect(responses.scope('two').get('k')).toBe('two');
  });

  it('gives every JSON value back, null too, and the last of two', () => {
    const cache = open().responses.scope('s');
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), fc.jsonValue(), (key, first, second) => {
        cache.put(key, first);
        cache.put(key, second);
        expect(cache.get(key)).toEqual(JSON.parse(JSON.stringify(second)));
      }),
    );
  });
});

describe('snapshots', () => {
  it('come newest first, for their own stage', () => {
    const store = open();
    const [stage, other] = [stageOf(store, 'crawl', 1), stageOf(store, 'crawl', 2)];
    for (const record of [11, 12, 13]) store.runs.addSnapshot(stage, record, NOW);
    store.runs.addSnapshot(other, 14, NOW);
    expect(store.runs.snapshots(stage).map(({ record }) => record)).toEqual([13, 12, 11]);
    expect(store.runs.snapshots(other)).toEqual([{ record: 14, taken: NOW }]);
  });

  it('taken again become the newest', () => {
    const store = open();
    const stage = stageOf(store, 'crawl');
    for (const record of [11, 12, 11, 11]) store.runs.addSnapshot(stage, record, NOW);
    expect(store.runs.snapshots(stage).map(({ record }) => record)).toEqual([11, 12]);
  });
});

describe('runs', () => {
  it('are open until they end, and the last one is told by recipe', () => {
    const { runs } = open();
    const first = runs.start('cpopqa', '{}', NOW);
    runs.finish(first, 'done', NOW);
    const second = runs.start('cpopqa', '{}', NOW);
    runs.start('other', '{}', NOW);
    expect(runs.last('cpopqa')).toEqual({ id: second, recipe: 'cpopqa', started: NOW, finished: null, outcome: null });
    runs.finish(second, 'stopped', NOW);
    expect(runs.last('cpopqa')).toMatchObject({ id: second, outcome: 'stopped', finished: NOW });
    expect(runs.last('none')).toBeUndefined();
  });
});

const page = (title: string, more: Partial<IndexedPage> = {}): IndexedPage => ({
  title,
  namespace: 0,
  revision: 1,
  timestamp: '2024-01-01T00:00:00Z',
  model: 'wikitext',
  text: `About ${title}.`,
  disambiguation: false,
  categories: [],
  ...more,
});

describe('the page index of a dump', () => {
  it('gives pages back, redirects and categories with them', () => {
    const index: PageIndex = open().dumpPages('aa');
    const full = page('Easter Monday', {
      text: 'wikitext '.repeat(500),
      disambiguation: true,
      categories: ['Category:Easter', 'Category:Mondays'],
    });
    const redirect = { from: 'Bright Monday', to: 'Easter', fragment: 'Monday' };
    index.put([
      full,
      page('Bright Monday', { redirect }),
      page('Pascha', { redirect: { from: 'Pascha', to: 'Easter' } }),
    ]);
    expect(index.get('Easter Monday')).toEqual(full);
    expect(index.get('Bright Monday')?.redirect).toEqual(redirect);
    expect(index.get('easter monday')).toBeUndefined();
    expect(index.redirectsTo('Easter')).toEqual([redirect, { from: 'Pascha', to: 'Easter' }]);
    expect(index.pageCount()).toBe(3);
  });

  it('has a site once the dump was read to its end', () => {
    const store = open();
    const site = wikipediaSite('en');
    expect(store.dumpPages('aa').site()).toBeUndefined();
    store.dumpPages('aa').finish(site);
    expect(store.dumpPages('aa').site()).toEqual(site);
    expect(store.dumpPages('bb').site()).toBeUndefined();
  });

  it('is one for each dump', () => {
    const store = open();
    store.dumpPages('aa').put([page('A', { categories: ['Category:C'] })]);
    expect(store.dumpPages('bb').get('A')).toBeUndefined();
    expect(store.dumpPages('bb').categoryMembers('Category:C')).toEqual([]);
    expect(store.dumpPages('bb').pageCount()).toBe(0);
  });

  it('can be walked by title while records are written', () => {
    const store = open();
    const index = store.dumpPages('aa');
    const titles = Array.from({ length: 2500 }, (_, number) => `T${String(number).padStart(5, '0')}`);
    index.put(titles.map((title) => page(title)));
    const seen: string[] = [];
    for (const title of index.titles(0)) {
      store.records.put('note', title, { title });
      seen.push(title);
    }
    expect(seen).toEqual(titles);
  });

  it('answers as the index in memory does, after any puts: a second page of a title replaces the first', () => {
    const title = fc.constantFrom('A', 'B', 'C', 'D');
    const anyPage = fc
      .record({
        title,
        namespace: fc.constantFrom(0, 14),
        to: fc.option(title, { nil: undefined }),
        categories: fc.uniqueArray(fc.constantFrom('Category:X', 'Category:Y', 'Category:Z')),
      })
      .map(({ title, namespace, to, categories }) =>
        page(title, {
          namespace,
          categories: [...categories].sort(),
          ...(to === undefined ? {} : { redirect: { from: title, to } }),
        }),
      );
    fc.assert(
      fc.property(fc.array(fc.array(anyPage, { maxLength: 5 }), { maxLength: 4 }), (puts) => {
        const [stored, memory]: PageIndex[] = [open().dumpPages('aa'), createMemoryIndex()] as const;
        const look = (index: PageIndex) => ({
          pages: ['A', 'B', 'C', 'D'].map((one) => index.get(one)),
          titles: [0, 14].map((namespace) => [...index.titles(namespace)]),
          redirects: ['A', 'B', 'C', 'D'].map((one) => index.redirectsTo(one)),
          members: ['X', 'Y', 'Z'].map((one) => index.categoryMembers(`Category:${one}`)),
          count: index.pageCount(),
        });
        for (const pages of puts) {
          stored!.put(pages);
          memory!.put(pages);
        }
        expect(look(stored!)).toEqual(look(memory!));
      }),
      { numRuns: 60 },
    );
  });
});
