import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leadText, splitSections } from '../../../../../extractors/wiki/markup/sections.js';

describe('splitSections', () => {
  it('cuts at headings of every level and leaves out those of comments', () => {
    const text =
      "Lead.\n<!--\n== no ==\n-->== Food & drink ==<!-- c -->\nA.\n=== ''Soup'' [[A|b]] ===\nB.\n= Top =\nC.";
    expect(
      splitSections(text).map(({ level, heading, start, end }) => [level, heading, text.slice(start, end)]),
    ).toEqual([
      [0, '', 'Lead.\n<!--\n== no ==\n-->'],
      [2, 'Food & drink', '== Food & drink ==<!-- c -->\nA.\n'],
      [3, 'Soup b', "=== ''Soup'' [[A|b]] ===\nB.\n"],
      [1, 'Top', '= Top =\nC.'],
    ]);
  });

  it('gives back the whole text, whatever it is', () => {
    const piece = fc.constantFrom('\n', '= a =', '==', '== b ==\n', '<!--', '-->', '<nowiki>', '</nowiki>', 'x', ' ');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const sections = splitSections(text);
        expect(sections.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        expect(sections[0]).toMatchObject({ level: 0, heading: '', start: 0 });
      }),
    );
  });
});

describe('leadText', () => {
  it('is what stands above the first heading, which may be all or nothing', () => {
    expect(leadText('A.\n== B ==\nC.')).toBe('A.\n');
    expect(leadText('A.')).toBe('A.');
    expect(leadText('== B ==\nC.')).toBe('');
  });
});
