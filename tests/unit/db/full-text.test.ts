import fc from 'fast-check';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FullTextIndex } from '../../../extractors/search/full-text-index.js';
import { temporaryFolders, temporaryStores } from './temp.js';

const folder = temporaryFolders();
const open = temporaryStores();
const DOCUMENTS = [
  { key: 'obon', text: 'Obon is a festival that honours the spirits of ancestors. Lanterns are lit.' },
  { key: 'nyepi', text: 'Nyepi is a day of silence; no lights, no travel.' },
  {
    key: 'dia',
    text: 'El Día de los Muertos: families remember ancestors with marigolds and ancestors’ favourite food.',
  },
  { key: 'tihar', text: 'तिहार दीपावली is a festival of lights.' },
];
const keys = (index: FullTextIndex, query: string, limit = 10) => index.search(query, limit).map(({ key }) => key);

/** An index with the documents. */
function filled(): FullTextIndex {
  const index: FullTextIndex = open().fullText('test');
  index.put(DOCUMENTS);
  return index;
}

describe('full text', () => {
  it('finds documents by any word of the query, the best first', () => {
    const index = filled();
    expect(keys(index, 'ancestors')).toEqual(['dia', 'obon']);
    expect(keys(index, 'a festival with lanterns?')[0]).toBe('obon');
    expect(keys(index, 'lights silence')).toEqual(['nyepi', 'tihar']);
    expect(keys(index, 'football')).toEqual([]);
  });

  it('gives scores that fall, and no more than asked for', () => {
    const hits = filled().search('ancestors festival lights', 3);
    expect(hits).toHaveLength(3);
    for (const [place, { score }] of hits.entries()) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(hits[place - 1]?.score ?? Infinity);
    }
    expect(keys(filled(), 'festival', 0)).toEqual([]);
  });

  it('has no regard to case and accents, and reads words with marks whole', () => {
    const index = filled();
    expect(keys(index, 'DIA')).toEqual(['dia']);
    expect(keys(index, 'día')).toEqual(['dia']);
    expect(keys(index, 'दीपावली')).toEqual(['tihar']);
    expect(keys(index, 'दीप')).toEqual([]);
  });

  it('puts a document of a known key in place of the old one', () => {
    const index = filled();
    index.put([{ key: 'nyepi', text: 'Kites fly.' }]);
    index.put([{ key: 'nyepi', text: 'Kites fly.' }]);
    expect(index.count()).toBe(4);
    expect(keys(index, 'silence')).toEqual([]);
    expect(keys(index, 'kites')).toEqual(['nyepi']);
  });

  it('orders equal documents by key, in whatever order they came', () => {
    const texts = ['b', 'ä', 'a', 'c'].map((key) => ({ key, text: 'same words' }));
    for (const documents of [texts, texts.toReversed()]) {
      const index = open().fullText('test');
      index.put(documents);
      expect(keys(index, 'words')).toEqual(['a', 'b', 'c', 'ä']);
      expect(keys(index, 'words', 2)).toEqual(['a', 'b']);
    }
  });

  it('keeps indexes apart, scores too', () => {
    const store = open();
    const [one, two] = [store.fullText('one'), store.fullText('two; DROP TABLE records')];
    one.put(DOCUMENTS);
    const before = one.search('festival', 10);
    two.put([...DOCUMENTS, ...DOCUMENTS.map(({ key, text }) => ({ key: `${key} again`, text }))]);
    expect(one.search('festival', 10)).toEqual(before);
    expect([one.count(), two.count()]).toEqual([4, 8]);
    expect(store.fullText('three').count()).toBe(0);
    expect(store.fullText('three').search('festival', 10)).toEqual([]);
  });

  it('is there again when the store is opened again', () => {
    const path = join(folder(), 'folkways.db');
    const store = open(path);
    const reader = store.fullText('test');
    expect(reader.count()).toBe(0);
    open(path).fullText('test').put(DOCUMENTS);
    expect(keys(reader, 'silence')).toEqual(['nyepi']);
    expect(keys(open(path).fullText('test'), 'silence')).toEqual(['nyepi']);
  });

  it.each([
    ['"', []],
    ['AND', ['dia']],
    ['NOT festival', ['obon', 'tihar']],
    ['festival* NEAR(lights, 2) text:obon -silence ^day', ['tihar', 'obon', 'nyepi']],
    ['"festival" OR (((', ['obon', 'tihar']],
    ["'; DROP TABLE records; --", []],
    ['\u0000festival\u0000', ['obon', 'tihar']],
    ['   \n', []],
    ['💥 🎉', []],
    ['\ud800 festival', ['obon', 'tihar']],
    ['l', []],
  ])('takes the query %j as plain words', (query, found) => {
    expect(keys(filled(), query).sort()).toEqual([...found].sort());
  });

  it('takes a whole page as a query', () => {
    const page = Array.from({ length: 20_000 }, (_, n) => `word${n}`).join(' ');
    expect(keys(filled(), `silence ${page}`)).toEqual(['nyepi']);
  });

  it('never fails on a query, and finds every document by its own words', () => {
    const index = filled();
    const query = fc.string({ unit: 'binary', maxLength: 40 });
    const hostile = fc.string({
      unit: fc.constantFrom('"', "'", '*', '(', ')', '-', ':', '^', ' ', 'OR', 'a', '\\', '\0'),
    });
    fc.assert(
      fc.property(fc.oneof(query, hostile), (text) => {
        expect(Array.isArray(index.search(text, 5))).toBe(true);
      }),
    );
    const word = fc.stringMatching(/^[a-z]{4,12}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), query, (words, noise) => {
        index.put([{ key: 'made', text: words.join(noise.includes('\0') ? ' ' : ` ${noise} `) }]);
        for (const one of words) expect(keys(index, one)).toContain('made');
      }),
    );
  });
});
