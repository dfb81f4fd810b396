import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { temporaryFolders } from '../unit/db/temp.js';
import { BUILT, bytesBelow, interrupt, NEEDS_DIST, run } from './cli.js';

const folder = temporaryFolders();

/** Rows of the ledger as a kill may not change them: which stage has done which input, with how many outputs. */
function ledgerOf(cwd: string): unknown[] {
  const db = new Database(join(cwd, '.folkways', 'folkways.db'), { readonly: true });
  const rows = db
    .prepare(
      `SELECT s.name, lower(hex(r.hash)) AS input,
         (SELECT count(*) FROM outputs o WHERE o.stage = l.stage AND o.input = l.input) AS outputs,
         (SELECT count(*) FROM rejections x WHERE x.stage = l.stage AND x.input = l.input) AS rejections
       FROM ledger l JOIN stages s ON s.id = l.stage JOIN records r ON r.id = l.input ORDER BY 1, 2`,
    )
    .all();
  db.close();
  return rows;
}

describe.runIf(BUILT)(`a build that is killed${NEEDS_DIST}`, () => {
  it('five times at random moments and then run to its end gives the release of an undisturbed build', async () => {
    const calm = folder();
    const begun = Date.now();
    expect(await run(calm, ['build'])).toMatchObject({ code: 0 });
    const length = Date.now() - begun;
    const expected = bytesBelow(join(calm, 'releases'));
    expect(Object.keys(expected)).toContain(join('cpopqa', '0.1.0', 'manifest.json'));

    const beaten = folder();
    // The first kill comes as soon as the workspace is taken, so that one surely hits a build at work.
    const delays = [0, ...Array.from({ length: 4 }, () => Math.floor(Math.random() * length * 0.7))];
    const signals = [];
    for (const delay of delays) signals.push((await interrupt(beaten, 'SIGKILL', delay)).signal);
    expect(signals[0]).toBe('SIGKILL');
    const last = await run(beaten, ['build']);
    expect([delays, last.code, last.stderr]).toEqual([delays, 0, last.stderr]);
    const home = join(beaten, 'releases', 'cpopqa');
    for (const name of readdirSync(home)) expect(name).toMatch(/^(0\.1\.0|\.new-.*)$/);
    expect([delays, bytesBelow(join(home, '0.1.0'))]).toEqual([
      delays,
      bytesBelow(join(calm, 'releases', 'cpopqa', '0.1.0')),
    ]);
    expect(ledgerOf(beaten)).toEqual(ledgerOf(calm));
    expect(existsSync(join(beaten, '.folkways', 'build.pid'))).toBe(false);
  });

  it('and then built again does nothing and changes nothing', async () => {
    const cwd = folder();
    await interrupt(cwd, 'SIGKILL', 100);
    const first = JSON.parse((await run(cwd, ['build', '--json'])).stdout) as { outcome: string; version: string };
    const bytes = bytesBelow(join(cwd, 'releases', 'cpopqa', '0.1.0'));
    const second = JSON.parse((await run(cwd, ['build', '--json'])).stdout) as { outcome: string; ran: number };
    expect(first.version).toBe('0.1.0');
    expect(second).toMatchObject({ outcome: 'unchanged', ran: 0 });
    expect(bytesBelow(join(cwd, 'releases', 'cpopqa', '0.1.0'))).toEqual(bytes);
  });
});

describe.runIf(BUILT)(`a build that is stopped with Ctrl-C${NEEDS_DIST}`, () => {
  it('exits 130, says how to go on, and gives up the workspace', async () => {
    const cwd = folder();
    const stopped = await interrupt(cwd, 'SIGINT', 0);
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toMatch(/run the same command to go on/);
    expect(existsSync(join(cwd, '.folkways', 'build.pid'))).toBe(false);
    expect(existsSync(join(cwd, 'releases'))).toBe(false);
    expect(await run(cwd, ['build'])).toMatchObject({ code: 0 });
  });
});
