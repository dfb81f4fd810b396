// Runs the built command line in an empty folder, as a user does.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The built command line. */
export const MAIN = fileURLToPath(new URL('../../dist/pipelines/cli/main.js', import.meta.url));

/** Whether `make` has built the command line; tests without it are skipped and say so. */
export const BUILT = existsSync(fileURLToPath(new URL('../../dist/.ready', import.meta.url))) && existsSync(MAIN);
/** What a skipped test says. */
export const NEEDS_DIST = BUILT ? '' : ' (SKIPPED: no dist; run `make dist/.ready`)';

/** How a run ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How the command line is started. */
export interface StartOptions {
  /** In a process group of its own, as a terminal does. */
  readonly group?: boolean;
  /** Most kilobytes that a file may have. */
  readonly fileLimit?: number;
}

/** Starts the command line; settings of this environment do not reach it. */
export function start(
  cwd: string,
  args: readonly string[],
  { group = false, fileLimit }: StartOptions = {},
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('FOLKWAYS_')));
  const [command, ...more] =
    fileLimit === undefined
      ? [process.execPath]
      : ['bash', '-c', `ulimit -f ${fileLimit} && exec "$@"`, 'bash', process.execPath];
  const child = spawn(command!, [...more, MAIN, ...args], {
    cwd,
    env,
    detached: group,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (text.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    ...text,
  }));
  return { child, ended };
}

/** Runs the command line to its end. */
export function run(cwd: string, args: readonly string[], options?: StartOptions): Promise<Ended> {
  return start(cwd, args, options).ended;
}

/** Starts a build and gives it once it holds its workspace, or has ended. */
export async function startBuild(cwd: string, args: readonly string[] = [], options?: StartOptions) {
  const started = start(cwd, ['build', ...args], options);
  let over = false;
  void started.ended.then(() => (over = true));
  const held = () => {
    try {
      return readFileSync(join(cwd, '.folkways', 'build.pid'), 'utf8') === String(started.child.pid);
    } catch {
      return false;
    }
  };
  while (!over && !held()) await sleep(2);
  return started;
}

/** Starts a build and sends a signal so many milliseconds after it took the workspace. */
export async function interrupt(cwd: string, signal: NodeJS.Signals, delay: number): Promise<Ended> {
  const { child, ended } = await startBuild(cwd);
  await sleep(delay);
  child.kill(signal);
  return ended;
}

/** Messages for people, none for programmers. */
export function hasStack(text: string): boolean {
  return /^\s+at /m.test(text);
}

/** All files below a folder with their bytes. */
export function bytesBelow(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), readFileSync(path, 'base64')] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
