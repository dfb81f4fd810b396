import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaWiki } from '../harness/mediawiki.js';
import { mediawikiGate, startMediaWiki } from '../harness/mediawiki.js';
import { temporaryFolder } from '../helpers/build-release.js';
import { folkways } from '../helpers/cli.js';

const sample = fileURLToPath(new URL('../../pipelines/sample/wiki/en.xml', import.meta.url));
const gate = mediawikiGate();

describe.runIf(gate.run)(`peek at a real wiki${gate.note}`, () => {
  const folder = temporaryFolder();
  let wiki: MediaWiki;
  beforeAll(async () => {
    wiki = await startMediaWiki({ imports: [sample] });
  });
  afterAll(async () => {
    await wiki?.stop();
    folder.remove();
  });

  it('shows summary, infobox and links', () => {
    const { status, stdout, stderr } = folkways(folder.path, ['peek', 'Christmas', '--api', wiki.apiUrl, '--json']);
    expect(status, stderr).toBe(0);
    const page = JSON.parse(stdout) as { title: string; summary: string; info: object; links: string[] };
    expect(page.title).toBe('Christmas');
    expect(page.summary).toMatch(/^Christmas is the yearly festival/);
    expect(page.links.length).toBeGreaterThan(0);
  });

  it('says so when there is no such page', () => {
    const { status, stderr } = folkways(folder.path, ['peek', 'No such holiday', '--api', wiki.apiUrl]);
    expect(status).toBe(3);
    expect(stderr).toMatch(/has no page "No such holiday".*\[page-missing\]/);
  });

  it('says so when nobody answers', () => {
    const { status, stderr } = folkways(folder.path, ['peek', 'Nyepi', '--api', 'http://127.0.0.1:9/w/api.php']);
    expect(status).toBe(4);
    expect(stderr).toMatch(/\[source-unavailable\]/);
  });
});

describe('doctor', () => {
  it('finds this machine fit, and says what is not', () => {
    const folder = temporaryFolder();
    const well = folkways(folder.path, ['doctor', '--json']);
    expect(well.status, well.stderr).toBe(0);
    const { checks } = JSON.parse(well.stdout) as { checks: { name: string; state: string }[] };
    expect(checks.map((check) => check.name)).toContain('database');
    expect(checks.filter((check) => check.state === 'failed')).toEqual([]);
    writeFileSync(join(folder.path, 'file'), '');
    const ill = folkways(folder.path, [
      'doctor',
      '--source',
      'dump',
      '--dump',
      'absent.xml',
      '--workspace',
      join(folder.path, 'file', 'below'),
    ]);
    expect(ill.status).toBe(3);
    expect(ill.stdout).toMatch(/workspace\s+failed/);
    expect(ill.stdout).toMatch(/sources\s+failed\s+The dump absent\.xml does not exist/);
    folder.remove();
  });
});
