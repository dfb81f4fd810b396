import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBlocks, type Block } from '../../../../extractors/tables/blocks.js';
import { plainLinkTarget, renderWikitext } from '../../../../extractors/tables/wikitext/render.js';
import { mediawikiGate, startMediaWiki, type MediaWiki } from '../../../harness/mediawiki.js';

const EXPORT = `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" version="0.10" xml:lang="en"><siteinfo><sitename>W</sitename><dbname>w</dbname><base>http://localhost/wiki/Main</base><generator>MediaWiki 1.39</generator><case>first-letter</case><namespaces><namespace key="0" case="first-letter" /></namespaces></siteinfo><page><title>Main</title><ns>0</ns><id>1</id><revision><id>1</id><timestamp>2020-01-01T00:00:00Z</timestamp><contributor><username>A</username><id>1</id></contributor><model>wikitext</model><format>text/x-wiki</format><text xml:space="preserve">x</text></revision></page></mediawiki>`;

const folder = new URL('../../../golden/holidays/', import.meta.url);
// Templates are not on this wiki: golden/holidays compares what they give with HTML written by hand.
const golden = readdirSync(folder)
  .map((name) => [name, readFileSync(new URL(`${name}/input.wiki`, folder), 'utf8')] as const)
  .map(([name, text]) => [name, text.replace(/\{\{[\s\S]*?\}\}\n?/g, '')] as const);

const further = [
  ['lists', "* a\n** b\n*# c ''d''\n; t : u\n: v\n* [[w|x]]s\n\n# y"],
  [
    'cells',
    "{| class=wikitable\n|+ cap\n! a !! b || c\n|-\n| rowspan=2 | 1 || style='x' | 2\n| 3\n* 4\n* 5\n|-\n| colspan=2 | '''6''' <br> ''7''\n\n8\n|-\n|}",
  ],
  ['nested', '{| class=wikitable\n| a\n{| class=wikitable\n| b\n|}\n| c <nowiki>| d</nowiki> <!-- e -->\n|}'],
  ['headings', '== A ==\n=== B ===\n{|\n! x\n|-\n| y\n|}\n== C ==\n* z'],
] as const;

/** Blocks without what wikitext cannot tell: which links are red. */
function comparable(blocks: readonly Block[]): unknown {
  return JSON.parse(JSON.stringify(blocks, (key, value: unknown) => (key === 'red' ? undefined : value)));
}

const gate = mediawikiGate();

describe.runIf(gate.run)(`tables and lists of a real MediaWiki${gate.note}`, () => {
  let wiki: MediaWiki;
  let dir: string;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'folkways-parity-'));
    writeFileSync(join(dir, 'wiki.xml'), EXPORT);
    wiki = await startMediaWiki({ imports: [join(dir, 'wiki.xml')], links: false });
  }, 120_000);
  afterAll(async () => {
    await wiki.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it.each([...golden, ...further])('gives the same blocks from HTML and from wikitext: %s', async (_, text) => {
    const body = new URLSearchParams({
      action: 'parse',
      format: 'json',
      formatversion: '2',
      title: 'Test',
      contentmodel: 'wikitext',
      prop: 'text',
      disablelimitreport: '1',
      text,
    });
    const reply = (await (await fetch(wiki.apiUrl, { method: 'POST', body })).json()) as { parse: { text: string } };
    const fromText = readBlocks(renderWikitext(text, { linkTarget: plainLinkTarget }));
    expect(comparable(readBlocks(reply.parse.text))).toEqual(comparable(fromText));
  });
});
