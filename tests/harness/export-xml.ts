// MediaWiki's export format, both ways: small wikis that a test writes itself, and the texts of an export to compare with.
import { SaxesParser } from 'saxes';

/** A page of a wiki that a test makes. */
export interface TestPage {
  readonly title: string;
  readonly text: string;
  /** Namespace id (0). */
  readonly ns?: number;
}

/** A page of an export. */
export interface ExportedPage {
  title: string;
  ns: string;
  id: string;
  timestamp: string;
  model: string;
  text: string;
}

/** The XML export of some pages, in English namespaces. */
export function exportXml(pages: readonly TestPage[]): string {
  const body = pages.map(
    ({ title, text, ns = 0 }, index) => `<page><title>${escape(title)}</title><ns>${ns}</ns><id>${index + 1}</id>
<revision><id>${index + 1}</id><timestamp>2024-03-01T00:${String(index % 60).padStart(2, '0')}:00Z</timestamp>
<contributor><username>Writer</username><id>0</id></contributor><model>wikitext</model><format>text/x-wiki</format>
<text xml:space="preserve">${escape(text)}</text></revision></page>`,
  );
  return `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
<siteinfo><sitename>Test</sitename><base>http://127.0.0.1/wiki/Main_Page</base><case>first-letter</case><namespaces>
<namespace key="0" case="first-letter" /><namespace key="4" case="first-letter">Project</namespace>
<namespace key="10" case="first-letter">Template</namespace><namespace key="14" case="first-letter">Category</namespace>
</namespaces></siteinfo>
${body.join('\n')}
</mediawiki>
`;
}

/** The pages of an export with their last revision. */
export function readExport(xml: string): ExportedPage[] {
  const pages: ExportedPage[] = [];
  const path: string[] = [];
  const parser = new SaxesParser();
  let page: ExportedPage = empty();
  let text = '';
  parser.on('opentag', ({ name }) => {
    path.push(name);
    if (name === 'page') page = empty();
    if (name === 'revision') page.text = '';
    text = '';
  });
  parser.on('text', (part) => (text += part));
  parser.on('closetag', ({ name }) => {
    path.pop();
    if (name === 'page') pages.push(page);
    else if (name === 'id' && path.at(-1) === 'revision') page.id = text;
    else if (['title', 'ns', 'timestamp', 'model', 'text'].includes(name)) page[name as 'title'] = text;
  });
  parser.write(xml).close();
  return pages;
}

function empty(): ExportedPage {
  return { title: '', ns: '', id: '', timestamp: '', model: '', text: '' };
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
