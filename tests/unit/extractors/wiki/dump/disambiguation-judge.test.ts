import { describe, expect, it } from 'vitest';
import { createDisambiguationJudge } from '../../../../../extractors/wiki/dump/disambiguation-judge.js';
import { createMemoryIndex } from '../../../../../extractors/wiki/dump/memory-index.js';
import { toIndexedPage } from '../../../../../extractors/wiki/dump/index-page.js';
import { readDumpText } from '../../../../../extractors/wiki/dump/read-dump.js';
import { siteFromDump } from '../../../../../extractors/wiki/site/site.js';
import { cut, dump, page } from './dump-xml.js';

const templates: readonly (readonly [name: string, text: string])[] = [
  ['Viele Tage', 'A box.&lt;includeonly>{{#ifeq:{{ns:0}}||__DISAMBIG__}}&lt;/includeonly>'],
  ['Viele', '#REDIRECT [[Template:Viele Tage]]'],
  [
    'Only documented',
    'A box.&lt;NoInclude>__DISAMBIG__&lt;/noinclude> &lt;!-- __DISAMBIG__ --> &lt;nowiki>__DISAMBIG__&lt;/nowiki>',
  ],
  ['Never closed', '&lt;noinclude>__DISAMBIG__'],
  ['Behind a note', 'x&lt;noinclude>a&lt;/noinclude>__DISAMBIG__'],
];

async function judged(text: string, model = 'wikitext'): Promise<boolean | undefined> {
  const index = createMemoryIndex();
  const pages = templates.map(([name, body]) => page(`Template:${name}`, body, { ns: 10 })).join('');
  let answer: boolean | undefined;
  for await (const event of readDumpText(cut(dump(pages + page('Asked', text, { model }))), 'x')) {
    if (event.kind === 'header') index.finish(siteFromDump(event.header));
    const site = index.site();
    if (event.kind !== 'page' || site === undefined) continue;
    index.put([toIndexedPage(event.page, site)]);
  }
  const [asked, site] = [index.get('Asked'), index.site()];
  if (asked !== undefined && site !== undefined) answer = createDisambiguationJudge(index, site)(asked);
  return answer;
}

describe('createDisambiguationJudge', () => {
  it.each([
    ['* [[A]]\n{{viele_Tage|x}}', true],
    ['{{Template:Viele Tage}}', true],
    ['{{viele}}', true],
    ['{{Behind a note}}', true],
    ['{{disambiguation}}', true],
    ['__DISAMBIG__', true],
    ['{{Only documented}}', false],
    ['{{Never closed}}', false],
    ['{{Viele Tage im Jahr}}', false],
    ['&lt;nowiki>{{Viele Tage}}&lt;/nowiki> &lt;!-- {{Viele Tage}} -->', false],
    ['Viele Tage', false],
  ])('judges %j: %j', async (text, expected) => {
    expect(await judged(text)).toBe(expected);
  });

  it('judges wikitext only', async () => {
    expect(await judged('{{Viele Tage}}', 'json')).toBe(false);
  });
});
