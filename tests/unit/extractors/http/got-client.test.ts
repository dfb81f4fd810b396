// Waits, retries and errors of the HTTP client, before a real server that fails on command.
import { describe, expect, it } from 'vitest';
import { FatalError, RetryableError } from '../../../../schemas/errors.js';
import { useFaultClient } from '../../../harness/fault-client.js';
import { brokenGzip, reset, silence, startFaultServer, status, text } from '../../../harness/fault-server.js';

const given = useFaultClient();

describe('what is sent', () => {
  it('names program, version, operator and library', async () => {
    await given.client({ contact: 'someone@example.org', version: '9.8.7' }).request({ url: given.server.apiUrl });
    expect(given.server.seen[0]?.headers['user-agent']).toBe('folkways/9.8.7 (someone@example.org) got/14');
  });

  it('takes the version from package.json and asks for gzip', async () => {
    await given.client().request({ url: given.server.apiUrl });
    expect(given.server.seen[0]?.headers['user-agent']).toMatch(/^folkways\/\d+\.\d+\.\d+ got\/14$/);
    expect(given.server.seen[0]?.headers['accept-encoding']).toContain('gzip');
  });

  it('unpacks gzip and counts the bytes of the text', async () => {
    const http = given.client();
    const answer = await http.request({ url: given.server.apiUrl, searchParams: { titles: 'Fair' } });
    expect(answer.headers['x-packed']).toBe('yes');
    expect(answer.body).toContain('A fair.');
    expect(http.stats().bytes).toBe(Buffer.byteLength(answer.body));
  });

  it('sends a form by POST', async () => {
    await given.client().request({ url: given.server.apiUrl, form: { titles: 'Fair|Äther' } });
    expect(given.server.seen[0]).toMatchObject({ method: 'POST', params: { titles: 'Fair|Äther' } });
  });
});

describe('a redirect', () => {
  it('keeps a form and tells the address that answered', async () => {
    given.server.next(status(301, { location: '/elsewhere/api.php' }));
    const answer = await given.client().request({ url: given.server.apiUrl, form: { titles: 'Fair' } });
    expect(given.server.seen[1]).toMatchObject({
      method: 'POST',
      path: '/elsewhere/api.php',
      params: { titles: 'Fair' },
    });
    expect(answer.url).toBe(`${given.server.origin}/elsewhere/api.php`);
  });
});

describe('a busy server', () => {
  it('is asked again after the seconds it names', async () => {
    given.server.next(status(429, { 'retry-after': '7' }), status(503, { 'retry-after': '2' }));
    const http = given.client();
    const answer = await http.request({ url: given.server.apiUrl });
    expect(answer.status).toBe(200);
    expect(given.waits).toEqual([7000, 2000]);
    expect(http.stats()).toMatchObject({ requests: 3, retries: 2, waitedMs: 9000 });
  });

  it('is asked again at the date it names', async () => {
    given.server.next(status(503, { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }));
    await given.client().request({ url: given.server.apiUrl });
    expect(given.waits).toEqual([30_000]);
  });

  it('that names no time to come is given 5 s, then twice as long each time, with jitter', async () => {
    const past = 'Wed, 31 Dec 2025 00:00:00 GMT';
    given.server.next(
      status(429),
      status(503, { 'retry-after': '0' }),
      status(429, { 'retry-after': past }),
      status(429, { 'retry-after': 'soon' }),
    );
    await given.client({ random: () => 0.5 }).request({ url: given.server.apiUrl });
    expect(given.waits).toEqual([6250, 12_500, 25_000, 50_000]);
  });

  it('holds back requests that it did not refuse', async () => {
    given.server.next(status(429, { 'retry-after': '9' }));
    let wake: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    const slept: number[] = [];
    const now = { ms: 0 };
    const sleep = async (ms: number) => {
      slept.push(ms);
      await asleep;
      now.ms += ms;
    };
    const http = given.client({ now: () => now.ms, sleep, concurrency: 3 });
    const first = http.request({ url: given.server.apiUrl });
    await expect.poll(() => slept, { timeout: 20_000 }).toEqual([9000]);
    const second = http.request({ url: given.server.apiUrl });
    await expect.poll(() => slept, { timeout: 20_000 }).toEqual([9000, 9000]);
    expect(given.server.seen).toHaveLength(1);
    wake();
    expect((await Promise.all([first, second])).map((answer) => answer.status)).toEqual([200, 200]);
  });

  it('that stays busy ends as source-unavailable and keeps the cause', async () => {
    given.server.next(status(500), status(502), status(522));
    const failure = given.client({ retries: 2 }).request({ url: given.server.apiUrl });
    await expect(failure).rejects.toBeInstanceOf(FatalError);
    await expect(failure).rejects.toMatchObject({ code: 'source-unavailable', cause: { code: 'http-retry' } });
    await expect(failure).rejects.toThrow(/asked 3 times.*522: Error Our servers are busy/);
    expect(given.server.seen).toHaveLength(3);
    expect(given.waits).toHaveLength(2);
  });

  it('that asks for a longer wait than allowed ends the run at once', async () => {
    given.server.next(status(429, { 'retry-after': '3600' }));
    await expect(given.client().request({ url: given.server.apiUrl })).rejects.toMatchObject({
      code: 'source-unavailable',
    });
    expect(given.waits).toEqual([]);
  });
});

