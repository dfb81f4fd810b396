import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillCard, funnelTable, markdownTable, sizeCategory } from '../../../../pipelines/release/card.js';
import { licenceId } from '../../../../pipelines/release/licence.js';
import type { Manifest } from '../../../../schemas/release.js';

/** Cells of a table line as GitHub's Markdown reads them: a backslash takes the next character with it. */
function cells(line: string): string[] {
  const parts = [...line.matchAll(/((?:\\.|[^|\\])*)\|/gs)].map((match) => match[1]!);
  return parts.slice(1).map((part) => part.trim().replace(/\\([\\|])/g, '$1'));
}

describe('a Markdown table', () => {
  it('has a header, a rule and its rows', () => {
    expect(
      markdownTable(
        ['stage', 'in'],
        [
          ['crawl', 1],
          ['parse', 20],
        ],
      ),
    ).toBe('| stage | in |\n|---|---|\n| crawl | 1 |\n| parse | 20 |');
  });

  it('keeps every cell whole, whatever it holds', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab|\\\n\r '), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 }), (rows) => {
        const lines = markdownTable(['one', 'two'], rows).split('\n');
        expect(lines).toHaveLength(rows.length + 2);
        for (const [index, row] of rows.entries()) {
          expect(cells(lines[index + 2]!)).toEqual(row.map((one) => one.replace(/[\r\n]+/g, ' ').trim()));
        }
      }),
    );
  });
});

describe('a card', () => {
  it('is filled by name, as often as a name stands there', () => {
    expect(fillCard('# {{name}}\n{{text}} of {{name}}', { name: 'CPopQA', text: 'Card' })).toBe(
      '# CPopQA\nCard of CPopQA',
    );
  });

  it('puts texts in as they are', () => {
    const values = { a: '{{b}} $& $1', b: 'never' };
    expect(fillCard('{{a}}', values)).toBe('{{b}} $& $1');
  });

  it('that wants what nobody gives is refused', () => {
    expect(() => fillCard('{{name}} {{absent}}', { name: 'x' })).toThrow(/\{\{absent\}\}/);
  });
});

describe('the funnel', () => {
  it('says what each stage took in, put out and dropped, and why', () => {
    const stages = [
      { name: 'crawl', version: 1, inputs: 0, outputs: 12, rejected: { 'page-missing': 2 } },
      { name: 'parse', version: 1, inputs: 12, outputs: 40, rejected: { 'no-date': 1, 'no-page': 3 } },
      { name: 'ask', version: 1, inputs: 40, outputs: 9, rejected: {} },
    ];
    const lines = funnelTable({ stages } as unknown as Manifest).split('\n');
    expect(lines.map(cells)).toEqual([
      ['stage', 'in', 'out', 'dropped'],
      ['---', '---', '---', '---'],
      ['crawl', '', '12', 'page-missing 2'],
      ['parse', '12', '40', 'no-date 1, no-page 3'],
      ['ask', '40', '9', ''],
    ]);
  });
});

describe('words for Hugging Face', () => {
  it.each([
    [0, 'n<1K'],
    [999, 'n<1K'],
    [1000, '1K<n<10K'],
    [9999, '1K<n<10K'],
    [10_000, '10K<n<100K'],
    [100_000, '100K<n<1M'],
  ])('%i items are %s', (items, category) => {
    expect(sizeCategory(items)).toBe(category);
  });

  it('name a licence as its header wants it', () => {
    expect(licenceId('CC BY-SA 4.0')).toBe('cc-by-sa-4.0');
  });
});
