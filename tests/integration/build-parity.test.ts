// One wiki, two routes: a build from the export of a real MediaWiki and a build that crawls it give the same benchmark.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../schemas/release.js';
import type { MediaWiki } from '../harness/mediawiki.js';
import { buildRelease, settings, temporaryFolder } from '../helpers/build-release.js';
import { mediawikiGate, startMediaWiki } from '../harness/mediawiki.js';

const sample = fileURLToPath(new URL('../../pipelines/sample/wiki/en.xml', import.meta.url));
const gate = mediawikiGate();

describe.runIf(gate.run)(`a build from a dump and from the API of one wiki${gate.note}`, () => {
  const folder = temporaryFolder();
  const unlimited = { requestsPerMinute: 1_000_000, concurrency: 3 };
  let wiki: MediaWiki;
  let fromDump: string;
  let fromApi: string;
  let requests: number;

  beforeAll(async () => {
    wiki = await startMediaWiki({ imports: [sample] });
    const dump = await wiki.exportDump();
    const one = await buildRelease(settings(join(folder.path, 'dump'), { source: 'dump', dump }));
    const before = wiki.accessLog().length;
    const two = await buildRelease(
      settings(join(folder.path, 'api'), { source: 'api', api: wiki.apiUrl, ...unlimited }),
    );
    requests = wiki.accessLog().length - before;
    [fromDump, fromApi] = [one.release.folder, two.release.folder];
  });
  afterAll(async () => {
    await wiki?.stop();
    folder.remove();
  });

  const files = () =>
    readdirSync(fromDump, { recursive: true, encoding: 'utf8' }).filter((path) => /\.\w+$|SHA256SUMS/.test(path));
  const read = (release: string, path: string) => readFileSync(join(release, path), 'utf8');

  it('gives the same items and the same sources to the byte', () => {
    expect(readdirSync(fromApi, { recursive: true }).sort()).toEqual(readdirSync(fromDump, { recursive: true }).sort());
    for (const path of ['data/test.jsonl', 'data/train.jsonl', 'SOURCES.jsonl', 'README.md']) {
      expect(read(fromApi, path), path).toBe(read(fromDump, path));
    }
    expect(read(fromDump, 'SOURCES.jsonl').split('\n').length).toBeGreaterThan(40);
  });

  it('differs in the source object of the manifest only, and in its line of SHA256SUMS', () => {
    const [dump, api] = [fromDump, fromApi].map((release) => JSON.parse(read(release, 'manifest.json')) as Manifest);
    expect(api!.source.kind).toBe('api');
    expect(dump!.source.kind).toBe('dump');
    expect(api!.source.snapshot).toBe(dump!.source.snapshot);
    expect({ ...api, source: null }).toEqual({ ...dump, source: null });
    const differing = files().filter((path) => read(fromApi, path) !== read(fromDump, path));
    expect(differing.sort()).toEqual(['SHA256SUMS', 'manifest.json']);
    const sums = (release: string) =>
      read(release, 'SHA256SUMS')
        .split('\n')
        .filter((line) => !line.endsWith('manifest.json'));
    expect(sums(fromApi)).toEqual(sums(fromDump));
  });

  it('asks the wiki for batches, not for pages', () => {
    // 6 lists and 60 titles in batches of 50, redirects, site, category: one page at a time would be 66 requests for text alone.
    expect(requests).toBeLessThanOrEqual(10);
  });

  it('replays its snapshot without a request', async () => {
    const before = wiki.accessLog().length;
    const again = await buildRelease(
      settings(join(folder.path, 'api'), { source: 'api', api: wiki.apiUrl, ...unlimited }),
    );
    expect(again.built.ran).toBe(0);
    expect(again.release.outcome).toBe('unchanged');
    expect(wiki.accessLog().length).toBe(before);
  });

  it('reads the same rows from HTML as from wikitext', async () => {
    const html = await buildRelease(
      settings(join(folder.path, 'html'), { source: 'api', api: wiki.apiUrl, rowsFrom: 'html', ...unlimited }),
    );
    expect(read(html.release.folder, 'data/test.jsonl')).toBe(read(fromDump, 'data/test.jsonl'));
    expect(read(html.release.folder, 'data/train.jsonl')).toBe(read(fromDump, 'data/train.jsonl'));
  });
});
