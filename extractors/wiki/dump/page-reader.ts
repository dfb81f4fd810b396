// The elements of MediaWiki's export format, schemas 0.3 to 0.11 (https://www.mediawiki.org/wiki/Help:Export), as header and
// pages. One page element gives one page: a text never runs over into the next, self-closed or not.
import type { Attributes, ElementHandler } from './xml-elements.js';
import type { DumpCounts, DumpEvent, DumpHeader, DumpNamespace, DumpPage } from './dump-page.js';

/** Collects events while the parser calls its handler. */
export interface PageReader extends ElementHandler {
  /** The events since the last call. */
  readonly take: () => DumpEvent[];
  readonly counts: () => DumpCounts;
  /** Title of the last page that was read whole. */
  readonly lastTitle: () => string | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Revision = Pick<DumpPage, 'revision' | 'timestamp' | 'model' | 'format' | 'text' | 'textDeleted'>;

const ROOT = '/mediawiki';
const INFO = `${ROOT}/siteinfo`;
const PAGE = `${ROOT}/page`;
const REVISION = `${PAGE}/revision`;
const LEAVES = new Set([
  ...['sitename', 'base', 'case', 'namespaces/namespace'].map((name) => `${INFO}/${name}`),
  ...['title', 'ns', 'id'].map((name) => `${PAGE}/${name}`),
  ...['id', 'timestamp', 'model', 'format', 'text'].map((name) => `${REVISION}/${name}`),
]);
const STUB = 'This is a stub dump. Take the file named pages-articles.xml, which holds the texts.';

/**
 * A reader for one dump.
 * @param invalid - makes the error for a place in the file
 * @returns the reader, an element handler
 */
export function createPageReader(invalid: (what: string, hint?: string) => Error): PageReader {
  let events: DumpEvent[] = [];
  const counts: Mutable<DumpCounts> = {
    ...{ pages: 0, olderRevisions: 0, extraSlots: 0, logItems: 0, deletedTexts: 0, pagesWithoutRevision: 0 },
  };
  let lang: string | undefined;
  let header: DumpHeader | undefined;
  const namespaces: DumpNamespace[] = [];
  let namespace: { id: number; case: string | undefined } | undefined;
  let fields = new Map<string, string>();
  let redirectTitle: string | undefined;
  let newest: Revision | undefined;
  let textState: 'absent' | 'present' | 'deleted' = 'absent';
  let lastTitle: string | undefined;

  const integer = (path: string, what: string, text = fields.get(path)): number => {
    if (text === undefined || !/^-?\d{1,15}$/.test(text.trim()))
      throw invalid(`${what} is ${text === undefined ? 'missing' : JSON.stringify(text.slice(0, 40))}`);
    return Number(text);
  };
  const dropFields = (prefix: string): void => {
    for (const path of [...fields.keys()]) if (path.startsWith(`${prefix}/`)) fields.delete(path);
  };

  const readHeader = (): void => {
    if (header !== undefined) throw invalid('a second <siteinfo>', 'Several dumps were joined: give them one by one.');
    const base = fields.get(`${INFO}/base`)?.trim();
    if (lang === undefined || lang === '')
      throw invalid('<mediawiki> does not say the language of the wiki (xml:lang)');
    if (base === undefined || base === '') throw invalid('<siteinfo> does not say the address of the wiki (<base>)');
    if (namespaces.length === 0) throw invalid('<siteinfo> names no namespaces');
    const letters = letterCase(fields.get(`${INFO}/case`), 'first-letter');
    header = { lang, sitename: fields.get(`${INFO}/sitename`) ?? '', base, case: letters, namespaces };
    events.push({ kind: 'header', header });
    fields = new Map();
  };

  const readRevision = (): void => {
    const timestamp = (fields.get(`${REVISION}/timestamp`) ?? '').trim();
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(timestamp))
      throw invalid(`the time of a revision is ${JSON.stringify(timestamp)}`);
    if (textState === 'absent') throw invalid('a revision has no <text>', STUB);
    const revision: Revision = {
      revision: integer(`${REVISION}/id`, 'the id of a revision'),
      timestamp,
      model: fields.get(`${REVISION}/model`) ?? 'wikitext',
      format: fields.get(`${REVISION}/format`) ?? 'text/x-wiki',
      text: fields.get(`${REVISION}/text`) ?? '',
      textDeleted: textState === 'deleted',
    };
    dropFields(REVISION);
    if (newest !== undefined) counts.olderRevisions += 1;
    if (newest === undefined || isNewer(revision, newest)) newest = revision;
  };

