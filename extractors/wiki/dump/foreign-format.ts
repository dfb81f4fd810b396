// Names what a file is when it is no dump, so that the message helps: most wrong files are error pages that a download saved, or
// the SQL file next to the wanted one.

/** Bytes at the beginning that are looked at. */
export const SNIFF_BYTES = 512;

/** A format that is not MediaWiki XML. */
export interface ForeignFormat {
  readonly what: string;
  readonly hint?: string;
}

const BINARY: readonly (readonly [hex: string, what: string, hint?: string])[] = [
  ['0000feff', 'UTF-32 text', 'Convert the file to UTF-8.'],
  ['fffe0000', 'UTF-32 text', 'Convert the file to UTF-8.'],
  ['feff', 'UTF-16 text', 'Convert the file to UTF-8.'],
  ['fffe', 'UTF-16 text', 'Convert the file to UTF-8.'],
  ['3c00', 'UTF-16 text', 'Convert the file to UTF-8.'],
  ['003c', 'UTF-16 text', 'Convert the file to UTF-8.'],
  ['53514c69746520666f726d6174203300', 'a SQLite database'],
  ['1f8b', 'gzip data', 'The file is packed twice: unpack it once.'],
  ['425a68', 'bzip2 data', 'The file is packed twice, or its first bytes are damaged: unpack it once.'],
  ['fd377a585a00', 'an xz archive', 'Unpack it with `xz -d` first.'],
  ['28b52ffd', 'a Zstandard archive', 'Unpack it with `zstd -d` first.'],
  ['377abcaf271c', 'a 7-Zip archive', 'Unpack it with `7z x` first.'],
  ['504b0304', 'a ZIP archive', 'Unpack it first.'],
  ['25504446', 'a PDF file'],
  ['50415231', 'a Parquet file'],
];

const SQL = 'Only the XML dump holds page texts: take the file named pages-articles.xml.';

const TEXTUAL: readonly (readonly [pattern: RegExp, what: string, hint?: string])[] = [
  [
    /^(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)?<(!doctype\s+)?html\b/i,
    'an HTML page',
    'A download may have saved the error page of a server: look into the file.',
  ],
  [/^version https:\/\/git-lfs/, 'a Git LFS pointer', 'Fetch the file itself with `git lfs pull`.'],
  [/^(--|\/\*!|INSERT INTO|CREATE TABLE|DROP TABLE)/i, 'an SQL dump', SQL],
  [/^\d+:\d+:/, 'the index of a multistream dump', 'Give the dump itself, without `-index` in its name.'],
  [/^[[{]/, 'JSON'],
];

/**
 * What a file is, by its first bytes, when it cannot be XML in UTF-8.
 * @param head - the first bytes, unpacked
 * @returns words for people, or undefined when the bytes may begin an XML file
 */
export function foreignFormat(head: Uint8Array): ForeignFormat | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, SNIFF_BYTES));
  const hex = bytes.toString('hex');
  const binary = BINARY.find(([magic]) => hex.startsWith(magic));
  if (binary !== undefined) return format(binary[1], binary[2]);
  if (bytes.toString('latin1', 257, 262) === 'ustar') return format('a tar archive', 'Unpack it first.');
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text === '') return bytes.length < SNIFF_BYTES ? format('white space only') : undefined;
  const textual = TEXTUAL.find(([pattern]) => pattern.test(text));
  if (textual !== undefined) return format(textual[1], textual[2]);
  if (text.startsWith('<')) return undefined;
  return format(bytes.includes(0) ? 'binary data' : `text that begins with ${JSON.stringify(text.slice(0, 30))}`);
}

function format(what: string, hint?: string): ForeignFormat {
  return hint === undefined ? { what } : { what, hint };
}
