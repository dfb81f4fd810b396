// A loopback server that fails on command: every way in which MediaWiki and the machines before it were seen to fail, each for
// as many requests as a test says, and otherwise the answers of a small wiki (fault-wiki.ts). Real sockets, so that resets,
// broken gzip and silence are real.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { answerQuery, apiError } from './fault-wiki.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FaultWikiOptions } from './fault-wiki.js';

/** A request as it arrived. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  /** How many requests were being answered when it came, itself included. */
  readonly inFlight: number;
}

/** A way to answer in place of the wiki. `normal` is the body that the wiki would have sent. */
export type Fault = (response: ServerResponse, normal: string) => void;

/** The running server. */
export interface FaultServer {
  readonly origin: string;
  readonly apiUrl: string;
  /** Everything that arrived, in order. */
  readonly seen: readonly SeenRequest[];
  /** The next requests meet these, one each; undefined lets one through. */
  next(...faults: readonly (Fault | undefined)[]): void;
  stop(): Promise<void>;
}

const HTML = '<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Our servers are busy</h1></body></html>';

/** An error page with a status, as a cache in front of a wiki sends it. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}, body = HTML): Fault {
  return (response) => response.writeHead(code, { 'content-type': 'text/html', ...headers }).end(body);
}

/** A good status with a body that is no JSON. */
export function text(body = 'You are making too many requests to this service.'): Fault {
  return (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(body);
}

/** An API error, which comes with status 200. */
export function failing(code: string, headers: Readonly<Record<string, string>> = {}, more: object = {}): Fault {
  const body = JSON.stringify(apiError(code, `The wiki says ${code}.`, more));
  return (response) => response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
}

/** Half of the body, then the connection is torn down. */
export const reset: Fault = (response, normal) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(normal.length + 1000) });
  response.write(normal.slice(0, normal.length / 2), () => response.socket?.resetAndDestroy());
};

/** A whole answer whose JSON stops in the middle. */
export const truncated: Fault = (response, normal) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(normal.slice(0, normal.length / 2));
};

/** Gzip that stops in the middle. */
export const brokenGzip: Fault = (response, normal) => {
  const packed = gzipSync(normal);
  response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.subarray(0, packed.length / 2));
};

/** No answer at all: the client's timeout must end it. */
export const silence: Fault = () => undefined;

/** Starts the server on a free port. */
export async function startFaultServer(
  options: FaultWikiOptions & { readonly delayMs?: number } = { pages: {} },
): Promise<FaultServer> {
  const seen: SeenRequest[] = [];
  const faults: (Fault | undefined)[] = [];
  let inFlight = 0;
  const server = createServer((request, response) => {
    inFlight += 1;
    const at = inFlight;
    response.once('close', () => (inFlight -= 1));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1');
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const params = Object.fromEntries([...url.searchParams, ...form]);
      const { method = '', headers } = request;
      seen.push({ method, path: url.pathname, params, headers, inFlight: at });
      const normal = JSON.stringify(answerQuery(options, params));
      const fault = faults.shift();
      setTimeout(() => (fault ?? answer(headers))(response, normal), options.delayMs ?? 0);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    apiUrl: `${origin}/w/api.php`,
    seen,
    next: (...more) => void faults.push(...more),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(headers: IncomingMessage['headers']): Fault {
  // The agent that a library sends by itself is turned away, as Wikimedia does.
  if (/^$|^(node|got|undici|axios)\b/i.test(headers['user-agent'] ?? '')) return status(403);
  return (response, normal) => {
    const packed = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
    const type = {
      'content-type': 'application/json; charset=utf-8',
      ...(packed && { 'content-encoding': 'gzip', 'x-packed': 'yes' }),
    };
    response.writeHead(200, type).end(packed ? gzipSync(normal) : normal);
  };
}
