// How long to wait before asking again: what the server says, else an exponential wait with jitter so that clients that failed
// together do not come back together. Retry-After: RFC 9110, section 10.2.3.

/** First wait after an answer of a busy server that named no time: Wikimedia asks for at least five seconds. */
export const BUSY_WAIT_MS = 5000;
/** First wait after a broken connection. */
export const CONNECTION_WAIT_MS = 1000;

/**
 * Reads a Retry-After header.
 * @param header - seconds or an HTTP date
 * @param now - current time in milliseconds
 * @returns milliseconds to wait, or undefined where the header is absent, unreadable or names no time to come
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : /[a-z]/i.test(value) ? Date.parse(value) - now : Number.NaN;
  return wait > 0 ? wait : undefined;
}

/**
 * The wait after a failed attempt that named no time.
 * @param attempt - 1 for the first failure
 * @param base - first wait in milliseconds
 * @param random - a number from 0 up to 1
 * @returns base doubled per attempt, plus up to half of it
 */
export function backoffMs(attempt: number, base: number, random: number): number {
  return Math.round(base * 2 ** (attempt - 1) * (1 + random / 2));
}
