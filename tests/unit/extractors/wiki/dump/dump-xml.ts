// Small dumps for the tests of this folder, and what a failing read says.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { FolkwaysError } from '../../../../../schemas/errors.js';
import type { DumpEvent, DumpPage } from '../../../../../extractors/wiki/dump/dump-page.js';

const folder = mkdtempSync(join(tmpdir(), 'folkways-dump-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The header of an invented wiki. */
export const SITEINFO = `<siteinfo><sitename>Feastpedia</sitename><dbname>feast</dbname>
<base>https://feast.example/wiki/Main_Page</base><case>first-letter</case><namespaces>
<namespace key="-2" case="first-letter">Media</namespace><namespace key="-1" case="first-letter">Special</namespace>
<namespace key="0" case="first-letter" /><namespace key="2" case="case-sensitive">User</namespace>
<namespace key="6" case="first-letter">File</namespace><namespace key="10" case="first-letter">Template</namespace>
<namespace key="14" case="first-letter">Category</namespace></namespaces></siteinfo>`;

/** A dump with the given elements behind its header. */
export function dump(body: string, siteinfo = SITEINFO): string {
  return `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">${siteinfo}${body}</mediawiki>\n`;
}

let ids = 0;

/** A page element with one revision. */
export function page(title: string, text: string, { ns = 0, redirect = '', model = 'wikitext' } = {}): string {
  ids += 1;
  const target = redirect === '' ? '' : `<redirect title="${redirect}" />`;
  return `<page><title>${title}</title><ns>${ns}</ns><id>${ids}</id>${target}${revision({ id: 1000 + ids, text, model })}</page>\n`;
}

/** A revision element. */
export function revision({ id = 1, time = '2020-01-01T00:00:00Z', text = '', model = 'wikitext' } = {}): string {
  return (
    `<revision><id>${id}</id><timestamp>${time}</timestamp><contributor><username>A</username><id>7</id></contributor>` +
    `<model>${model}</model><format>text/x-wiki</format><text xml:space="preserve">${text}</text><sha1>x</sha1></revision>`
  );
}

/** Writes a file into a folder of this test run. */
export function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** The text cut into pieces of a length. */
export async function* cut(text: string, length = 50): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

/** The pages among the events. */
export async function pagesOf(events: AsyncIterable<DumpEvent>): Promise<DumpPage[]> {
  const pages: DumpPage[] = [];
  for await (const event of events) if (event.kind === 'page') pages.push(event.page);
  return pages;
}

/** Reads to the end and gives the error that must come, as `Class code: message | hint`. */
export async function failure(read: AsyncIterable<unknown> | Promise<unknown>): Promise<string> {
  try {
    if (Symbol.asyncIterator in read) for await (const _ of read);
    else await read;
  } catch (error) {
    if (error instanceof FolkwaysError) return `${error.name} ${error.code}: ${error.message} | ${error.hint ?? ''}`;
    throw error;
  }
  throw new Error('the read ended without an error');
}
