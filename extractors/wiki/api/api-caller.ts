// One call of the Action API: parameters in, a checked reply out. Errors come with status 200 in a JSON body, and a body may be
// HTML or plain text where JSON was due; both are judged here and retried by the HTTP client, in its one place.
// Shapes: https://www.mediawiki.org/wiki/API:Errors_and_warnings and API:Etiquette.
import { FatalError, RetryableError } from '../../../schemas/errors.js';
import { excerpt } from '../../http/classify.js';
import { retryAfterMs } from '../../http/retry-wait.js';
import type { HttpClient, HttpResponse } from '../../http/http-client.js';

/** Parameters of a call; `format`, `formatversion` and `maxlag` are added. */
export type ApiParams = Readonly<Record<string, string>>;

/** A reply of the Action API in format version 2, not yet read. */
export type ApiReply = Readonly<Record<string, unknown>>;

/** An error that the wiki answered with and the caller said it can handle. */
export interface ApiError {
  readonly code: string;
  readonly info: string;
  /** Set for `toomanyvalues`. */
  readonly limit?: number;
}

/** How a single call differs from the usual. */
export interface CallOptions {
  /** Error codes that come back as `error` and are not thrown. */
  readonly tolerate?: readonly string[];
}

/** Asks the Action API once. */
export type ApiCaller = (
  params: ApiParams,
  options?: CallOptions,
) => Promise<{ readonly reply: ApiReply; readonly error?: ApiError }>;

/** A longer query than this goes by POST: proxies and servers cut long addresses. */
const LONGEST_QUERY = 2000;
const PASSING = /^(maxlag|ratelimited|readonly|internal_api_error($|_))/;

/**
 * Creates the caller for one wiki.
 * @param apiUrl - address of api.php
 * @param http - the client, which paces and retries
 * @param now - current time in milliseconds, for a Retry-After that is a date
 * @returns the caller; it throws FatalError `wiki-error` for errors of the wiki that stay and `source-unavailable` for those that
 *   would not pass in time
 */
export function createApiCaller(apiUrl: string, http: HttpClient, now: () => number = Date.now): ApiCaller {
  return async (params, { tolerate = [] } = {}) => {
    const all: Record<string, string> = { ...params, format: 'json', formatversion: '2', maxlag: '5' };
    let reply: ApiReply = {};
    const long = new URLSearchParams(all).toString().length > LONGEST_QUERY;
    await http.request({
      url: apiUrl,
      ...(long ? { form: all, headers: { 'Promise-Non-Write-API-Action': 'true' } } : { searchParams: all }),
      classify: (response) => {
        reply = readReply(response);
        const failed = passingError(reply);
        if (failed === undefined) return;
        const asked = retryAfterMs(response.headers['retry-after'], now());
        throw new RetryableError('http-retry', failed, asked === undefined ? {} : { retryAfterMs: asked });
      },
    });
    const error = errorOf(reply);
    if (error === undefined) return { reply };
    if (tolerate.includes(error.code)) return { reply, error };
    throw new FatalError('wiki-error', `${new URL(apiUrl).host} answered ${error.code}: ${error.info}`, {
      cause: error,
    });
  };
}

function readReply({ body, url }: HttpResponse): ApiReply {
  const text = body.replace(/^\uFEFF/, '').trim();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    // Cut-off JSON, an HTML error page and "You are making too many requests" all come with status 200 and all may pass.
    throw new RetryableError('http-retry', `${new URL(url).host} sent no whole JSON: ${excerpt(body)}`, { cause });
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as ApiReply;
  throw new RetryableError('http-retry', `${new URL(url).host} sent JSON that is no reply: ${excerpt(body)}`);
}

function passingError(reply: ApiReply): string | undefined {
  const error = errorOf(reply);
  return error !== undefined && PASSING.test(error.code)
    ? `the wiki is busy (${error.code}): ${error.info}`
    : undefined;
}

function errorOf(reply: ApiReply): ApiError | undefined {
  const error = reply['error'];
  if (typeof error !== 'object' || error === null) return undefined;
  const { code = 'unknown', info = '', limit } = error as { code?: unknown; info?: unknown; limit?: unknown };
  return { code: String(code), info: excerpt(String(info)), ...(typeof limit === 'number' && { limit }) };
}
