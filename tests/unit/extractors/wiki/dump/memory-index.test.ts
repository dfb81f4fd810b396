import { describe, expect, it } from 'vitest';
import { createMemoryIndex } from '../../../../../extractors/wiki/dump/memory-index.js';
import type { IndexedPage } from '../../../../../extractors/wiki/page-index.js';

function page(title: string, more: Partial<IndexedPage> = {}): IndexedPage {
  const plain = {
    namespace: 0,
    revision: 1,
    timestamp: '2020-01-01T00:00:00Z',
    model: 'wikitext',
    text: '',
    disambiguation: false,
  };
  return { title, ...plain, categories: [], ...more };
}

describe('createMemoryIndex', () => {
  it('orders titles, redirects and members by code units', () => {
    const index = createMemoryIndex();
    const names = ['b', 'Z', '\u{1F389}', '\uFF01', 'é', 'A'];
    index.put(
      names.map((name) => page(name, { redirect: { from: name, to: 'T' }, categories: ['Category:C', 'Category:C'] })),
    );
    const sorted = ['A', 'Z', 'b', 'é', '\u{1F389}', '\uFF01'];
    expect([...index.titles(0)]).toEqual(sorted);
    expect(index.redirectsTo('T').map(({ from }) => from)).toEqual(sorted);
    expect(index.categoryMembers('Category:C')).toEqual(sorted.map((title) => ({ title, namespace: 0 })));
    expect([...index.titles(14), ...index.redirectsTo('A'), ...index.categoryMembers('C')]).toEqual([]);
  });

  it('lets a second page replace the first, with all that hung on it', () => {
    const index = createMemoryIndex();
    index.put([page('A', { redirect: { from: 'A', to: 'B' }, categories: ['Category:C'] })]);
    expect(index.redirectsTo('B')).toHaveLength(1);
    index.put([page('A', { text: 'now an article', categories: ['Category:D'] })]);
    expect(index.get('A')?.text).toBe('now an article');
    expect(index.redirectsTo('B')).toEqual([]);
    expect(index.categoryMembers('Category:C')).toEqual([]);
    expect(index.categoryMembers('Category:D')).toHaveLength(1);
    expect(index.pageCount()).toBe(1);
  });

  it.each([
    ['time', { timestamp: '2001-01-01T00:00:00Z', revision: 9 }],
    ['revision', { revision: 0 }],
  ])('keeps the newer of two pages of one title by %s, whichever comes first', (_, older) => {
    const index = createMemoryIndex();
    index.put([page('A', { text: 'new' }), page('A', { ...older, text: 'old', categories: ['Category:Old'] })]);
    expect(index.get('A')?.text).toBe('new');
    expect(index.categoryMembers('Category:Old')).toEqual([]);
  });

  it('knows a site only once the dump was read whole', () => {
    const index = createMemoryIndex();
    index.put([page('A')]);
    expect(index.site()).toBeUndefined();
    const site = {
      lang: 'en',
      base: 'b',
      namespaces: [],
      languages: [],
      interwiki: [],
      redirectWords: [],
      disambiguationTemplates: [],
    };
    index.finish(site);
    expect(index.site()).toBe(site);
  });
});
