import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wikitextLists } from '../../../../extractors/tables/lists.js';
import { wikitextTables } from '../../../../extractors/tables/wikitext.js';
import { plainLinkTarget, renderWikitext } from '../../../../extractors/tables/wikitext/render.js';

const tables = (text: string) => wikitextTables(text, plainLinkTarget);
const cell = (text: string) => tables(`{|\n| ${text}\n|}`)[0]?.rows[0]?.[0];

describe('wikitextTables', () => {
  it('reads captions, headers, attributes and both ways to part cells', () => {
    const [grid] = tables(
      '== H ==\n{| class="wikitable"\n|+ style="x" | Cap\n! a !! scope="col" | b\n|-\n| 1 || style="color:red" | 2\n|-\n| colspan="2" | 3\n|}',
    );
    expect(grid?.headings).toEqual(['H']);
    expect(grid?.caption).toBe('Cap');
    expect(grid?.rows.map((row) => row.map((one) => one?.text))).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '3'],
    ]);
    expect(grid?.rows[0]?.every((one) => one?.header)).toBe(true);
  });

  it('splits no cell at bars in links, templates, nowiki or {{!}} inside them', () => {
    expect(cell('[[A|b]] {{small|c}} <nowiki>|</nowiki> [[D|e {{!}} f]]')?.text).toBe('b c | e | f');
  });

  it('reads cells over several lines, lists and nested tables', () => {
    const [outer, inner] = tables('{| class="wikitable"\n| a\nb\n\nc\n* d\n{|\n| e\n|}\n| f\n|}');
    expect(outer?.rows[0]?.map((one) => one?.lines)).toEqual([['a b', 'c', 'd'], ['f']]);
    expect(inner?.rows[0]?.[0]?.text).toBe('e');
  });

  it('drops comments, references, pictures and categories', () => {
    expect(
      cell('a<!-- | x --><ref name="b">y | z</ref><ref name="b"/> [[File:P.jpg|thumb|a [[link]] in it]][[Category:C]]')
        ?.text,
    ).toBe('a');
    expect(cell('a<ref name="b" /> b<ref>c</ref>')?.text).toBe('a b');
  });

  it.each([
    ["'''a''' ''b'' '''''c'''''", 'a b c'],
    ['{{lang|fr|Jour}}', 'Jour'],
    ['{{lang-ru|День|Den}}', 'Russian: День, Den'],
    ['{{nihongo|Day|日|Hi}}', 'Day (日, Hi)'],
    ['{{nowrap|{{small|a}}}}', 'a'],
    ['{{flagicon|Kenya}} {{flag|Kenya}}', 'Kenya'],
    ['{{flag|KEN}}', 'Kenya'],
    ['{{dts|2024|1|5}}', 'January 5, 2024'],
    ['{{dts|format=dmy|5 May}}', '5 May'],
    ['{{sort|01|First}}', 'First'],
    ['a{{efn|note}}{{citation needed|date=May 2020}}', 'a'],
    ['{{unknown thing|x=1|words|2}}', 'words'],
    ['{{ubl|a|b}}', 'a b'],
    ['[https://x.org text] [https://x.org]', 'text'],
    ['{{#if:x|y|z}}a', 'a'],
    ['{{{1|default}}}', 'default'],
  ])('renders %s as %s', (text, shown) => {
    expect(cell(text)?.text).toBe(shown);
  });

  it('keeps languages as marks and link trails in the link', () => {
    expect(cell('{{lang|kk|Наурыз}}')?.marks).toEqual([{ text: 'Наурыз', italic: false, lang: 'kk' }]);
    expect(cell('[[Christian]]s')?.links).toEqual([{ title: 'Christian', text: 'Christians', red: false }]);
  });

  it('makes no link of what the wiki says is no page', () => {
    const grid = wikitextTables('{|\n| [[de:X|x]]\n|}', () => undefined)[0];
    expect(grid?.rows[0]?.[0]).toMatchObject({ text: 'x', links: [] });
  });

  it('names the templates it does not know', () => {
    const seen: string[] = [];
    renderWikitext('{{Nowrap|a}} {{Odd one|b}}', {
      linkTarget: plainLinkTarget,
      onUnknownTemplate: (name) => seen.push(name),
    });
    expect(seen).toEqual(['odd one']);
  });

  it('survives any markup and gives rectangles', () => {
    const piece = fc.constantFrom(
      '{|',
      '|}',
      '|-',
      '|',
      '||',
      '!',
      '!!',
      '\n',
      '{{',
      '}}',
      '[[',
      ']]',
      'a',
      '*',
      "''",
      '<ref>',
      '</ref>',
      '{{!}}',
      '=',
      ':',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const grid of tables(pieces.join('')))
          expect(grid.rows.every((row) => row.length === grid.width)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('wikitextLists', () => {
  it('nests bullets, numbers and definitions', () => {
    const items = wikitextLists('== S ==\n* a\n** b\n*# c\n; t : d\n: e', { linkTarget: plainLinkTarget });
    expect(
      items.map((item) => [
        item.kind,
        item.text,
        item.depth,
        item.parents.map((parent) => parent.text).join('/'),
        item.container,
      ]),
    ).toEqual([
      ['bullet', 'a', 1, '', true],
      ['bullet', 'b', 2, 'a', false],
      ['numbered', 'c', 2, 'a', false],
      ['term', 't', 1, '', true],
      ['definition', 'd', 1, 't', false],
      ['definition', 'e', 1, 't', false],
    ]);
    expect(items.every((item) => item.headings.join() === 'S')).toBe(true);
  });
});
