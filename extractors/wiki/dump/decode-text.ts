// From bytes to text. Dumps are UTF-8 and nothing else; a wrong byte is an error with its place, never a replacement character
// that would go into the benchmark unseen.
import { isUtf8 } from 'node:buffer';
import { FatalError } from '../../../schemas/errors.js';
import { foreignFormat, SNIFF_BYTES } from './foreign-format.js';

/** Longest piece of text given on at once, in bytes: keeps what is parsed at one time small. */
const PIECE_BYTES = 64 * 1024;

/**
 * The text of a UTF-8 byte stream, in pieces of at most 64 KiB. A byte order mark is dropped, characters may lie across chunks.
 * @param chunks - the bytes, in chunks of any size
 * @param path - name of the file, for messages
 * @returns pieces of text, none of them empty; a character cut at the very end of the file comes as U+FFFD
 * @throws FatalError `dump-invalid` when the first bytes are those of another format or encoding, or when a byte is not UTF-8
 */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  let offset = 0;
  let started = false;
  for await (const chunk of chunks) {
    const bytes: Buffer =
      rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : Buffer.concat([rest, chunk]);
    rest = bytes;
    if (!started && bytes.length < SNIFF_BYTES) continue;
    let at = started ? 0 : begin(bytes, path);
    started = true;
    while (at < bytes.length) {
      const end = wholeCharacters(bytes, at, Math.min(at + PIECE_BYTES, bytes.length));
      if (end === at) break;
      yield decode(bytes.subarray(at, end), offset + at, path);
      at = end;
    }
    // A copy: a slice of three bytes would keep the whole chunk in memory.
    rest = Buffer.from(bytes.subarray(at));
    offset += at;
  }
  const at = started ? 0 : begin(rest, path);
  const end = wholeCharacters(rest, at, rest.length);
  if (end > at) yield decode(rest.subarray(at, end), offset + at, path);
  // A character cut at the very end: the reader knows whether the closing tag is missing (truncated) or there is more behind it.
  if (end < rest.length) yield '\uFFFD';
}

/** Checks the first bytes of the stream; gives the offset of the text behind a byte order mark. */
function begin(head: Buffer, path: string): number {
  const format = foreignFormat(head);
  if (format !== undefined) {
    throw new FatalError('dump-invalid', `${path}: this is not MediaWiki export XML in UTF-8 but ${format.what}`, {
      hint: format.hint ?? 'Give a pages-articles dump: .xml, .xml.gz or .xml.bz2.',
    });
  }
  return head.length >= 3 && head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
}

/** The end of the last character that is whole; `end` itself where the bytes are no UTF-8 anyway. */
function wholeCharacters(bytes: Buffer, start: number, end: number): number {
  for (let back = 1; back <= 3 && end - back >= start; back += 1) {
    const byte = bytes[end - back] ?? 0;
    if (byte < 0x80) return end;
    if (byte >= 0xf8) return end;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? end - back : end;
    }
  }
  return end;
}

function decode(bytes: Buffer, offset: number, path: string): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  let low = 0;
  let high = bytes.length;
  // The longest valid beginning: cut back to whole characters, validity only gets lost as the piece grows.
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (isUtf8(bytes.subarray(0, wholeCharacters(bytes, 0, middle)))) low = middle;
    else high = middle;
  }
  const wrong = offset + wholeCharacters(bytes, 0, low);
  throw new FatalError('dump-invalid', `${path}: the byte at offset ${wrong} of the unpacked data is not UTF-8`, {
    hint: 'MediaWiki writes UTF-8 only: the file was damaged or converted. Download it again.',
  });
}
