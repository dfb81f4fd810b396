import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The command line as users run it: compiled, in a process of its own. */
export const MAIN = fileURLToPath(new URL('../../dist/pipelines/cli/main.js', import.meta.url));

if (!existsSync(MAIN))
  throw new Error('dist is not built: run the tests with "make test", or "make dist/.ready" first');

/** What a run left. */
export interface CliRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `folkways` in a folder. */
export function folkways(
  cwd: string,
  args: readonly string[],
  options: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): CliRun {
  const { input = '', env = {} } = options;
  const base = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('FOLKWAYS_')));
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd,
    input,
    env: { ...base, ...env },
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}
