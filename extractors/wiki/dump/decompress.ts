// Opens a dump file as a stream of bytes. What the file is packed with is read from its first bytes, since names lie: browsers
// and proxies unpack a download and keep its `.gz`. What the bytes mean is left to decode-text.ts and read-dump.ts.
import { open, type FileHandle } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import { FatalError, PrerequisiteError } from '../../../schemas/errors.js';
import { bunzip2, type Bzip2Decoder, type PackedFile } from './bzip2.js';
import { unpackError } from './unpack-error.js';

/** How to open a dump. */
export interface OpenDumpOptions {
  /** bzip2 decoder; `auto` (default) takes the `bzip2` program where it is installed. */
  readonly bzip2?: Bzip2Decoder;
}

/**
 * The bytes of a dump file, unpacked when it is gzip (several members too) or bzip2 (multistream too).
 * Nothing is opened before the first chunk is asked for, and no more is read ahead than the buffers of a stream.
 * @param path - the file; its name does not matter
 * @param options - which bzip2 decoder to use
 * @returns chunks of any size
 * @throws PrerequisiteError `bad-input` when there is no such file, it cannot be read or is empty; FatalError `dump-truncated` or
 * `dump-invalid` when packed data end too early or are damaged; FatalError `source-unavailable` when the disk fails
 */
export async function* openDump(path: string, options: OpenDumpOptions = {}): AsyncGenerator<Buffer> {
  const file = await openFile(path);
  try {
    const magic = await firstBytes(file);
    if (magic.startsWith('1f8b')) yield* gunzip(file);
    else if (/^425a683[1-9]/.test(magic)) yield* bunzip2(file, options.bzip2 ?? 'auto');
    else yield* file.handle.createReadStream({ start: 0, autoClose: false });
  } catch (error) {
    throw isSystemError(error)
      ? new FatalError('source-unavailable', `${path}: reading failed: ${error.message}`, { cause: error })
      : error;
  } finally {
    await file.handle.close().catch(() => undefined);
  }
}

async function openFile(path: string): Promise<PackedFile> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    const missing = isSystemError(error) && error.code === 'ENOENT';
    const message = missing
      ? `${path}: there is no such file`
      : `${path}: cannot be opened: ${(error as Error).message}`;
    throw new PrerequisiteError('bad-input', message, {
      cause: error,
      hint: 'Give the path of a pages-articles dump, such as https://dumps.wikimedia.org/ offers: .xml, .xml.gz or .xml.bz2.',
    });
  }
  const stat = await handle.stat();
  if (stat.isFile() && stat.size > 0) return { path, handle, fileBytes: stat.size };
  await handle.close();
  const [what, hint] = stat.isDirectory()
    ? ['is a directory, not a dump file', 'Give the path of the file inside it.']
    : stat.isFile()
      ? ['the file is empty', 'Download the dump again: an empty file is what a download leaves that failed at once.']
      : ['is not an ordinary file', 'Write the data to a file first: a dump may be read more than once.'];
  throw new PrerequisiteError('bad-input', `${path}: ${what}`, { hint });
}

async function firstBytes(file: PackedFile): Promise<string> {
  const { buffer, bytesRead } = await file.handle.read(Buffer.alloc(10), 0, 10, 0);
  return buffer.toString('hex', 0, bytesRead);
}

async function* gunzip(file: PackedFile): AsyncGenerator<Buffer> {
  const unzip = createGunzip();
  let unpackedBytes = 0;
  // A failure of either stream destroys both; the loop below sees it.
  const piped = pipeline(file.handle.createReadStream({ start: 0, autoClose: false }), unzip).catch(() => undefined);
  try {
    for await (const chunk of unzip as AsyncIterable<Buffer>) {
      unpackedBytes += chunk.length;
      yield chunk;
    }
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? '';
    if (!code.startsWith('Z_')) throw cause;
    const kind = code === 'Z_BUF_ERROR' ? 'truncated' : 'corrupt';
    throw unpackError({ ...file, packing: 'gzip', kind, unpackedBytes, cause });
  } finally {
    unzip.destroy();
    await piped;
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
