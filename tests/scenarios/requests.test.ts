// A build against a real MediaWiki that may send only so many requests: it stops, goes on, and asks for nothing twice.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaWiki } from '../harness/mediawiki.js';
import { mediawikiGate, startMediaWiki } from '../harness/mediawiki.js';
import { temporaryFolders } from '../unit/db/temp.js';
import { BUILT, bytesBelow, hasStack, NEEDS_DIST, run } from './cli.js';
import { doneTwice } from './ledger.js';

const sample = fileURLToPath(new URL('../../pipelines/sample/wiki/en.xml', import.meta.url));
const gate = mediawikiGate();
const folder = temporaryFolders();

describe.runIf(BUILT && gate.run)(`a build with --max-requests${NEEDS_DIST}${gate.note}`, () => {
  let wiki: MediaWiki;
  beforeAll(async () => {
    wiki = await startMediaWiki({ imports: [sample] });
  });
  afterAll(() => wiki?.stop());

  it('exits 5 when they are used up, goes on without the limit, and asks for nothing twice', async () => {
    const args = ['build', '--source', 'api', '--api', wiki.apiUrl, '--requests-per-minute', '1000000'];
    const asked = async (cwd: string, ...more: string[]) => {
      const before = wiki.accessLog().length;
      const ended = await run(cwd, [...args, ...more]);
      return {
        ended,
        requests: wiki
          .accessLog()
          .slice(before)
          .map((one) => one.uri),
      };
    };
    const calm = folder();
    const whole = await asked(calm);
    expect([whole.ended.code, whole.ended.stderr]).toEqual([0, whole.ended.stderr]);
    expect(whole.requests.length).toBeGreaterThan(4);

    const cwd = folder();
    const parts = [];
    for (const limit of ['0', '1', '3']) {
      const { ended, requests } = await asked(cwd, '--max-requests', limit);
      expect([limit, ended.code, ended.stdout, hasStack(ended.stderr)]).toEqual([limit, 5, '', false]);
      expect(ended.stderr).toMatch(/--max-requests is used up\. .* run the same command to go on/);
      expect(requests.length).toBe(Number(limit));
      expect(existsSync(join(cwd, 'releases'))).toBe(false);
      parts.push(...requests);
    }
    const rest = await asked(cwd);
    expect([rest.ended.code, rest.ended.stderr]).toEqual([0, rest.ended.stderr]);
    expect([...parts, ...rest.requests].sort()).toEqual([...whole.requests].sort());
    expect(bytesBelow(join(cwd, 'releases'))).toEqual(bytesBelow(join(calm, 'releases')));
    expect(doneTwice(cwd)).toEqual([]);
  });
});
