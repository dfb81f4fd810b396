import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanWikitext } from '../../../../../extractors/wiki/markup/scan.js';
import { parseTitle } from '../../../../../extractors/wiki/markup/title.js';
import { enwiki, localSite } from './sites.js';

const SIGNS = [
  ...[
    '[[',
    ']]',
    '[',
    ']',
    '|',
    '{{',
    '}}',
    '{{{',
    '<!--',
    '-->',
    '<nowiki>',
    '</nowiki>',
    '<ref>',
    '</ref>',
    '<ref name=a />',
  ],
  ...[
    '<poem>',
    '</poem>',
    '<gallery>\n',
    '</gallery>',
    '<includeonly>',
    '</includeonly>',
    '<',
    '>',
    '\n== ',
    ' ==\n',
    '#REDIRECT [[a]]',
  ],
  ...[
    'Category:',
    'File:',
    'de:',
    ':',
    '/',
    '../',
    '#',
    '%41',
    '&amp;',
    '\u200e',
    'İ',
    'a',
    ' ',
    '_',
    '\x7f',
    '~~~',
    '{{!}}',
  ],
];
const wikitext = fc
  .array(fc.oneof(fc.constantFrom(...SIGNS), fc.string({ maxLength: 5 })), { maxLength: 60 })
  .map((list) => list.join(''));

describe('scanWikitext on any text', () => {
  it('never throws, and yields only titles that read as themselves', () => {
    fc.assert(
      fc.property(
        wikitext,
        fc.constantFrom(localSite, enwiki),
        fc.constantFrom('A', 'User:B/C', 'Talk:A'),
        (text, site, title) => {
          const scan = scanWikitext(text, site, title);
          for (const link of [...scan.links, ...scan.categories]) {
            expect(parseTitle(`:${link.title}`, site, { form: 'title' })).toMatchObject({
              kind: 'page',
              title: link.title,
            });
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('gives a text behind a comment, a reference or a nowiki the same links as alone', () => {
    fc.assert(
      fc.property(wikitext, (text) => {
        const links = (before: string) =>
          scanWikitext(`${before}x\n${text}`, localSite, 'A').links.map((link) => link.title);
        const alone = links('');
        for (const before of ['<!-- [[Z]] -->', '<nowiki>[[Z]]</nowiki>', '<math>[[Z</math>'])
          expect(links(before)).toEqual(alone);
        expect(links('<ref>[[Z]]</ref>')).toEqual(['Z', ...alone]);
      }),
    );
  });
});

// Each of these would take hours if any step began again at every bracket: the test's time limit is the assertion.
describe('scanWikitext on hostile texts', () => {
  const n = 100_000;
  it.each([
    ['open braces', '{{'.repeat(n), 0],
    ['nested templates', '{{a|'.repeat(n) + '[[B]]' + '}}'.repeat(n), 1],
    ['open brackets', '[['.repeat(n), 0],
    ['open links', '[[a|'.repeat(n), 0],
    ['nested links', '[[a|'.repeat(n) + 'b' + ']]'.repeat(n), 1],
    ['open pictures', '[[File:a|[[b]]'.repeat(n), n],
    ['empty link texts', '[[File:a|]]'.repeat(n), 0],
    ['open comments', '<!--'.repeat(n), 0],
    ['open tags', '<ref><poem><gallery'.repeat(n), 0],
    ['poems with open references', '<poem><ref></poem>'.repeat(n), 0],
    ['references with open comments', '<ref><!--</ref>'.repeat(n), 0],
    ['open closings', '<ref></ref '.repeat(n), 0],
    ['blanks before comments', ' '.repeat(n) + '<!---->'.repeat(n), 0],
    ['headings', '\n= a ='.repeat(n), 0],
    ['equal signs', '='.repeat(n), 0],
    ['a redirect of pipes', `#REDIRECT [[${'|'.repeat(n)}`, 0],
    ['deep link text', `[[a|${'{{b|'.repeat(n)}c${'}}'.repeat(n)}]]`, 1],
    ['ampersands', `[[a|${'&'.repeat(n)}]]`, 1],
  ])('%s', (_, text, links) => {
    expect(scanWikitext(text, localSite, 'Page').links).toHaveLength(links);
  });
});
