// A whole real wiki (Latgalian, 2,004 pages) through the scanner. The numbers were compared once with a MediaWiki 1.39 that had
// imported the same dump: every page without templates had the same links, language links and categories.
import { existsSync, readFileSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { wikitextToParagraphs } from '../../extractors/wiki/prose.js';
import type { WikitextScan } from '../../extractors/wiki/markup/scan.js';
import { scanWikitext } from '../../extractors/wiki/markup/scan.js';
import { splitSections } from '../../extractors/wiki/markup/sections.js';
import { parseTitle } from '../../extractors/wiki/markup/title.js';
import { siteFromDump } from '../../extractors/wiki/site/site.js';

const DUMP = new URL('../../../shared/real/dumps/ltgwiki-pages-articles.xml', import.meta.url);
const present = existsSync(DUMP);

interface Page {
  readonly title: string;
  readonly model: string;
  readonly text: string;
  /** What the dump itself says of a redirect page. */
  readonly redirect: string | undefined;
}

function readDump() {
  const pages: Page[] = [];
  const namespaces: { id: number; name: string; case: string | undefined }[] = [];
  const values = new Map<string, string>();
  let lang = '';
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    text = '';
    if (name === 'mediawiki') lang = String(attributes['xml:lang']);
    if (name === 'page') values.clear();
    if (name === 'redirect') values.set('redirect', String(attributes['title']));
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', ({ name, attributes }) => {
    if (name === 'namespace')
      namespaces.push({ id: Number(attributes['key']), name: text, case: String(attributes['case']) });
    else if (name === 'page') {
      const get = (key: string): string => values.get(key) ?? '';
      pages.push({ title: get('title'), model: get('model'), text: get('text'), redirect: values.get('redirect') });
    } else if (name !== 'redirect') values.set(name, text);
    if (name === 'siteinfo') base = values.get('base') ?? '';
    text = '';
  });
  let base = '';
  parser.write(readFileSync(DUMP, 'utf8')).close();
  return { pages, site: siteFromDump({ lang, base, namespaces }) };
}

const note = present ? '' : ' [SKIPPED: ../shared/real/dumps/ltgwiki-pages-articles.xml is absent]';

describe.runIf(present)(`the Latgalian Wikipedia${note}`, () => {
  const { pages, site } = present ? readDump() : { pages: [], site: undefined };
  const scans = new Map<string, WikitextScan>();
  if (site !== undefined) {
    for (const page of pages)
      if (page.model === 'wikitext') scans.set(page.title, scanWikitext(page.text, site, page.title));
  }
  const all = [...scans.values()];

  it('has 2,004 pages and 195 redirects, each to the page that the dump names', () => {
    expect(pages).toHaveLength(2004);
    const redirects = pages.filter((page) => page.redirect !== undefined);
    expect(redirects).toHaveLength(195);
    for (const page of redirects) expect(scans.get(page.title)?.redirect?.to, page.title).toBe(page.redirect);
    expect(all.filter((scan) => scan.redirect !== undefined)).toHaveLength(195);
  });

  it('has titles that read as themselves', () => {
    if (site === undefined) throw new Error('no site');
    for (const { title } of pages) {
      expect(parseTitle(title, site, { form: 'title' })).toMatchObject({ kind: 'page', title });
    }
  });

  it('has links, categories and language links in the numbers that were compared with MediaWiki', () => {
    const count = (pick: (scan: WikitextScan) => number): number => all.reduce((sum, scan) => sum + pick(scan), 0);
    expect({
      links: count((scan) => scan.links.length),
      targets: count((scan) => new Set(scan.links.map((link) => link.title)).size),
      categories: count((scan) => scan.categories.length),
      langlinks: count((scan) => scan.langlinks.length),
      disambiguation: count((scan) => (scan.disambiguation ? 1 : 0)),
    }).toEqual({ links: 10030, targets: 9049, categories: 1743, langlinks: 600, disambiguation: 7 });
  });

  it('falls into sections that are its text', () => {
    for (const { text } of pages) {
      expect(
        splitSections(text)
          .map(({ start, end }) => text.slice(start, end))
          .join(''),
      ).toBe(text);
    }
  });

  it('has prose in all articles but 22 that are tables and lists, and no markup in it', () => {
    const articles = pages.filter((page) => !/^[^:]+:\S/.test(page.title));
    const firsts = articles
      .filter((page) => page.model === 'wikitext' && page.redirect === undefined)
      .map((page) => wikitextToParagraphs(page.text, page.title)[0]);
    expect(firsts.length).toBeGreaterThan(850);
    expect(firsts.filter((first) => first === undefined).length).toBeLessThanOrEqual(22);
    for (const first of firsts) expect(first ?? '').not.toMatch(/\[\[|\]\]|\{\{|\}\}|'''|<ref|thumb\|/);
  });
});
