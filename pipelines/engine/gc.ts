import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Removed, Store } from '../../db/index.js';

/** What clearing out came to. Bytes before and after are of the database file. */
export interface GcResult {
  readonly dryRun: boolean;
  /** Snapshots left, over all sources. */
  readonly snapshots: number;
  readonly removed: readonly Removed[];
  readonly before: number;
  readonly after: number;
  /** Bytes inside the file that are free: builds use them before it grows. */
  readonly free: number;
}

/** How to clear out. */
export interface GcOptions {
  /** Newest snapshots of each source that stay, at least 1. */
  readonly keepSnapshots: number;
  readonly dryRun?: boolean;
}

/**
 * Removes from a workspace what no kept snapshot reaches: older snapshots and all that was made from them alone, results of earlier
 * versions of a stage, pages of crawls that were cut off (their answers stay, so they still go on), page indexes of dumps. A
 * build of a kept snapshot runs nothing again, whatever its configuration. Releases are not touched.
 * @param store - an open workspace whose lock is held
 * @param options - how many snapshots stay; dry run
 * @returns rows and bytes by table
 */
export function collectGarbage(store: Store, options: GcOptions): GcResult {
  const { keepSnapshots, dryRun = false } = options;
  const { bytes: before } = store.gc.size();
  const cleared = store.gc.clear(keepSnapshots, dryRun);
  if (!dryRun) store.gc.shrink();
  const { bytes: after, free } = store.gc.size();
  return { dryRun, ...cleared, before, after, free };
}

/**
 * Free bytes of the disk that holds a database.
 * @param path - the database file
 * @returns bytes that this user may write; null where that cannot be told, as in memory
 */
export function freeDisk(path: string): number | null {
  if (path === ':memory:') return null;
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize;
  } catch {
    return null;
  }
}
