import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../../../extractors/wiki/dump/decode-text.js';
import { failure } from './dump-xml.js';

async function* chunks(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const size of sizes) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
  yield bytes.subarray(at);
}

async function decoded(bytes: Uint8Array, sizes: readonly number[] = []): Promise<string> {
  let text = '';
  for await (const piece of decodeText(chunks(bytes, sizes), 'x.xml')) {
    expect(piece.length).toBeGreaterThan(0);
    text += piece;
  }
  return text;
}

describe('decodeText', () => {
  it('gives the same text however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 700 }),
        fc.array(fc.nat(400), { maxLength: 12 }),
        async (text, sizes) => {
          expect(await decoded(Buffer.from(`<x>${text}`), sizes)).toBe(`<x>${text}`);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('cuts long input between characters', async () => {
    const text = `<${'aé春🎉'.repeat(60_000)}`;
    expect(await decoded(Buffer.from(text))).toBe(text);
  });

  it('drops a byte order mark, also one that is cut', async () => {
    expect(await decoded(Buffer.from('\uFEFF<mediawiki>'), [1, 1])).toBe('<mediawiki>');
  });

  it('names the offset of the first byte that is not UTF-8', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 900 }),
        fc.constantFrom([0xff], [0x80], [0xc0, 0xaf], [0xe2, 0x28], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]),
        fc.array(fc.nat(400), { maxLength: 8 }),
        async (text, wrong, sizes) => {
          const good = Buffer.from(`<${text}`);
          const said = await failure(
            decodeText(chunks(Buffer.concat([good, Buffer.from(wrong), Buffer.from('</x>')]), sizes), 'x.xml'),
          );
          expect(said).toContain(
            `FatalError dump-invalid: x.xml: the byte at offset ${good.length} of the unpacked data is not UTF-8`,
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('marks a character that is cut at the very end', async () => {
    expect(await decoded(Buffer.from('<a>é').subarray(0, 4))).toBe('<a>\uFFFD');
    expect(
      await decoded(Buffer.concat([Buffer.from(`<${'x'.repeat(600)}`), Buffer.from([0xf0, 0x9f])]), [550]),
    ).toMatch(/x\uFFFD$/);
  });

  it.each<[string, Uint8Array | string, RegExp]>([
    ['UTF-16 with a mark', Buffer.from('\uFEFF<mediawiki>', 'utf16le'), /but UTF-16 text/],
    ['UTF-16 without', Buffer.from('<mediawiki>', 'utf16le'), /but UTF-16 text/],
    ['big-endian UTF-16', Buffer.from('\uFEFF<mediawiki>', 'utf16le').swap16(), /but UTF-16 text/],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), /but UTF-32 text/],
    ['SQLite', 'SQLite format 3\0\x10\0', /but a SQLite database/],
    ['HTML', '\n<!DOCTYPE html>\n<html><body>Not found', /but an HTML page \| A download may/],
    ['XHTML', '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">', /but an HTML page/],
    ['JSON', '{"query": {}}', /but JSON/],
    ['SQL', '-- MySQL dump 10.19\n', /but an SQL dump \| Only the XML dump/],
    ['the multistream index', '617:10:AccessibleComputing\n', /but the index of a multistream dump/],
    ['a pointer', 'version https://git-lfs.github.com/spec/v1\n', /but a Git LFS pointer/],
    ['xz', Buffer.from('fd377a585a0000', 'hex'), /but an xz archive \| Unpack/],
    ['twice packed', Buffer.from('1f8b0800', 'hex'), /but gzip data \| The file is packed twice/],
    ['a text', 'Dear reader, this is no dump', /but text that begins with "Dear reader, this is no dump"/],
    ['bytes', Buffer.from([1, 2, 0, 3]), /but binary data/],
    ['white space', ' \n\n', /but white space only/],
  ])('says what %s is', async (_, content, expected) => {
    const said = await failure(decodeText(chunks(Buffer.from(content), []), 'x.xml'));
    expect(said).toMatch(/^FatalError dump-invalid: x\.xml: this is not MediaWiki export XML in UTF-8 /);
    expect(said).toMatch(expected);
  });
});
