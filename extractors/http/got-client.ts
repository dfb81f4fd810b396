// The HTTP client: got for the transfer, p-queue for pace, p-retry for the only retries of the whole toolkit (got's own are
// off). Limits follow https://www.mediawiki.org/wiki/Wikimedia_APIs/Rate_limits: three in flight, 200 a minute.
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import got from 'got';
import pRetry from 'p-retry';
import PQueue from 'p-queue';
import { FatalError, RetryableError } from '../../schemas/errors.js';
import { classifyFailure, classifyStatus, isConnectionFailure } from './classify.js';
import { cacheKey } from './response-cache.js';
import { BUSY_WAIT_MS, CONNECTION_WAIT_MS, backoffMs } from './retry-wait.js';
import { packageVersion, requireContact, userAgent } from './user-agent.js';
import type { HttpClient, HttpRequest, HttpResponse } from './http-client.js';
import type { ResponseCache } from './response-cache.js';

/** How a client behaves. Every default is what a Wikimedia host wants. */
export interface HttpClientOptions {
  /** Mail or web address of whoever runs this; Wikimedia hosts demand it. */
  readonly contact?: string | undefined;
  /** Requests in flight at once (3). */
  readonly concurrency?: number;
  /** Requests in any 60 seconds (200); Infinity switches the limit off. */
  readonly perMinute?: number;
  /** Length of that minute, for tests (60000). */
  readonly minuteMs?: number;
  /** How often a failed request is sent again (5). */
  readonly retries?: number;
  /** Milliseconds for one request, from connection to last byte (60000). */
  readonly timeoutMs?: number;
  /** A longer pause than this, asked by a server, ends the run (600000). */
  readonly maxWaitMs?: number;
  /** Budget of requests; the request after the last one fails with `limit-reached`. */
  readonly maxRequests?: number | undefined;
  readonly cache?: ResponseCache | undefined;
  /** Ends all requests when aborted; they reject with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Current time in milliseconds (Date.now). */
  readonly now?: () => number;
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Source of jitter, from 0 up to 1 (Math.random); waits are no part of any result. */
  readonly random?: () => number;
  readonly version?: string;
}

/**
 * Creates the client that all requests of a run should share, so that its limits hold for the run.
 * @param options - see HttpClientOptions
 * @returns the client; it needs no closing
 * @throws FatalError `bad-config` when the contact cannot stand in a header or a limit is no positive number
 */
export function createHttpClient(options: HttpClientOptions = {}): HttpClient {
  const {
    contact,
    signal,
    cache,
    maxRequests = Infinity,
    retries = 5,
    maxWaitMs = 600_000,
    timeoutMs = 60_000,
  } = options;
  const { now = Date.now, sleep = defaultSleep, random = Math.random, concurrency = 3, perMinute = 200 } = options;
  checkLimits({ concurrency, perMinute, timeoutMs });
  const count = { requests: 0, retries: 0, bytes: 0, waitedMs: 0 };
  const limits =
    perMinute === Infinity ? {} : { intervalCap: perMinute, interval: options.minuteMs ?? 60_000, strict: true };
  const queue = new PQueue({ concurrency, ...limits });
  const client = got.extend({
    headers: { 'user-agent': userAgent(options.version ?? packageVersion(), contact) },
    retry: { limit: 0 },
    throwHttpErrors: false,
    timeout: { request: timeoutMs },
    maxRedirects: 5,
    // A form that is sent on from http to https must stay a form.
    methodRewriting: false,
    ...(signal && { signal }),
  });
  // Every request in the queue listens for the end of the run; Node takes more than ten listeners for a leak.
  if (signal) setMaxListeners(0, signal);
  let heldUntil = 0;

  async function wait(ms: number): Promise<void> {
    count.waitedMs += ms;
    await sleep(ms, signal);
  }

  async function send(request: HttpRequest, attempt: number): Promise<HttpResponse> {
    signal?.throwIfAborted();
    // One busy answer holds everybody back: the limit it speaks of is one for all requests.
    const held = heldUntil - now();
    if (held > 0) await wait(held);
    if (count.requests >= maxRequests) {
      throw new FatalError('limit-reached', `the budget of ${maxRequests} requests is spent`, {
        hint: 'Raise the budget of requests and run again; what was read so far is kept.',
      });
    }
    count.requests += 1;
    if (attempt > 1) count.retries += 1;
    const response = await transfer(request);
    classifyStatus(response, request.accept ?? [], now());
    request.classify?.(response);
    return response;
  }

  async function transfer(request: HttpRequest): Promise<HttpResponse> {
    const { url, form, searchParams, headers } = request;
    try {
      const answer = await client(url, {
        method: request.method ?? (form === undefined ? 'GET' : 'POST'),
        ...(headers && { headers }),
        ...(searchParams && { searchParams }),
        ...(form && { form }),
      });
      count.bytes += answer.rawBody.length;
      return {
        status: answer.statusCode,
        headers: flat(answer.headers),
        body: answer.body,
        url: answer.url,
        cached: false,
      };
    } catch (error) {
      signal?.throwIfAborted();
      throw classifyFailure(error, url);
    }
  }

  async function pauseAfter(error: Error, attempt: number): Promise<void> {
    if (!(error instanceof RetryableError) || attempt > retries) return;
    const broken = isConnectionFailure(error);
    const ms = error.retryAfterMs ?? backoffMs(attempt, broken ? CONNECTION_WAIT_MS : BUSY_WAIT_MS, random());
    if (ms > maxWaitMs) {
      throw new FatalError('source-unavailable', `${error.message} It asks to wait ${Math.round(ms / 1000)} s.`, {
        cause: error,
      });
    }
    if (!broken) heldUntil = Math.max(heldUntil, now() + ms);
    await wait(ms);
  }

  async function ask(request: HttpRequest): Promise<HttpResponse> {
    try {
      return await pRetry((attempt) => queue.add(() => send(request, attempt), { signal }), {
        retries,
        // The wait is ours (pauseAfter): p-retry's own knows no Retry-After and no injected clock.
        minTimeout: 0,
        onFailedAttempt: ({ error, attemptNumber }) => pauseAfter(error, attemptNumber),
        shouldRetry: ({ error }) => error instanceof RetryableError,
        ...(signal && { signal }),
      });
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
      throw new FatalError('source-unavailable', `asked ${retries + 1} times without an answer: ${error.message}`, {
        cause: error,
        hint: 'The source blocks, limits or is away. Run again later; what was read so far is kept.',
      });
    }
  }

  return Object.freeze({
    contact,
    concurrency,
    stats: () => ({ ...count }),
    async request(request: HttpRequest) {
      if (!URL.canParse(request.url)) throw new FatalError('http-failed', `"${request.url}" is no address`);
      requireContact(request.url, contact);
      const key = cache && request.cacheable !== false ? cacheKey(request) : undefined;
      const known = key === undefined ? undefined : await cache?.get(key);
      if (known !== undefined) {
        const response = { headers: {}, ...known, url: request.url, cached: true };
        request.classify?.(response);
        return response;
      }
      const response = await ask(request);
      if (key !== undefined)
        await cache?.put(key, { status: response.status, headers: response.headers, body: response.body });
      return response;
    },
  });
}

function defaultSleep(ms: number, signal?: AbortSignal): Promise<void> {
  return pause(ms, undefined, signal ? { signal } : {}).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });
}

function checkLimits(limits: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(limits)) {
    if (!(value > 0)) throw new FatalError('bad-config', `${name} must be a positive number, not ${value}`);
  }
}

function flat(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return Object.fromEntries(pairs) as Record<string, string>;
}
