// A fault server and clients before it whose waits pass at once, set up anew for each test of the file that calls this.
import { afterEach, beforeEach } from 'vitest';
import { createHttpClient } from '../../extractors/http/got-client.js';
import { startFaultServer } from './fault-server.js';
import type { HttpClientOptions } from '../../extractors/http/got-client.js';
import type { FaultServer } from './fault-server.js';

/** What a test of the HTTP client works with. */
export interface FaultClient {
  server: FaultServer;
  /** Milliseconds of each wait so far. */
  waits: number[];
  client(options?: HttpClientOptions): ReturnType<typeof createHttpClient>;
}

/** The object is filled before each test; its clock starts with the year 2026 and moves by waits only. */
export function useFaultClient(): FaultClient {
  let clock = 0;
  const state: FaultClient = {
    server: undefined as unknown as FaultServer,
    waits: [],
    client: (options = {}) =>
      createHttpClient({
        perMinute: Infinity,
        now: () => clock,
        sleep: async (ms) => {
          state.waits.push(ms);
          clock += ms;
        },
        random: () => 0,
        ...options,
      }),
  };
  beforeEach(async () => {
    clock = Date.parse('2026-01-01T00:00:00Z');
    state.waits = [];
    state.server = await startFaultServer({ pages: { Fair: 'A fair.' } });
  });
  afterEach(() => state.server.stop());
  return state;
}
