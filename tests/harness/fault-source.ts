// The API source before a fault server, set up anew for each test of the file that calls this.
import { afterEach, beforeEach } from 'vitest';
import { createHttpClient } from '../../extractors/http/got-client.js';
import { createApiSource } from '../../extractors/wiki/api/api-source.js';
import { collect } from './collect.js';
import { startFaultServer } from './fault-server.js';
import type { HttpClientOptions } from '../../extractors/http/got-client.js';
import type { PageResult, PagesOptions } from '../../extractors/wiki/wiki-source.js';
import type { Fault, FaultServer, SeenRequest } from './fault-server.js';
import type { FaultWikiOptions } from './fault-wiki.js';

/** The server of the running test, and an API source before it whose waits pass at once. */
export function useFaultSource(pages: FaultWikiOptions['pages']) {
  let server: FaultServer;
  let waits: number[];

  beforeEach(async () => {
    waits = [];
    server = await startFaultServer({ pages });
  });
  afterEach(() => server.stop());

  function source(options: HttpClientOptions = {}) {
    const sleep = async (ms: number) => void waits.push(ms);
    const http = createHttpClient({
      perMinute: Infinity,
      sleep,
      now: () => 0,
      random: () => 0,
      retries: 2,
      ...options,
    });
    return createApiSource({ apiUrl: server.apiUrl, http });
  }

  return {
    source,
    next: (...faults: readonly (Fault | undefined)[]) => server.next(...faults),
    /** Milliseconds of each wait so far. */
    waits: () => waits,
    seen: (): readonly SeenRequest[] => server.seen,
    /** The requests that asked for pages. */
    contentRequests: () => server.seen.filter(({ params }) => params['titles'] !== undefined),
    read: (
      titles: readonly string[],
      options: PagesOptions = {},
      client: HttpClientOptions = {},
    ): Promise<PageResult[]> => collect(source(client).pages(titles, options)),
    /** Starts another wiki in place of the usual one. */
    async serve(options: FaultWikiOptions) {
      await server.stop();
      server = await startFaultServer(options);
    },
  };
}

/** Asked title and outcome of each result, for short comparisons. */
export function outcomes(results: readonly PageResult[]): string[] {
  return results.map((result) => `${result.asked}: ${result.outcome}`);
}
