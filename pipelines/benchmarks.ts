import type { Benchmark } from './benchmark.js';
import { PrerequisiteError } from '../schemas/errors.js';
import { cpopqa } from './cpopqa/benchmark.js';

/** Every benchmark, one line each. */
export const BENCHMARKS: readonly Benchmark[] = [cpopqa];

/**
 * A benchmark by name.
 * @param name - as on the command line
 * @returns the benchmark
 * @throws PrerequisiteError `bad-input` when there is none
 */
export function benchmarkByName(name: string): Benchmark {
  const found = BENCHMARKS.find((one) => one.name === name);
  if (found) return found;
  throw new PrerequisiteError('bad-input', `There is no benchmark ${JSON.stringify(name)}.`, {
    hint: `Known: ${BENCHMARKS.map((one) => one.name).join(', ')}.`,
  });
}
