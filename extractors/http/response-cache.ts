import { hashOf } from '../../schemas/canonical.js';
import type { HttpRequest } from './http-client.js';

/** What is kept of an answer. */
export interface CachedResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Keeps answers by key, so that asking again costs no request. The engine implements it over its database and scopes it to one
 * snapshot: only a new snapshot asks the world what is new.
 */
export interface ResponseCache {
  readonly get: (key: string) => CachedResponse | undefined | Promise<CachedResponse | undefined>;
  readonly put: (key: string, response: CachedResponse) => void | Promise<void>;
}

/**
 * The cache key of a request. The method is no part of it: a long query goes by POST and is the same question.
 * @param request - the question
 * @returns SHA-256 over the address and all parameters, whatever their order
 */
export function cacheKey(request: HttpRequest): string {
  const url = new URL(request.url);
  const params = [
    ...url.searchParams,
    ...Object.entries(request.searchParams ?? {}),
    ...Object.entries(request.form ?? {}),
  ];
  url.search = '';
  url.hash = '';
  return hashOf([url.href, params.map(([name, value]) => `${name}=${value}`).sort()]);
}
