// The API source against a server that fails in every way MediaWiki was seen to fail (facts: its API documentation and source).
import { describe, expect, it } from 'vitest';
import { createHttpClient } from '../../extractors/http/got-client.js';
import { createApiSource } from '../../extractors/wiki/api/api-source.js';
import { failing, reset, status, text, truncated } from '../harness/fault-server.js';
import { outcomes, useFaultSource } from '../harness/fault-source.js';

const PAGES = { 'Harvest fair': 'A fair in autumn.' };

const { source, read, next, waits, contentRequests } = useFaultSource(PAGES);

describe('a failure that passes', () => {
  it.each([
    ['a 429 page', status(429, { 'retry-after': '5' }), 5000],
    ['maxlag', failing('maxlag', { 'retry-after': '6' }, { lag: 6.5 }), 6000],
    ['ratelimited', failing('ratelimited'), 5000],
    ['readonly', failing('readonly'), 5000],
    ['an internal error', failing('internal_api_error_DBQueryError'), 5000],
    ['plain text with status 200', text(), 5000],
    ['JSON that stops in the middle', truncated, 5000],
    ['an empty body', text(''), 5000],
    ['JSON that is no reply', text('[]'), 5000],
    ['a reset in the middle', reset, 1000],
  ])('%s is asked again', async (_, fault, wait) => {
    next(undefined, fault);
    expect(outcomes(await read(['Harvest fair']))).toEqual(['Harvest fair: found']);
    expect(waits()[0]).toBe(wait);
    expect(contentRequests()).toHaveLength(2);
  });

  it('but does not, ends as source-unavailable', async () => {
    next(undefined, text(), text(), text());
    const failure = read(['Harvest fair']);
    await expect(failure).rejects.toMatchObject({ code: 'source-unavailable' });
    await expect(failure).rejects.toThrow(/You are making too many requests/);
  });

  it('on the site is not remembered', async () => {
    next(text(), text(), text());
    const wiki = source();
    await expect(wiki.site()).rejects.toMatchObject({ code: 'source-unavailable' });
    expect((await wiki.site()).lang).toBe('en');
  });
});

describe('a failure that stays', () => {
  it('is told with its code and is not asked again', async () => {
    next(undefined, failing('badvalue'));
    const failure = read(['Harvest fair']);
    await expect(failure).rejects.toMatchObject({ code: 'wiki-error', cause: { code: 'badvalue' } });
    await expect(failure).rejects.toThrow(/answered badvalue: The wiki says badvalue/);
    expect(contentRequests()).toHaveLength(1);
  });

  it('of the reply itself is told with its place', async () => {
    next(undefined, text(JSON.stringify({ query: { pages: { '1': { title: 'Harvest fair' } } } })));
    await expect(read(['Harvest fair'])).rejects.toThrow(/unknown shape at query.pages/);
  });

  it('is a reply that leaves a title out', async () => {
    next(undefined, text(JSON.stringify({ batchcomplete: true, query: { pages: [] } })));
    await expect(read(['Harvest fair'])).rejects.toThrow(/leaves out the title "Harvest fair"/);
  });

  it('is a continuation that never ends', async () => {
    const again = text(JSON.stringify({ continue: { rvcontinue: '1|1', continue: '||' }, query: { pages: [] } }));
    next(undefined, again, again);
    await expect(read(['Harvest fair'])).rejects.toThrow(/repeats the continuation/);
  });

  it('is a library agent turned away', async () => {
    next(status(403));
    await expect(read(['Harvest fair'])).rejects.toMatchObject({
      code: 'source-unavailable',
      hint: expect.stringMatching(/User-Agent/),
    });
  });

  it('in one batch ends the reading after the batches before it', async () => {
    const asked = Array.from({ length: 150 }, (_, index) => `Day ${index}`);
    next(undefined, undefined, failing('badvalue'));
    const got: string[] = [];
    const all = (async () => {
      for await (const { asked: title } of source({ concurrency: 1 }).pages(asked)) got.push(title);
    })();
    await expect(all).rejects.toMatchObject({ code: 'wiki-error' });
    expect(got).toEqual(asked.slice(0, 50));
  });
});

describe('a Wikimedia wiki', () => {
  it('is not even opened without a contact', () => {
    const open = (contact?: string) =>
      createApiSource({ apiUrl: 'https://en.wikipedia.org/w/api.php', http: createHttpClient({ contact }) });
    expect(() => open()).toThrow(expect.objectContaining({ code: 'contact-required', name: 'PrerequisiteError' }));
    expect(open('someone@example.org').kind).toBe('api');
  });

  it('must have an address', () => {
    expect(() => createApiSource({ apiUrl: 'en.wikipedia.org', http: createHttpClient() })).toThrow(
      /not the address of an api.php/,
    );
  });
});
