import { describe, expect, it } from 'vitest';
import { parseTitle } from '../../../../../extractors/wiki/markup/title.js';
import { bareSite, dewiki, enwiki, localSite } from './sites.js';

const titleOf = (raw: string, site = localSite): string => {
  const title = parseTitle(raw, site);
  return title.kind === 'page'
    ? title.title
    : title.kind === 'invalid'
      ? `!${title.reason}`
      : `${title.prefix}|${title.title}`;
};

describe('parseTitle', () => {
  it.each([
    ['  new year_s  eve ', 'New year s eve'],
    ['file:a.png', 'File:A.png'],
    ['image:a.png', 'File:A.png'],
    ['Talk : x', 'Talk:X'],
    ['Foo: bar', 'Foo: bar'],
    ['Project:x', 'LocalWiki:X'],
    ['Caf%C3%A9', 'Café'],
    ['Cafe\u0301', 'Café'],
    ['AT&amp;T', 'AT&T'],
    ['a\u200eb\u202c', 'Ab'],
    ['100%', '100%'],
    ['x'.repeat(255), `X${'x'.repeat(254)}`],
    ['special:' + 'x'.repeat(500), `Special:X${'x'.repeat(499)}`],
    ['...', '...'],
  ])('normalises %j', (raw, expected) => {
    expect(titleOf(raw)).toBe(expected);
  });

  it.each([
    ['', '!empty'],
    ['Category:', '!empty'],
    ['::x', '!leading-colon'],
    ['a|b', '!illegal-characters'],
    ['a<b', '!illegal-characters'],
    ['a\nb', '!illegal-characters'],
    ['x&foo;y', '!illegal-characters'],
    ['a%7Cb', '!illegal-characters'],
    ['%ff', '!invalid-utf8'],
    ['a/../b', '!relative-path'],
    ['./a', '!relative-path'],
    ['a~~~', '!tildes'],
    ['é'.repeat(128), '!too-long'],
    ['Talk:File:x', '!talk-of-namespace'],
    ['Talk:de:x', '!talk-of-namespace'],
  ])('refuses %j', (raw, expected) => {
    expect(titleOf(raw)).toBe(expected);
  });

  it('tells pages of other wikis, and whether they make a language link', () => {
    expect(parseTitle('DE: neujahr #a b', localSite)).toEqual({
      kind: 'interwiki',
      prefix: 'de',
      title: 'neujahr',
      fragment: 'a b',
      language: true,
    });
    expect(parseTitle('commons:X', localSite)).toMatchObject({ kind: 'interwiki', language: false });
  });

  it("takes Wikimedia's own prefix for the wiki itself", () => {
    expect(parseTitle('en:talk:x', enwiki)).toEqual({ kind: 'page', namespace: 1, title: 'Talk:X' });
    expect(titleOf('en:', enwiki)).toBe('Main Page');
    expect(titleOf('de:', dewiki)).toBe('Wikipedia:Hauptseite');
    expect(titleOf('en:x', localSite)).toBe('en|x');
  });

  it('knows local names, short forms and old names', () => {
    expect(titleOf('bild:x', dewiki)).toBe('Datei:X');
    expect(titleOf('category:x', dewiki)).toBe('Kategorie:X');
    expect(titleOf('wp:x', enwiki)).toBe('Wikipedia:X');
    expect(titleOf('wp:x', localSite)).toBe('Wp:x');
  });

  it('writes the first letter as the wiki does', () => {
    expect(titleOf('iDay')).toBe('IDay');
    expect(titleOf('ß day')).toBe('SS day');
    expect(titleOf('ǆ day')).toBe('Ǆ day');
    expect(titleOf('ß day', enwiki)).toBe('ß day');
    expect(titleOf('ǆ day', enwiki)).toBe('ǅ day');
    expect(titleOf('istanbul', bareSite('tr'))).toBe('İstanbul');
    expect(titleOf('თბილისი', bareSite('ka', 'https://ka.wikipedia.org/wiki/მთავარი'))).toBe('თბილისი');
    const sensitive = {
      ...localSite,
      namespaces: localSite.namespaces.map((space) => ({ ...space, case: 'case-sensitive' as const })),
    };
    expect(titleOf('iDay', sensitive)).toBe('iDay');
  });

  it('leaves percent signs of an asked title alone, and takes a default namespace', () => {
    expect(parseTitle('A%42', localSite, { form: 'title' })).toEqual({ kind: 'invalid', reason: 'illegal-characters' });
    expect(parseTitle('x', localSite, { defaultNamespace: 10 })).toEqual({
      kind: 'page',
      namespace: 10,
      title: 'Template:X',
    });
    expect(parseTitle(':x', localSite, { defaultNamespace: 10 })).toEqual({ kind: 'page', namespace: 0, title: 'X' });
  });
});
