// A real MediaWiki for tests: Debian's package on SQLite behind PHP's built-in server, made of XML exports in a few seconds in a
// temporary folder and gone afterwards, also when the test process crashes.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, openSync, readFileSync, readSync, closeSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { harnessFiles, mediawikiAvailable, mediawikiRoot, php, phpFlags } from './mediawiki/php.js';
import { templateWiki, writeSettings } from './mediawiki/template.js';
import type { ChildProcess } from 'node:child_process';

export { mediawikiAvailable } from './mediawiki/php.js';

/** Which wiki to start. */
export interface MediaWikiOptions {
  /** Paths of XML exports, read in order. */
  readonly imports: readonly string[];
  /** Language of the wiki (`en`); namespaces of the exports' headers are taken over. */
  readonly lang?: string;
  /** Processes of the PHP server (2). */
  readonly workers?: number;
  /** Whether to fill link, category and property tables (default): it parses every page, which takes most of the time. */
  readonly links?: boolean;
}

/** A request as the server saw it. */
export interface LoggedRequest {
  readonly method: string;
  readonly uri: string;
  readonly params: Readonly<Record<string, string>>;
  readonly userAgent: string;
  readonly acceptEncoding: string;
  readonly nonWrite: string;
}

/** A running wiki. */
export interface MediaWiki {
  readonly apiUrl: string;
  readonly base: string;
  readonly dir: string;
  /** Requests since the start, without those that waited for it. */
  accessLog(): LoggedRequest[];
  /** Writes the current revisions of all pages as XML into `dir` and gives the path; it is gone after `stop`. */
  exportDump(): Promise<string>;
  stop(): Promise<void>;
}

/** Whether tests with a real MediaWiki run, and the words that say why not. FOLKWAYS_REQUIRE_MEDIAWIKI=1 makes absence a failure. */
export function mediawikiGate(): { readonly run: boolean; readonly note: string } {
  const found = mediawikiAvailable();
  if (found.ok || process.env['FOLKWAYS_REQUIRE_MEDIAWIKI'] === '1') return { run: true, note: '' };
  const note = ` [SKIPPED: ${found.why}; ${found.remedy}]`;
  // The reporter does not print the titles of a file that is skipped whole.
  console.warn(`tests with a real MediaWiki are left out${note}`);
  return { run: false, note };
}

/** Starts a wiki; throws where no MediaWiki is installed. */
export async function startMediaWiki(options: MediaWikiOptions): Promise<MediaWiki> {
  const found = mediawikiAvailable();
  if (!found.ok) throw new Error(`${found.why}: ${found.remedy}`);
  const { lang = 'en', imports, workers = 2, links = true } = options;
  const template = await templateWiki(lang);
  const cache = `${template}/cache`;
  const namespaces = namespacesOf(imports);
  const dir = mkdtempSync(`${tmpdir()}/folkways-wiki-`);
  const config = { lang, data: `${dir}/data`, cache, ...namespaces };
  const settings = (name: string, base: string) => {
    writeSettings(`${dir}/${name}`, { ...config, base });
    return { MW_CONFIG_FILE: `${dir}/${name}` };
  };
  const maintain = (environment: Record<string, string>, script: string, ...args: string[]) =>
    php([...phpFlags(cache), `${mediawikiRoot}/maintenance/${script}`, ...args], environment);
  let server: Awaited<ReturnType<typeof serve>> | undefined;
  try {
    cpSync(`${template}/data`, `${dir}/data`, { recursive: true });
    const importing = settings('ImportSettings.php', 'http://127.0.0.1');
    for (const path of imports) await maintain(importing, 'importDump.php', '--no-updates', path);
    if (links && imports.length > 0) await maintain(importing, 'refreshLinks.php');
    // The port is chosen as late as can be, for it is free only until somebody else takes it.
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const environment = settings('LocalSettings.php', base);
    server = await serve(dir, port, workers, phpFlags(cache), environment);
    const { log, stop } = server;
    const before = readLog(log).length;
    return {
      apiUrl: `${base}/w/api.php`,
      base,
      dir,
      accessLog: () => readLog(log).slice(before),
      async exportDump() {
        await maintain(environment, 'dumpBackup.php', '--current', '--quiet', `--output=file:${dir}/export.xml`);
        return `${dir}/export.xml`;
      },
      stop,
    };
  } catch (error) {
    await server?.stop();
    rmSync(dir, { recursive: true, force: true });
    throw error;
  }
}

async function serve(dir: string, port: number, workers: number, flags: string[], environment: Record<string, string>) {
  const log = `${dir}/access.log`;
  const command = ['php', ...flags, '-S', `127.0.0.1:${port}`, '-t', mediawikiRoot, `${harnessFiles}router.php`];
  const output = openSync(`${dir}/server.log`, 'a');
  const guard = spawn('sh', [`${harnessFiles}guard.sh`, dir, ...command], {
    detached: true,
    stdio: ['pipe', output, output],
    env: {
      ...process.env,
      ...environment,
      PHP_CLI_SERVER_WORKERS: String(workers),
      FOLKWAYS_MW_ROOT: mediawikiRoot,
      FOLKWAYS_MW_LOG: log,
    },
  });
  closeSync(output);
  const stop = () => endGroup(guard);
  try {
    await answering(`http://127.0.0.1:${port}/w/api.php?action=query&meta=siteinfo&format=json`, `${dir}/server.log`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { log, stop };
}

async function answering(url: string, serverLog: string): Promise<void> {
  let said: unknown;
  for (let tries = 0; tries < 150; tries += 1) {
    try {
      const text = await (await fetch(url)).text();
      if (text.includes('"generator":"MediaWiki')) return;
      said = text.slice(0, 2000);
    } catch (error) {
      said = error;
    }
    await pause(100);
  }
  const output = existsSync(serverLog) ? readFileSync(serverLog, 'utf8').slice(-1000) : '';
  throw new Error(`the test wiki does not answer: ${String(said)}\n${output}`);
}

async function endGroup(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null || guard.signalCode !== null) return;
  const ended = once(guard, 'exit');
  guard.stdin?.end();
  await ended;
}

function readLog(log: string): LoggedRequest[] {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as LoggedRequest);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

function namespacesOf(imports: readonly string[]) {
  const names = new Map<number, string>();
  const caseSensitive: number[] = [];
  for (const path of imports) {
    const start = Buffer.alloc(16_384);
    const file = openSync(path, 'r');
    readSync(file, start, 0, start.length, 0);
    closeSync(file);
    for (const [, key = '', rule = '', name = ''] of start
      .toString()
      .matchAll(/<namespace key="(\d+)" case="([^"]*)">([^<]*)</g)) {
      names.set(Number(key), name);
      if (rule === 'case-sensitive') caseSensitive.push(Number(key));
    }
  }
  const extra = [...names].filter(([id]) => id > 15).map(([id, name]) => [String(id), name.replaceAll(' ', '_')]);
  return {
    projectNamespace: (names.get(4) ?? 'Project').replaceAll(' ', '_'),
    extraNamespaces: Object.fromEntries(extra) as Record<string, string>,
    caseSensitive,
  };
}
