import type { Config } from '../../schemas/config.js';
import type { Executor } from '../engine/executor.js';
import type { Sources } from '../open-sources.js';
import { createInlineExecutor } from '../engine/inline-executor.js';
import { createProcessesExecutor } from '../engine/processes/processes-executor.js';

/**
 * The executor that the command line asks for.
 * @param config - given to worker processes, which open popularity sources by themselves
 * @param sources - used when the work is done in this process
 * @param workers - processes at once; 0 for none, undefined for as many as there are cores
 * @returns the executor; close it
 */
export function createExecutor(config: Config, sources: Sources, workers: number | undefined): Executor {
  if (workers === 0) return createInlineExecutor({ popularity: () => Promise.resolve(sources.popularity) });
  const module = new URL('../worker-module.js', import.meta.url).href;
  return createProcessesExecutor({ module, setup: config, ...(workers === undefined ? {} : { workers }) });
}
