// A million statements through a source and a map stage, each step in a process of its own that runs compiled code, so that memory
// is that of store and engine. Processor seconds stand beside the clock: they hold on a machine that others use too.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/build-release.js';
import { report } from './report.js';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const CHILD = fileURLToPath(new URL('./scale-child.mjs', import.meta.url));
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
/** Megabytes that no step may reach: the bar of the design is 1 GB. */
const MOST = 1000;

interface Step {
  readonly seconds: number;
  readonly cpu: number;
  /** Most memory the process ever held, MB. */
  readonly peak: number;
  readonly result: unknown;
}

describe('a million statements', () => {
  const folder = temporaryFolder('folkways-scale-');
  afterAll(() => folder.remove());
  const run = (task: string): Step => {
    if (!existsSync(DIST)) throw new Error('dist is not built: run "make bench"');
    return JSON.parse(
      execFileSync(process.execPath, [CHILD, DIST, folder.path, String(ROWS), task], { encoding: 'utf8' }),
    ) as Step;
  };
  const say = (what: string, { seconds, cpu, peak }: Step, more = '') =>
    report(
      `${ROWS} statements: ${what}`,
      `${seconds.toFixed(1)} s (processor ${cpu.toFixed(1)} s), ${peak.toFixed(0)} MB${more}`,
    );

  it('are written, planned and read in less than 1 GB', { timeout: 3_600_000 }, () => {
    const bare = run('bare');
    const built = run('build');
    expect(built.result).toBe(ROWS + 1);
    // Every statement is stored twice: as the source gave it and as the stage made it.
    const rate = (2 * ROWS) / built.seconds;
    const bareRate = ROWS / bare.seconds;
    const byProcessor = (2 * bare.cpu) / built.cpu;
    say('bare insert loop', bare, `, ${bareRate.toFixed(0)} rows/s`);
    say(
      'first build, source and one map stage',
      built,
      `, ${rate.toFixed(0)} rows/s, ratio ${(rate / bareRate).toFixed(2)}, by processor ${byProcessor.toFixed(2)}`,
    );
    const size = statSync(join(folder.path, 'folkways.db')).size;
    report('database', `${(size / 1e6).toFixed(0)} MB, ${(size / (2 * ROWS)).toFixed(0)} bytes a row`);
    const planned = run('plan');
    say('plan', planned);
    expect(planned.result).toBe(true);
    const again = run('again');
    say('second build', again);
    expect(again.result).toBe(0);
    const read = run('read');
    say('second build and all read in the order of keys', read);
    expect(read.result).toBe(260 * ROWS);
    const cleared = run('gc');
    say('gc, dry run', cleared);
    expect(cleared.result).toBe(0);
    for (const { peak } of [built, planned, again, read, cleared]) expect(peak).toBeLessThan(MOST);
  });
});