  const readPage = (known: DumpHeader): void => {
    const title = detach(fields.get(`${PAGE}/title`) ?? '');
    if (title === '') throw invalid('a page has no title');
    const stated = fields.get(`${PAGE}/ns`);
    const ns =
      stated === undefined
        ? namespaceOf(title, known)
        : integer('', `the namespace of ${JSON.stringify(title)}`, stated);
    if (newest === undefined) counts.pagesWithoutRevision += 1;
    else {
      const pageId = integer(`${PAGE}/id`, `the id of page ${JSON.stringify(title)}`);
      const redirect =
        redirectTitle === undefined || redirectTitle === '' ? {} : { redirectTitle: detach(redirectTitle) };
      events.push({ kind: 'page', page: { title, ns, pageId, ...redirect, ...newest } });
      counts.pages += 1;
      if (newest.textDeleted) counts.deletedTexts += 1;
      lastTitle = title;
    }
    fields = new Map();
    newest = redirectTitle = undefined;
  };

  const openText = (attributes: Attributes, selfClosing: boolean): void => {
    if (textState !== 'absent') throw invalid('a revision has two <text> elements');
    textState = 'deleted' in attributes ? 'deleted' : 'present';
    if (selfClosing && textState === 'present' && Number(attributes['bytes'] ?? 0) > 0)
      throw invalid('the text of a page is left out', STUB);
  };

  return {
    leaves: LEAVES,
    open: (path, attributes, selfClosing) => {
      if (path === ROOT) lang = attributes['xml:lang'];
      else if (!path.startsWith(`${ROOT}/`))
        throw invalid(
          `the root element is <${path.slice(1)}>, not <mediawiki>`,
          'This XML is of another format. Give a pages-articles dump.',
        );
      else if (path === `${INFO}/namespaces/namespace`)
        namespace = { id: integer('', 'the key of a namespace', attributes['key']), case: attributes['case'] };
      else if (path === PAGE && header === undefined)
        throw invalid(
          'a page stands before any <siteinfo>',
          'Without it the namespaces of the wiki are unknown. Put the <siteinfo> of a full dump of the same wiki in front.',
        );
      else if (path === `${PAGE}/redirect`) redirectTitle = attributes['title'];
      else if (path === REVISION) textState = 'absent';
      else if (path === `${REVISION}/text`) openText(attributes, selfClosing);
      else if (path === `${REVISION}/content`) counts.extraSlots += 1;
      else if (path === `${ROOT}/logitem`) counts.logItems += 1;
    },
    close: (path, text) => {
      if (path === `${INFO}/namespaces/namespace` && namespace !== undefined) {
        namespaces.push({ id: namespace.id, name: text, case: letterCase(namespace.case, fields.get(`${INFO}/case`)) });
      } else if (LEAVES.has(path)) fields.set(path, text);
      else if (path === INFO) readHeader();
      else if (path === REVISION) readRevision();
      else if (path === PAGE && header !== undefined) readPage(header);
    },
    take: () => {
      const taken = events;
      if (taken.length > 0) events = [];
      return taken;
    },
    counts: () => ({ ...counts }),
    lastTitle: () => lastTitle,
  };
}

function letterCase(stated: string | undefined, otherwise: string | undefined): 'first-letter' | 'case-sensitive' {
  return (stated ?? otherwise) === 'case-sensitive' ? 'case-sensitive' : 'first-letter';
}

function isNewer(one: Revision, other: Revision): boolean {
  return one.timestamp === other.timestamp ? one.revision > other.revision : one.timestamp > other.timestamp;
}

/** Dumps before schema 0.6 do not number namespaces. */
function namespaceOf(title: string, header: DumpHeader): number {
  const prefix = title.slice(0, Math.max(title.indexOf(':'), 0));
  return header.namespaces.find(({ name }) => name !== '' && name === prefix)?.id ?? 0;
}

/** A copy: a slice of the parsed piece would keep all 64 KiB of it in memory as long as the title lives. */
function detach(text: string): string {
  return Buffer.from(text).toString();
}
