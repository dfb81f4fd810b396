import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config, SettingName } from '../../schemas/config.js';
import type { Built } from '../../pipelines/engine/build.js';
import type { Release } from '../../pipelines/release/write-release.js';
import { openStore } from '../../db/index.js';
import { loadConfig } from '../../pipelines/config/load-config.js';
import { cpopqa } from '../../pipelines/cpopqa/benchmark.js';
import { build } from '../../pipelines/engine/build.js';
import { createInlineExecutor } from '../../pipelines/engine/inline-executor.js';
import { openSources } from '../../pipelines/open-sources.js';
import { writeRelease } from '../../pipelines/release/write-release.js';

/** A temporary folder, removed by the returned function. */
export function temporaryFolder(name = 'folkways-'): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), name));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Settings for a build below a folder, without environment or file. */
export function settings(folder: string, flags: Partial<Record<SettingName, unknown>> = {}): Config {
  const config = loadConfig({
    flags: { workspace: join(folder, 'workspace'), out: join(folder, 'releases'), ...flags },
    env: {},
    file: undefined,
  });
  return config;
}

/** Builds CPopQA and writes its release, in this process, the way `folkways build` does. */
export async function buildRelease(
  config: Config,
  options: { readonly newSnapshot?: boolean; readonly version?: string } = {},
): Promise<{ readonly release: Release; readonly built: Built }> {
  const sources = await openSources(config);
  const store = openStore(join(config.workspace, 'folkways.db'));
  try {
    const built = await build(store, cpopqa.recipe(sources), {
      executor: createInlineExecutor({ popularity: () => Promise.resolve(sources.popularity) }),
      services: sources.services,
      ...(options.newSnapshot ? { newSnapshot: true } : {}),
    });
    return {
      built,
      release: writeRelease(store, cpopqa, sources, built, { out: config.out, version: options.version }),
    };
  } finally {
    store.close();
  }
}
