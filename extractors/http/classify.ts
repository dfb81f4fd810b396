// What an answer or a failure means for the next step: the status first, before anyone looks at the body, because a 429 or 503
// seldom holds the format that was asked for. Content is judged after that by the caller's own hook.
import { MaxRedirectsError, RequestError } from 'got';
import { FatalError, RetryableError } from '../../schemas/errors.js';
import { isWikimediaHost } from './user-agent.js';
import { retryAfterMs } from './retry-wait.js';
import type { HttpResponse } from './http-client.js';

const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Judges an answer by its status.
 * @param response - the answer
 * @param accept - statuses beside 2xx that are answers
 * @param now - current time in milliseconds, for a Retry-After that is a date
 * @throws RetryableError `http-retry` for 408, 425, 429 and 5xx that pass
 * @throws FatalError `source-unavailable` for 403, `http-failed` for any other status that is no answer
 */
export function classifyStatus(response: HttpResponse, accept: readonly number[], now: number): void {
  const { status, url } = response;
  if ((status >= 200 && status < 300) || accept.includes(status)) return;
  const said = `${new URL(url).hostname} answered ${status}: ${excerpt(response.body)}`;
  if (PASSING.has(status) || status > 505) {
    const asked = retryAfterMs(response.headers['retry-after'], now);
    throw new RetryableError('http-retry', said, asked === undefined ? {} : { retryAfterMs: asked });
  }
  if (status === 403) {
    throw new FatalError('source-unavailable', said, {
      hint: isWikimediaHost(url)
        ? 'Wikimedia blocks agents that break its User-Agent policy: set FOLKWAYS_CONTACT to an address where you can be reached.'
        : 'The server blocks this client; many do so by a User-Agent policy. Set FOLKWAYS_CONTACT, or ask who runs the server.',
    });
  }
  throw new FatalError('http-failed', said, {
    hint: `Check the address ${new URL(url).origin}${new URL(url).pathname}.`,
  });
}

/**
 * Turns a failure of the connection into an error of ours.
 * @param error - what got threw
 * @param url - the asked address
 * @returns RetryableError for what may pass (reset, timeout, body cut short), FatalError `http-failed` for what will not
 */
export function classifyFailure(error: unknown, url: string): Error {
  if (!(error instanceof RequestError)) return error instanceof Error ? error : new Error(String(error));
  const text = `${hostOf(url)}: ${error.message}`;
  const lasting =
    error instanceof MaxRedirectsError ||
    /^(ERR_INVALID_URL|ERR_UNSUPPORTED_PROTOCOL|ERR_TLS_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_)/.test(
      error.code,
    );
  return lasting
    ? new FatalError('http-failed', text, { cause: error })
    : new RetryableError('http-retry', text, { cause: error });
}

/**
 * Tells a failed connection from an answer of a server that has too much to do: only the latter concerns all other requests.
 * @param error - a failed attempt
 * @returns true when no whole answer came
 */
export function isConnectionFailure(error: RetryableError): boolean {
  return error.cause instanceof RequestError;
}

/**
 * The beginning of a body for a message: one line, without markup.
 * @param body - any text a server sent
 * @returns at most 120 characters
 */
export function excerpt(body: string): string {
  const text = body
    .slice(0, 2000)
    .replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
    .replace(/[\s\x00-\x1f\x7f]+/g, ' ')
    .trim();
  return text === '' ? '(no text)' : text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
