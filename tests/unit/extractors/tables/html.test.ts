import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlTables } from '../../../../extractors/tables/html.js';

const texts = (html: string): (string | null)[][] =>
  (htmlTables(html)[0]?.rows ?? []).map((row) => row.map((cell) => cell?.text ?? null));

describe('htmlTables', () => {
  it('expands row and column spans', () => {
    const html =
      '<table><tr><td rowspan="2">a</td><td>b</td><td>c</td></tr><tr><td colspan="2">d</td></tr><tr><td>e</td></tr></table>';
    expect(texts(html)).toEqual([
      ['a', 'b', 'c'],
      ['a', 'd', 'd'],
      ['e', null, null],
    ]);
  });

  it('takes rowspan=0 to the end of its group and holds absurd spans to the table', () => {
    expect(
      texts(
        '<table><tbody><tr><td rowspan="0">a</td><td>b</td></tr><tr><td>c</td></tr></tbody><tbody><tr><td>d</td><td>e</td></tr></tbody></table>',
      ),
    ).toEqual([
      ['a', 'b'],
      ['a', 'c'],
      ['d', 'e'],
    ]);
    const wide = htmlTables(
      '<table><tr><td colspan="9999">a</td></tr><tr><td>b</td><td>c</td><td rowspan="99999">d</td></tr></table>',
    )[0];
    expect(wide?.width).toBe(3);
    expect(wide?.rows).toHaveLength(2);
  });

  it('keeps a nested table apart from the cell that holds it', () => {
    const [outer, inner] = htmlTables(
      '<table class="wikitable"><tr><td>a<table><tr><td>b</td></tr></table></td><td>c</td></tr></table>',
    );
    expect(outer?.rows[0]?.map((cell) => cell?.text)).toEqual(['a', 'c']);
    expect(inner?.rows[0]?.map((cell) => cell?.text)).toEqual(['b']);
  });

  it('passes over navigation and reads the tables inside a layout table', () => {
    const html =
      '<div class="navbox"><table><tr><td>nav</td></tr></table></div><table role="presentation"><tr><td><table><tr><th>x</th></tr></table></td></tr></table>';
    expect(htmlTables(html).map((grid) => grid.rows[0]?.[0]?.text)).toEqual(['x']);
  });

  it.each([
    [
      'old MediaWiki',
      '<h2><span class="mw-headline">A</span><span class="mw-editsection">[edit]</span></h2><h3>B</h3>T',
    ],
    [
      'new MediaWiki',
      '<div class="mw-heading"><h2>A</h2><span class="mw-editsection">x</span></div><div class="mw-heading"><h3>B</h3></div>T',
    ],
    ['Parsoid', '<section><h2>A</h2><section><h3>B</h3>T</section></section>'],
  ])('finds the headings of %s', (_, html) => {
    const grid = htmlTables(html.replace('T', '<table><caption>C<!-- no --></caption><tr><td>x</td></tr></table>'))[0];
    expect(grid?.headings).toEqual(['A', 'B']);
    expect(grid?.caption).toBe('C');
  });

  it('splits lines at breaks, items and paragraphs', () => {
    const cell = htmlTables(
      '<table class="wikitable"><tr><td>a<br/>b<ul><li>c</li><li>d</li></ul><p>e\nf</p></td></tr></table>',
    )[0]?.rows[0]?.[0];
    expect(cell?.lines).toEqual(['a', 'b', 'c', 'd', 'e f']);
    expect(cell?.text).toBe('a b c d e f');
  });

  it('takes footnotes, sort keys and styles out, and leaves ordinals in', () => {
    const html =
      '<table><tr><td><style>x</style><span style="display:none">key</span>Day<sup class="reference">[1]</sup><sup>a</sup> † 2<sup>e</sup> 1<sup>st</sup> [note 3]</td></tr></table>';
    expect(texts(html)).toEqual([['Day 2e 1st']]);
  });

  it('reads link targets from every address style, red links as red, foreign links not at all', () => {
    const html =
      '<table><tr><td><a href="/wiki/A_b#c_d">1</a><a href="./E%27f">2</a><a href="//en.wikipedia.org/wiki/G">3</a><a class="new" href="/w/index.php?title=H_i&amp;action=edit&amp;redlink=1" title="H i (page does not exist)">4</a><a class="external" href="https://x.org">5</a><a href="#cite_note-1">6</a><a class="extiw" href="https://de.wikipedia.org/wiki/J">7</a></td></tr></table>';
    expect(htmlTables(html)[0]?.rows[0]?.[0]?.links).toEqual([
      { title: 'A b', fragment: 'c_d', text: '1', red: false },
      { title: "E'f", text: '2', red: false },
      { title: 'G', text: '3', red: false },
      { title: 'H i', text: '4', red: true },
    ]);
  });

  it('marks languages and italics', () => {
    const cell = htmlTables('<table><tr><td>x <span lang="ru">день</span> <i>y</i></td></tr></table>')[0]?.rows[0]?.[0];
    expect(cell?.marks).toEqual([
      { text: 'день', italic: false, lang: 'ru' },
      { text: 'y', italic: true },
    ]);
  });

  it('gives rectangles whatever the markup', () => {
    const tag = fc.constantFrom(
      '<table>',
      '</table>',
      '<tr>',
      '</tr>',
      '<td>',
      '<td rowspan=3>',
      '<td colspan=2>',
      '<th>',
      '</td>',
      'x',
      '<ul><li>',
      '<br>',
    );
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 40 }), (tags) => {
        for (const grid of htmlTables(tags.join('')))
          expect(grid.rows.every((row) => row.length === grid.width)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