describe('a broken connection', () => {
  it('reset in the middle of a body is asked again', async () => {
    given.server.next(reset, reset);
    const http = given.client();
    expect((await http.request({ url: given.server.apiUrl, searchParams: { titles: 'Fair' } })).body).toContain(
      'A fair.',
    );
    expect(http.stats()).toMatchObject({ requests: 3, retries: 2 });
    expect(given.waits).toEqual([1000, 2000]);
  });

  it('with half of the gzip is asked again', async () => {
    given.server.next(brokenGzip);
    expect(
      (await given.client().request({ url: given.server.apiUrl, searchParams: { titles: 'Fair' } })).body,
    ).toContain('A fair.');
    expect(given.server.seen).toHaveLength(2);
  });

  it('that stays silent runs into the timeout and is asked again', async () => {
    given.server.next(silence);
    expect((await given.client({ timeoutMs: 1500 }).request({ url: given.server.apiUrl })).status).toBe(200);
    expect(given.server.seen).toHaveLength(2);
  });

  it('to nobody ends as source-unavailable', async () => {
    const { origin } = given.server;
    await given.server.stop();
    await expect(given.client({ retries: 1 }).request({ url: origin })).rejects.toMatchObject({
      code: 'source-unavailable',
    });
    given.server = await startFaultServer();
  });
});

describe('an answer that asking again will not mend', () => {
  it('403 names the User-Agent policy and is not asked again', async () => {
    given.server.next(status(403));
    const failure = given.client().request({ url: given.server.apiUrl });
    await expect(failure).rejects.toMatchObject({
      code: 'source-unavailable',
      hint: expect.stringContaining('User-Agent policy'),
    });
    expect(given.server.seen).toHaveLength(1);
  });

  it('404 is http-failed, or an answer where the caller says so', async () => {
    given.server.next(status(404), status(404));
    await expect(given.client().request({ url: given.server.apiUrl })).rejects.toMatchObject({ code: 'http-failed' });
    expect((await given.client().request({ url: given.server.apiUrl, accept: [404] })).status).toBe(404);
    expect(given.server.seen).toHaveLength(2);
  });

  it('a redirect without end is http-failed', async () => {
    given.server.next(...Array.from({ length: 9 }, () => status(302, { location: '/w/api.php' })));
    await expect(given.client().request({ url: given.server.apiUrl })).rejects.toMatchObject({ code: 'http-failed' });
  });

  it('"no address" is told as such', async () => {
    await expect(given.client().request({ url: 'nowhere' })).rejects.toThrow(/"nowhere" is no address/);
  });
});

describe('content', () => {
  it('is judged by the caller after the status, and retried in the same place', async () => {
    given.server.next(status(503), text('busy'), text('busy'));
    const judged: string[] = [];
    const answer = await given.client().request({
      url: given.server.apiUrl,
      classify: ({ body }) => {
        judged.push(body);
        if (body === 'busy') throw new RetryableError('http-retry', 'busy', { retryAfterMs: 3000 });
      },
    });
    expect(judged).toEqual(['busy', 'busy', answer.body]);
    expect(given.waits).toEqual([5000, 3000, 3000]);
  });

  it('that the caller refuses for good ends the request', async () => {
    const classify = () => {
      throw new FatalError('wiki-error', 'no');
    };
    await expect(given.client().request({ url: given.server.apiUrl, classify })).rejects.toMatchObject({
      code: 'wiki-error',
    });
    expect(given.server.seen).toHaveLength(1);
  });
});
