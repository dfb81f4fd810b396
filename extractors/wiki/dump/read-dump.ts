// Reads a dump in one pass: header, pages, counts. Method: a streaming XML parser over the unpacked file; what is in memory at a
// time is one piece of 64 KiB and the pages in it. What the pages mean (links, redirects) is left to dump-source.ts.
import { FatalError } from '../../../schemas/errors.js';
import { decodeText } from './decode-text.js';
import { openDump, type OpenDumpOptions } from './decompress.js';
import type { DumpEvent } from './dump-page.js';
import { createPageReader, type PageReader } from './page-reader.js';
import { createElementParser, type ElementParser } from './xml-elements.js';

/**
 * Reads a MediaWiki dump (`pages-articles.xml`, plain, gzip or bzip2, export schemas 0.3 to 0.11).
 * @param path - the file
 * @param options - which bzip2 decoder to use
 * @returns the header, then each page with its newest revision, then the counts; nothing is read ahead of what is taken
 * @throws PrerequisiteError `bad-input` for a file that is not there, unreadable or empty; FatalError `dump-invalid` for what is
 * not MediaWiki XML, with the line or offset; FatalError `dump-truncated` when the file ends before `</mediawiki>`, with the
 * number of pages that were read
 */
export async function* readDump(path: string, options: OpenDumpOptions = {}): AsyncGenerator<DumpEvent> {
  yield* readDumpText(decodeText(openDump(path, options), path), path);
}

/**
 * Reads a MediaWiki dump from text.
 * @param pieces - the XML, cut anywhere
 * @param name - what to call it in messages
 * @returns as readDump
 * @throws as readDump
 */
export async function* readDumpText(pieces: AsyncIterable<string>, name: string): AsyncGenerator<DumpEvent> {
  const reader: PageReader = createPageReader((what, hint) => parser.invalid(what, hint));
  const parser: ElementParser = createElementParser(name, reader);
  try {
    for await (const piece of pieces) {
      parser.write(piece);
      yield* reader.take();
    }
  } catch (error) {
    if (error instanceof FatalError && error.code === 'dump-truncated') throw truncated(error.message, reader, error);
    throw error;
  }
  if (!parser.complete()) throw truncated(`${name}: the file ends before </mediawiki>`, reader);
  parser.close();
  yield { kind: 'end', counts: reader.counts() };
}

function truncated(message: string, reader: PageReader, cause?: FatalError): FatalError {
  const { pages } = reader.counts();
  const last = reader.lastTitle();
  const reached =
    last === undefined
      ? 'no page was read whole'
      : `${pages} pages were read whole, the last is ${JSON.stringify(last)}`;
  return new FatalError('dump-truncated', `${message}; ${reached}`, {
    ...(cause === undefined ? {} : { cause }),
    hint: 'Download the file again, and compare its size or checksum with that of the server.',
  });
}
