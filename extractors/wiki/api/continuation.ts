// The one loop over `continue`. The whole object goes back, never a single key of it, and a reply is only a part of the answer
// until there is no such object: https://www.mediawiki.org/wiki/API:Continue.
import { FatalError } from '../../../schemas/errors.js';
import type { ApiCaller, ApiError, ApiParams, ApiReply, CallOptions } from './api-caller.js';

/**
 * All replies to one question.
 * @param call - the caller
 * @param params - the question
 * @param options - passed on to every call
 * @returns the replies in order; the last one may carry a tolerated error
 * @throws FatalError `wiki-error` when the wiki sends the same continuation twice, which would never end
 */
export async function* everyReply(
  call: ApiCaller,
  params: ApiParams,
  options: CallOptions = {},
): AsyncGenerator<{ readonly reply: ApiReply; readonly error?: ApiError }> {
  let more: ApiParams = {};
  for (;;) {
    const answer = await call({ ...params, ...more }, options);
    yield answer;
    const next = answer.error === undefined ? continuation(answer.reply) : undefined;
    if (next === undefined) return;
    if (JSON.stringify(next) === JSON.stringify(more)) {
      throw new FatalError('wiki-error', `the wiki repeats the continuation ${JSON.stringify(next)}`);
    }
    more = next;
  }
}

function continuation(reply: ApiReply): ApiParams | undefined {
  const next = reply['continue'];
  if (typeof next !== 'object' || next === null) return undefined;
  return Object.fromEntries(Object.entries(next).map(([name, value]) => [name, String(value)]));
}
