// The API source against a real MediaWiki that holds every odd title and redirect of the shared wiki generator.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient } from '../../extractors/http/got-client.js';
import { createApiSource } from '../../extractors/wiki/api/api-source.js';
import { collect } from '../harness/collect.js';
import { readExport } from '../harness/export-xml.js';
import { mediawikiGate, startMediaWiki } from '../harness/mediawiki.js';
import type { PageResult } from '../../extractors/wiki/wiki-source.js';
import type { ExportedPage } from '../harness/export-xml.js';
import type { MediaWiki } from '../harness/mediawiki.js';

const generator = fileURLToPath(new URL('../../../shared/wiki-server/make-wiki.py', import.meta.url));
const gate = mediawikiGate();
const note = existsSync(generator) ? gate.note : ' [SKIPPED: ../shared/wiki-server/make-wiki.py is absent]';

// Where the first letter is written otherwise by the wiki (PHP's upper case).
const RESPELLED: Readonly<Record<string, string>> = { 'ß day': 'SS day', 'ǆ day': 'Ǆ day' };

describe.runIf(gate.run && existsSync(generator))(`a real MediaWiki with the edge set${note}`, () => {
  let wiki: MediaWiki;
  let folder: string;
  let truth: Record<string, { readonly kind: string; readonly to?: string }>;
  let written: Map<string, ExportedPage>;
  let results: Map<string, PageResult>;
  let requests: number;

  beforeAll(async () => {
    folder = mkdtempSync(`${tmpdir()}/folkways-edge-`);
    const out = ['--out', `${folder}/w.xml`, '--manifest', `${folder}/w.json`];
    execFileSync('python3', [generator, '--pages', '60', '--links', '15', ...out], { stdio: 'ignore' });
    truth = JSON.parse(readFileSync(`${folder}/w.json`, 'utf8')) as typeof truth;
    written = new Map(readExport(readFileSync(`${folder}/w.xml`, 'utf8')).map((page) => [page.title, page]));
    wiki = await startMediaWiki({ imports: [`${folder}/w.xml`] });
    const source = createApiSource({
      apiUrl: wiki.apiUrl,
      http: createHttpClient({ perMinute: Infinity, retries: 0 }),
    });
    results = new Map((await collect(source.pages(written.keys()))).map((result) => [result.asked, result]));
    requests = wiki.accessLog().length;
  });
  afterAll(async () => {
    await wiki?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has an answer for every page of the export, at one request for fifty', () => {
    expect([...results.keys()]).toEqual([...written.keys()]);
    expect(written.size).toBeGreaterThan(150);
    expect(requests).toBe(1 + Math.ceil(written.size / 50));
  });

  it('gives each page that is no redirect under its title and with its text', () => {
    const wrong: unknown[] = [];
    for (const [title, page] of written) {
      if (page.text.startsWith('#REDIRECT')) continue;
      const result = results.get(title);
      const found = result?.outcome === 'found' && result.chain.length === 0 && result.page.text === page.text;
      if (!found || result.page.title !== (RESPELLED[title] ?? title) || result.page.namespace !== Number(page.ns))
        wrong.push([title, result]);
    }
    expect(wrong).toEqual([]);
  });

  it('follows each redirect as the truth has it', () => {
    const redirects = Object.entries(truth).filter(([, { kind }]) => kind === 'redirect');
    expect(redirects.length).toBeGreaterThan(15);
    for (const [from, { to: target = '' }] of redirects) {
      const [to = '', fragment] = target.replace(/^:/, '').split('#');
      expect(results.get(from)?.chain[0]).toEqual({ from, to, ...(fragment !== undefined && { fragment }) });
    }
  });

  it.each([
    ['Loop A', 'redirect-loop', 2],
    ['Loop B', 'redirect-loop', 2],
    ['Self loop', 'redirect-loop', 1],
    ['Triple 2', 'redirect-loop', 3],
    ['Old name 1', 'found', 2],
    ['Redirect to nowhere', 'missing', 1],
    ['Redirect to a category', 'found', 1],
    ['Redirect abroad', 'interwiki', 1],
    ['Template:Lng', 'found', 1],
  ])('"%s" is %s after %i steps', (title, outcome, steps) => {
    expect(results.get(title)).toMatchObject({ outcome });
    expect(results.get(title)?.chain).toHaveLength(steps);
  });

  it('calls exactly the pages of the truth disambiguation', () => {
    const said = [...results.values()].flatMap((result) =>
      result.outcome === 'found' && result.page.disambiguation ? [result.page.title] : [],
    );
    expect([...new Set(said)]).toEqual(['Template:Disambiguation', 'Mercury Day']);
  });
});
