// Questions about titles, in as few requests as the wiki allows: continued to their end, and cut into smaller ones when the wiki
// takes fewer titles than asked. How titles travel is decided here too.
import { everyReply } from './continuation.js';
import { readQuery } from './reply-shapes.js';
import { emptyBatch, mergeReply } from './title-map.js';
import type { ApiCaller, ApiParams } from './api-caller.js';
import type { BatchReply } from './title-map.js';

/** Asks about titles. */
export interface TitleQuery {
  /** How many titles the wiki takes in one request, as far as is known. */
  readonly size: () => number;
  /** Asks one question about distinct sendable titles and merges all replies to it. */
  readonly ask: (params: ApiParams, titles: readonly string[]) => Promise<BatchReply>;
}

/**
 * Creates the asker for one wiki. It remembers the limit that the wiki names, so that one refusal costs one request.
 * @param call - the caller
 * @param batchSize - titles in a request, until the wiki names a lower limit
 * @returns the asker
 */
export function createTitleQuery(call: ApiCaller, batchSize: number): TitleQuery {
  let size = batchSize;

  async function askPart(params: ApiParams, titles: readonly string[], batch: BatchReply): Promise<void> {
    if (titles.length === 0) return;
    const question = { ...params, titles: joinValues(titles) };
    const options = { tolerate: titles.length > 1 ? ['toomanyvalues'] : [] };
    for await (const { reply, error } of everyReply(call, question, options)) {
      if (error === undefined) {
        mergeReply(batch, readQuery(reply));
        continue;
      }
      const half = Math.ceil(titles.length / 2);
      size = Math.max(1, Math.min(size, half, error.limit ?? half));
      for (let at = 0; at < titles.length; at += size) await askPart(params, titles.slice(at, at + size), batch);
      return;
    }
  }

  return Object.freeze({
    size: () => size,
    async ask(params: ApiParams, titles: readonly string[]) {
      const batch = emptyBatch();
      await askPart(params, titles, batch);
      return batch;
    },
  });
}

/**
 * The form in which a title is sent: NFC, since the wiki would normalise it and then speak of it percent-encoded.
 * @param title - as asked
 * @returns the title to send, or undefined where no request could carry it
 */
export function sendable(title: string): string | undefined {
  // The wiki leaves a title out of its reply when nothing stands before the #.
  const name = title.split('#', 1)[0]!.replace(/[\s_]/g, '');
  return name === '' || /[\x00-\x1f\x7f\p{Surrogate}]/u.test(title) ? undefined : title.normalize('NFC');
}

// U+001F in front makes it the separator, for a value that holds a bar (no title does, but anything may be asked).
function joinValues(values: readonly string[]): string {
  return values.some((value) => value.includes('|'))
    ? values.map((value) => `\x1f${value}`).join('')
    : values.join('|');
}
