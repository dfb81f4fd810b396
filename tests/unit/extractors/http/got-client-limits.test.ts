// Pace, budget, cache, contact and abort of the HTTP client, before a real server.
import { describe, expect, it } from 'vitest';
import { createHttpClient } from '../../../../extractors/http/got-client.js';
import { PrerequisiteError } from '../../../../schemas/errors.js';
import { useFaultClient } from '../../../harness/fault-client.js';
import { silence, startFaultServer, status } from '../../../harness/fault-server.js';
import type { CachedResponse } from '../../../../extractors/http/response-cache.js';

const given = useFaultClient();

describe('limits', () => {
  it('never has more in flight than allowed, and uses what is allowed', async () => {
    await given.server.stop();
    given.server = await startFaultServer({ pages: {}, delayMs: 20 });
    const http = given.client({ concurrency: 3 });
    await Promise.all(Array.from({ length: 12 }, () => http.request({ url: given.server.apiUrl })));
    expect(Math.max(...given.server.seen.map((request) => request.inFlight))).toBe(3);
  });

  it('starts no more than perMinute in a minute, retries included, and an abort does not wait for the next', async () => {
    const stop = new AbortController();
    const http = given.client({ perMinute: 6, minuteMs: 60_000, signal: stop.signal });
    given.server.next(status(500), status(500));
    const all = Array.from({ length: 10 }, () => http.request({ url: given.server.apiUrl }));
    await expect.poll(() => given.server.seen.length, { timeout: 20_000 }).toBe(6);
    expect((await Promise.all(all.slice(2, 5))).map((answer) => answer.status)).toEqual([200, 200, 200]);
    stop.abort(new Error('enough'));
    const ends = await Promise.allSettled(all);
    expect(ends.filter((end) => end.status === 'rejected').map((end) => String(end.reason))).toEqual(
      Array.from({ length: 6 }, () => 'Error: enough'),
    );
    expect(given.server.seen).toHaveLength(6);
  });

  it('starts the rest when the minute is over', async () => {
    const http = given.client({ perMinute: 4, minuteMs: 50 });
    await Promise.all(Array.from({ length: 10 }, () => http.request({ url: given.server.apiUrl })));
    expect(http.stats().requests).toBe(10);
  });

  it('stops at the budget of requests', async () => {
    const http = given.client({ maxRequests: 2 });
    await http.request({ url: given.server.apiUrl });
    await http.request({ url: given.server.apiUrl });
    await expect(http.request({ url: given.server.apiUrl })).rejects.toThrow(/budget of 2 requests/);
    expect(given.server.seen).toHaveLength(2);
  });

  it('refuses limits that are no limits', () => {
    expect(() => given.client({ concurrency: 0 })).toThrow(/concurrency/);
    expect(() => given.client({ perMinute: Number.NaN })).toThrow(/perMinute/);
  });
});

describe('a response cache', () => {
  function memory() {
    const kept = new Map<string, CachedResponse>();
    return {
      kept,
      get: (key: string) => kept.get(key),
      put: (key: string, value: CachedResponse) => void kept.set(key, value),
    };
  }

  it('answers the same question without a request, whatever its method and order', async () => {
    const cache = memory();
    const http = given.client({ cache });
    const first = await http.request({ url: given.server.apiUrl, searchParams: { action: 'query', titles: 'Fair' } });
    const again = await http.request({ url: given.server.apiUrl, form: { titles: 'Fair', action: 'query' } });
    expect(again).toMatchObject({ body: first.body, status: 200, cached: true });
    expect(http.stats().requests).toBe(1);
    await http.request({ url: given.server.apiUrl, searchParams: { action: 'query', titles: 'Fairs' } });
    expect(http.stats().requests).toBe(2);
  });

  it('keeps no failure and nothing that the caller keeps out', async () => {
    const cache = memory();
    given.server.next(status(500), status(404));
    await expect(given.client({ cache, retries: 0 }).request({ url: given.server.apiUrl })).rejects.toThrow();
    await expect(given.client({ cache }).request({ url: given.server.apiUrl })).rejects.toThrow();
    await given.client({ cache }).request({ url: given.server.apiUrl, cacheable: false });
    expect(cache.kept.size).toBe(0);
  });
});

describe('the operator contact', () => {
  it.each([
    'https://en.wikipedia.org/w/api.php',
    'https://www.wikidata.org/',
    'https://wikimedia.org/api/rest_v1/',
    'https://de.wiktionary.org./',
  ])('is demanded by %s', async (url) => {
    for (const contact of [undefined, '', 'me']) {
      const failure = given.client({ contact, maxRequests: 1 }).request({ url });
      await expect(failure).rejects.toBeInstanceOf(PrerequisiteError);
      await expect(failure).rejects.toMatchObject({
        code: 'contact-required',
        hint: expect.stringContaining('FOLKWAYS_CONTACT'),
      });
    }
  });

  it('must be fit for a header', () => {
    expect(() => given.client({ contact: 'a@b.org\r\nX-Evil: 1' })).toThrow(/ASCII/);
    expect(() => given.client({ contact: '名@例.org' })).toThrow(/ASCII/);
  });
});

describe('an abort', () => {
  it('ends running and waiting requests with its reason', async () => {
    const stop = new AbortController();
    given.server.next(silence);
    const http = createHttpClient({ concurrency: 1, signal: stop.signal });
    const both = [http.request({ url: given.server.apiUrl }), http.request({ url: given.server.apiUrl })];
    await expect.poll(() => given.server.seen.length, { timeout: 20_000 }).toBe(1);
    stop.abort(new Error('enough'));
    for (const request of both) await expect(request).rejects.toThrow('enough');
    expect(given.server.seen).toHaveLength(1);
  });

  it('ends a wait between retries', async () => {
    const stop = new AbortController();
    given.server.next(status(429, { 'retry-after': '300' }));
    const request = createHttpClient({ signal: stop.signal }).request({ url: given.server.apiUrl });
    await expect.poll(() => given.server.seen.length, { timeout: 20_000 }).toBe(1);
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await expect(request).rejects.toThrow('enough');
  });
});
