import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wikitextToParagraphs } from '../../../../extractors/wiki/prose.js';

const PAGE = `{{Infobox holiday|name=Lantern Day|date=1 May}}
[[Datei:Lamp.jpg|thumb|A lamp of [[tin]]]]
'''Lantern Day''' ({{IPA|x}}; also ''Lamp Day'') is a [[holiday|day of rest]] in [[Fejend]].<ref>A book, p. 3.</ref> It is kept<!-- where? --> on 1&nbsp;May.

Children carry {{lang|de|Lampen}} &amp; sing.
{| class="wikitable"
| cell || [[other]]
|}
== History ==
* an item
The first one was held in 1860.
[[Kategorie:Feste]]
[[de:Laternentag]]
`;

describe('wikitextToParagraphs', () => {
  it('gives the prose of lead and sections, and nothing else', () => {
    expect(wikitextToParagraphs(PAGE, 'Lantern Day')).toEqual([
      'Lantern Day (also Lamp Day) is a day of rest in Fejend. It is kept on 1 May.',
      'Children carry Lampen & sing.',
      'The first one was held in 1860.',
    ]);
  });

  it('is empty for a page of nothing but tables, lists and templates', () => {
    expect(wikitextToParagraphs('{{Stub}}\n{|\n| a\n|}\n[[File:A.png]]\n', 'A')).toEqual([]);
    expect(wikitextToParagraphs('', 'A')).toEqual([]);
  });

  it('leaves no markup, whatever the text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '[[',
        ']]',
        '{{',
        '}}',
        '|',
        "''",
        "'''",
        '<b>',
        '</b>',
        '<ref>',
        '</ref>',
        '{|',
        '|}',
        '\n',
        '== h ==\n',
        '* ',
      ),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        for (const paragraph of wikitextToParagraphs(`Words ${pieces.join('')}`, 'A')) {
          expect(paragraph).not.toMatch(/\[\[|\]\]|\{\{|\}\}|'''|<\/?(?:b|ref)>|\s{2}|^\s|\s$/);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['braces', '{{a|'.repeat(50_000) + '}}'.repeat(50_000)],
    ['brackets', '[[a|'.repeat(50_000)],
    ['quotes', "'".repeat(100_000)],
    ['comments', '<!--'.repeat(50_000)],
    ['one endless line', 'words and words, '.repeat(20_000)],
  ])('comes back from hostile %s', (_, text) => {
    expect(wikitextToParagraphs(`Lantern.\n\n${text}`, 'A')[0]).toBe('Lantern.');
  });
});

describe('the first paragraph', () => {
  it('is the first of them or undefined', () => {
    expect(wikitextToParagraphs(PAGE, 'Lantern Day')[0]).toMatch(/^Lantern Day \(also/);
    expect(wikitextToParagraphs('{{Stub}}', 'A')[0]).toBeUndefined();
  });
});

describe('tables', () => {
  const page = (table: string) => `Before it.\n\n${table}\n\nAfter it.`;

  it.each([
    ['plain', '{| class="x"\n| a cell\n|}'],
    ['nested', '{|\n| a cell\n{|\n| inner\n|}\n|}'],
    ['indented', ':{|\n| a cell\n|}'],
    ['never closed', '{|\n! a head\n| a cell'],
  ])('%s, give no prose and cost none', (_, table) => {
    expect(wikitextToParagraphs(page(table), 'A')).toEqual(['Before it.', 'After it.']);
  });

  it('keeps a template that ends in |}}', () => {
    expect(wikitextToParagraphs('{{Infobox x\n|name=\n|}}\nProse.', 'A')).toEqual(['Prose.']);
  });

  it('opened 50,000 times and never closed are read', () => {
    expect(wikitextToParagraphs(`Before it.\n\n${'{|\n|\n'.repeat(50_000)}\n\nAfter it.`, 'A')).toEqual([
      'Before it.',
      'After it.',
    ]);
  });
});
