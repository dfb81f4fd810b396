import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../schemas/config.js';
import type { Store } from '../../db/index.js';
import type { Benchmark } from '../benchmark.js';
import type { Recipe } from '../engine/recipe.js';
import type { RequestLimits, Sources } from '../open-sources.js';
import { explainDatabaseError, openStore } from '../../db/index.js';
import { benchmarkByName } from '../benchmarks.js';
import { openSources } from '../open-sources.js';

/** A command's view of a workspace: configuration, sources, recipe and open store. */
export interface Opened {
  readonly config: Config;
  readonly benchmark: Benchmark;
  readonly sources: Sources;
  readonly recipe: Recipe;
  readonly store: Store;
}

/**
 * The database of a workspace.
 * @param config - names the workspace
 * @returns its path
 */
export function databasePath(config: Config): string {
  return join(config.workspace, 'folkways.db');
}

/**
 * Opens workspace and sources for a command and closes the workspace afterwards.
 * @param name - benchmark
 * @param config - the configuration
 * @param limits - ends requests when the user stops or their number is used up
 * @param use - what the command does
 * @returns what `use` returns
 */
export async function withWorkspace<T>(
  name: string,
  config: Config,
  limits: RequestLimits | undefined,
  use: (opened: Opened) => Promise<T> | T,
): Promise<T> {
  return withDatabase(databasePath(config), name, config, limits, use);
}

/**
 * The same for a command that only looks: a workspace that is not there is not made, it is looked at as an empty one.
 * @param name - benchmark
 * @param config - the configuration
 * @param use - what the command does; it should write nothing
 * @returns what `use` returns
 */
export async function lookAtWorkspace<T>(
  name: string,
  config: Config,
  use: (opened: Opened) => Promise<T> | T,
): Promise<T> {
  const path = databasePath(config);
  return withDatabase(existsSync(path) ? path : ':memory:', name, config, undefined, use);
}

async function withDatabase<T>(
  path: string,
  name: string,
  config: Config,
  limits: RequestLimits | undefined,
  use: (opened: Opened) => Promise<T> | T,
): Promise<T> {
  const benchmark = benchmarkByName(name);
  const sources = await openSources(config, limits);
  const recipe = benchmark.recipe(sources);
  const store = openStore(path);
  try {
    return await use({ config, benchmark, sources, recipe, store });
  } catch (error) {
    throw explainDatabaseError(error, path);
  } finally {
    store.close();
  }
}
