// Two bzip2 decoders under one face: the `bzip2` program as a child process, and unbzip2-stream where there is none (3.4 times
// slower, measured). Both take concatenated streams, and both end without an error at bytes that are no further stream: whether
// something is missing there is for the XML reader to say, which knows the closing tag.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import unbzip2Stream from 'unbzip2-stream';
import { unpackError } from './unpack-error.js';

/** An open packed file. */
export interface PackedFile {
  readonly path: string;
  readonly handle: FileHandle;
  readonly fileBytes: number;
}

/** Which decoder: the program where it is installed (`auto`), or always one of the two. */
export type Bzip2Decoder = 'auto' | 'program' | 'javascript';

const STDERR_LIMIT = 2000;

/**
 * The unpacked bytes of a bzip2 file.
 * @param file - the open file; this function leaves it open
 * @param decoder - which decoder to use
 * @returns chunks of any size
 * @throws FatalError `dump-truncated` when the data end inside a stream, `dump-invalid` when they are damaged
 */
export async function* bunzip2(file: PackedFile, decoder: Bzip2Decoder): AsyncGenerator<Buffer> {
  const program = decoder === 'javascript' ? undefined : await startProgram(file);
  if (program !== undefined) yield* readProgram(file, program);
  else if (decoder === 'program') throw new Error('the bzip2 program is not on the PATH');
  else yield* decodeInJavaScript(file);
}

async function startProgram(file: PackedFile) {
  // Given as standard input, the file cannot be taken for an option, whatever its name.
  const child = spawn('bzip2', ['-dc'], {
    stdio: [file.handle.fd, 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
  });
  try {
    await once(child, 'spawn');
    return child;
  } catch {
    return undefined;
  }
}

async function* readProgram(file: PackedFile, child: NonNullable<Awaited<ReturnType<typeof startProgram>>>) {
  let unpackedBytes = 0;
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, STDERR_LIMIT);
  });
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      unpackedBytes += chunk.length;
      yield chunk;
    }
    const [code, signal] = await closed;
    if (code === 0) return;
    const cause = new Error(said.replaceAll(/\s+/g, ' ').trim() || `bzip2 ended with ${signal ?? `exit code ${code}`}`);
    const kind = /ends unexpectedly/.test(said) ? 'truncated' : 'corrupt';
    throw unpackError({ ...file, packing: 'bzip2', kind, unpackedBytes, cause });
  } finally {
    child.kill();
    await closed;
  }
}

async function* decodeInJavaScript(file: PackedFile): AsyncGenerator<Buffer> {
  const decoder = unbzip2Stream();
  let ready: Buffer[] = [];
  let failure: Error | undefined;
  let unpackedBytes = 0;
  let ending = false;
  decoder.on('data', (chunk) => ready.push(chunk)).on('error', (error) => (failure ??= error));
  const take = (): Buffer[] => {
    const taken = ready;
    ready = [];
    for (const chunk of taken) unpackedBytes += chunk.length;
    return taken;
  };
  for await (const chunk of file.handle.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>) {
    decoder.write(chunk);
    yield* take();
    if (failure !== undefined) break;
  }
  if (failure === undefined) {
    ending = true;
    decoder.end();
    yield* take();
  }
  if (failure === undefined || (unpackedBytes > 0 && /No magic number/.test(failure.message))) return;
  // At the end of the input the decoder runs into the missing bytes with a TypeError.
  const kind =
    ending && (failure instanceof TypeError || /prematurely/.test(failure.message)) ? 'truncated' : 'corrupt';
  throw unpackError({ ...file, packing: 'bzip2', kind, unpackedBytes, cause: failure });
}
