import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readDump, readDumpText } from '../../../../../extractors/wiki/dump/read-dump.js';
import type { DumpEvent } from '../../../../../extractors/wiki/dump/dump-page.js';
import { cut, dump, failure, file, page, pagesOf, revision, SITEINFO } from './dump-xml.js';

const read = (xml: string): AsyncGenerator<DumpEvent> => readDumpText(cut(xml), 'x.xml');
const bare = (inner: string): string => `<page><title>P</title><ns>0</ns><id>1</id>${inner}</page>`;

async function counts(xml: string) {
  let last: DumpEvent | undefined;
  for await (const event of read(xml)) last = event;
  return last?.kind === 'end' ? last.counts : undefined;
}

describe('readDump', () => {
  it('gives the header first, then pages, then counts', async () => {
    const events: DumpEvent[] = [];
    const xml = dump(
      page('Lantern &amp; Sons', 'A &lt;b&gt; &quot;c&quot;\n') +
        page('Old', '#REDIRECT [[New#Part]]', { redirect: 'New' }),
    );
    for await (const event of readDump(
      file('small.xml.gz', gzipSync(`\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)),
    ))
      events.push(event);
    expect(events.map(({ kind }) => kind)).toEqual(['header', 'page', 'page', 'end']);
    expect(events[0]).toMatchObject({
      header: {
        lang: 'en',
        sitename: 'Feastpedia',
        base: 'https://feast.example/wiki/Main_Page',
        case: 'first-letter',
      },
    });
    expect(events[0]?.kind === 'header' && events[0].header.namespaces.slice(1, 4)).toEqual([
      { id: -1, name: 'Special', case: 'first-letter' },
      { id: 0, name: '', case: 'first-letter' },
      { id: 2, name: 'User', case: 'case-sensitive' },
    ]);
    expect(events[1]).toMatchObject({
      page: { title: 'Lantern & Sons', ns: 0, model: 'wikitext', text: 'A <b> "c"\n', textDeleted: false },
    });
    expect(events[1]).not.toHaveProperty('page.redirectTitle');
    expect(events[2]).toMatchObject({
      page: { title: 'Old', redirectTitle: 'New', timestamp: '2020-01-01T00:00:00Z' },
    });
    expect(events[3]).toMatchObject({ counts: { pages: 2, olderRevisions: 0 } });
  });

  it('gives the same pages however the text is cut', async () => {
    const xml = dump(
      page('é 春 🎉', 'x&#x1F389;\r\ny&#13;&amp;amp; <![CDATA[<raw> & ]]>z') +
        bare(revision().replace(/<text.*<\/text>/, '<text bytes="0" />')) +
        page('Q', ''),
    );
    const whole = await pagesOf(readDumpText(cut(xml, xml.length), 'x'));
    expect(whole.map(({ text }) => text)).toEqual(['x🎉\ny\r&amp; <raw> & z', '', '']);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (length) => {
        expect(await pagesOf(readDumpText(cut(xml, length), 'x'))).toEqual(whole);
      }),
    );
  });

  it('never lets an empty text swallow the next page', async () => {
    const empty = bare(revision().replace(/<text.*<\/text>/, '<text xml:space="preserve" />'));
    expect(
      (await pagesOf(read(dump(empty + page('Next', 'its own'))))).map(({ title, text }) => [title, text]),
    ).toEqual([
      ['P', ''],
      ['Next', 'its own'],
    ]);
  });

  it('takes the newest of several revisions by time, then id, wherever it stands', async () => {
    const revisions = [
      revision({ id: 5, time: '2021-05-01T00:00:00Z', text: 'newest' }),
      revision({ id: 9, time: '2019-05-01T00:00:00Z', text: 'imported late' }),
      revision({ id: 4, time: '2021-05-01T00:00:00Z', text: 'same second, before' }),
    ];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
    ]) {
      const xml = dump(bare(order.map((at) => revisions[at]).join('')));
      expect(await pagesOf(read(xml))).toMatchObject([{ text: 'newest', revision: 5, pageId: 1 }]);
      expect(await counts(xml)).toMatchObject({ pages: 1, olderRevisions: 2 });
    }
  });

  it('keeps other content models with their name, and counts further slots without reading them', async () => {
    const slot =
      '<content><role>mediainfo</role><origin>1</origin><model>wikibase-mediainfo</model><format>application/json</format><text bytes="2">{}</text></content>';
    const xml = dump(
      page('User:A/x.js', 'let a;', { ns: 2, model: 'javascript' }) +
        bare(revision({ text: 'main' }).replace('</revision>', `${slot}</revision>`)),
    );
    expect(await pagesOf(read(xml))).toMatchObject([
      { model: 'javascript', text: 'let a;' },
      { model: 'wikitext', text: 'main' },
    ]);
    expect(await counts(xml)).toMatchObject({ extraSlots: 1 });
  });

  it('marks and counts deleted texts, log items and pages without a revision', async () => {
    const deleted = bare(revision().replace(/<text.*<\/text>/, '<text bytes="12" deleted="deleted" />'));
    const log =
      '<logitem><id>1</id><timestamp>2020-01-01T00:00:00Z</timestamp><type>move</type><logtitle>P</logtitle><text>no page</text></logitem>';
    const xml = dump(
      log +
        deleted +
        bare('') +
        '<page><title>U</title><ns>6</ns><id>3</id><upload><timestamp>x</timestamp><filename>y</filename></upload></page>',
    );
    expect(await pagesOf(read(xml))).toMatchObject([{ title: 'P', text: '', textDeleted: true }]);
    expect(await counts(xml)).toEqual({
      pages: 1,
      olderRevisions: 0,
      extraSlots: 0,
      logItems: 1,
      deletedTexts: 1,
      pagesWithoutRevision: 2,
    });
  });

  it('reads old schemas, which know neither namespaces of pages nor models', async () => {
    const old = (title: string) =>
      `<page><title>${title}</title><id>4</id><redirect /><revision><id>2</id><timestamp>2008-01-01T00:00:00Z</timestamp><text>t</text></revision></page>`;
    const pages = await pagesOf(
      read(dump(old('Category:A') + old('Re: B'), SITEINFO.replaceAll(/ case="[^"]*"/g, ''))),
    );
    expect(pages).toMatchObject([{ ns: 14, model: 'wikitext', format: 'text/x-wiki' }, { ns: 0 }]);
    expect(pages[0]).not.toHaveProperty('redirectTitle');
  });

  it('reads no further than what is taken', async () => {
    let given = 0;
    async function* pieces() {
      for (const piece of [
        dump('').replace('</mediawiki>\n', ''),
        ...Array.from({ length: 100 }, (_, at) => page(`P${at}`, 'x')),
      ]) {
        given += 1;
        yield piece;
      }
    }
    for await (const event of readDumpText(pieces(), 'x'))
      if (event.kind === 'page' && event.page.title === 'P3') break;
    expect(given).toBe(5);
  });

  it.each<[string, string, RegExp]>([
    ['a page before the header', dump(page('A', 'x'), ''), /line 1: a page stands before any <siteinfo> \| Without it/],
    ['another root element', '<rss version="2.0"><channel /></rss>', /the root element is <rss>, not <mediawiki>/],
    [
      'an entity bomb',
      `<!DOCTYPE mediawiki [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${dump(page('A', '&b;'))}`,
      /a document type declaration stands here/,
    ],
    ['an unknown entity', dump(page('A', '&nbsp;')), /not well-formed XML: undefined entity/],
    ['a wrong tag', dump('\n\n<page><title>A</titel></page>'), /line 8: not well-formed XML: unexpected close tag/],
    ['a control character', dump(page('A', '\u0001')), /not well-formed XML: disallowed character/],
    [
      'two dumps in one file',
      dump(page('A', 'x')) + dump(page('B', 'x')),
      /not well-formed XML: documents may contain only one root/,
    ],
    ['text behind the end', `${dump('')} more`, /not well-formed XML: text data outside of root node/],
    ['a second header', dump(SITEINFO), /a second <siteinfo>/],
    ['a header without language', dump('').replace(' xml:lang="en"', ''), /does not say the language/],
    ['a header without address', dump('', SITEINFO.replace(/<base>.*<\/base>/, '')), /does not say the address/],
    [
      'a header without namespaces',
      dump('', SITEINFO.replace(/<namespaces>[^]*<\/namespaces>/, '')),
      /names no namespaces/,
    ],
    ['a namespace without key', dump('', SITEINFO.replace('key="14"', '')), /the key of a namespace is missing/],
    ['a page without title', dump('<page><ns>0</ns></page>'), /a page has no title/],
    [
      'a namespace that is no number',
      dump(page('A', 'x').replace('<ns>0', '<ns>zero')),
      /the namespace of "A" is "zero"/,
    ],
    ['a revision without id', dump(bare(revision().replace('<id>1</id>', ''))), /the id of a revision is missing/],
    ['a time that is none', dump(bare(revision({ time: 'yesterday' }))), /the time of a revision is "yesterday"/],
    ['two texts', dump(bare(revision().replace('<sha1>', '<text>b</text><sha1>'))), /two <text> elements/],
    ['an element inside a text', dump(page('A', 'a <b>c</b>')), /<b> stands inside of <text>/],
    [
      'a stub dump',
      dump(bare(revision().replace(/<text.*<\/text>/, '<text bytes="57" id="9" />'))),
      /the text of a page is left out \| This is a stub dump/,
    ],
    ['a revision without text', dump(bare(revision().replace(/<text.*<\/text>/, ''))), /a revision has no <text>/],
    ['deep nesting', dump('<x>'.repeat(30)), /nested deeper than 20/],
    ['another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${dump('')}`, /says its encoding is ISO-8859-1/],
  ])('refuses %s', async (_, xml, expected) => {
    const said = await failure(read(xml));
    expect(said).toMatch(/^FatalError dump-invalid: x\.xml: line \d+: /);
    expect(said).toMatch(expected);
  });

  it('refuses a token that never ends', async () => {
    async function* endless() {
      yield dump('').replace('</mediawiki>\n', '<page><title>');
      for (;;) yield 'x'.repeat(1 << 20);
    }
    expect(await failure(readDumpText(endless(), 'x.xml'))).toMatch(
      /dump-invalid: .*more than \d+ characters without a tag/,
    );
  });

  it('calls a dump without its closing tag truncated at every place, with the pages read', async () => {
    const xml = dump(page('A', 'x') + page('Bé', 'y')).trimEnd();
    for (let length = 1; length < xml.length; length += 7) {
      expect(await failure(read(xml.slice(0, length)))).toMatch(
        /^FatalError dump-truncated: x\.xml: the file ends before <\/mediawiki>; /,
      );
    }
    expect(await failure(read(xml.slice(0, -3)))).toContain('2 pages were read whole, the last is "Bé"');
    expect(await failure(read(xml.slice(0, 30)))).toContain('no page was read whole');
  });

  it('says how many pages were read when packed data end too early', async () => {
    const xml = dump(Array.from({ length: 3000 }, (_, at) => page(`P${at}`, `text ${at * at}`)).join(''));
    const packed = gzipSync(xml);
    expect(await failure(readDump(file('cut.xml.gz', packed.subarray(0, packed.length >> 1))))).toMatch(
      /dump-truncated: .*the gzip data end too early.*; \d+ pages were read whole, the last is "P\d+"/,
    );
  });

  it('calls a character cut at the end truncated, and one behind the end an error', async () => {
    const bytes = Buffer.from(dump(page('A', 'é')).trimEnd());
    const cutAt = bytes.indexOf(Buffer.from('é')) + 1;
    expect(await failure(readDump(file('cut.xml', bytes.subarray(0, cutAt))))).toMatch(/dump-truncated/);
    expect(await failure(readDump(file('more.xml', Buffer.concat([bytes, Buffer.from([0xc3])]))))).toMatch(
      /dump-invalid.*text data outside/,
    );
  });
});
