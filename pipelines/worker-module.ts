// What the engine's worker processes load: the stages of all benchmarks, and popularity sources opened on first use.
import type { Config } from '../schemas/config.js';
import type { WorkerParts } from './engine/processes/protocol.js';
import { BENCHMARKS } from './benchmarks.js';
import { openPopularity } from './open-sources.js';

/**
 * Opens what a worker works with.
 * @param setup - the configuration of the build
 * @returns stages and services
 */
export function openWorker(setup: unknown): WorkerParts {
  return {
    stages: BENCHMARKS.flatMap((benchmark) => benchmark.stages),
    outside: { popularity: openPopularity(setup as Config) },
  };
}
