// Small disks: a tmpfs of a chosen size over a folder. Needs root and the right to mount.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { temporaryFolder } from '../helpers/build-release.js';

/** A mounted small disk. */
export interface SmallDisk {
  readonly path: string;
  /** Changes its size (`64m`) or makes it read-only (`ro`) or writable (`rw`). */
  readonly remount: (options: string) => void;
  readonly unmount: () => void;
}

/** Mounts a disk of so much space (`1500k`) on a new folder. */
export function mountSmallDisk(path: string, size: string): SmallDisk {
  mkdirSync(path, { recursive: true });
  const mount = (options: string) =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'folkways-test', path], { stdio: 'pipe' });
  mount(`size=${size}`);
  return {
    path,
    remount: (options) => mount(`remount,${options}`),
    unmount: () => void execFileSync('umount', [path], { stdio: 'pipe' }),
  };
}

/** Why small disks cannot be mounted here, or '' where they can. */
export function whyNoMount(): string {
  const home = temporaryFolder();
  try {
    mountSmallDisk(home.path, '64k').unmount();
    return '';
  } catch (error) {
    return ` (SKIPPED: a tmpfs cannot be mounted: ${String(error).split('\n').at(-2) ?? 'mount failed'}; run as root)`;
  } finally {
    home.remove();
  }
}
