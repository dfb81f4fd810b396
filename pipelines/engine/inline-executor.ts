import type { Executor } from './executor.js';
import type { OutsideServices } from './services.js';
import { runBatch } from './run-batch.js';

/**
 * Runs every batch in this process, one after another: for tests, and for `--workers 0`.
 * @param outside - what stages may use
 * @returns the executor
 */
export function createInlineExecutor(outside: OutsideServices): Executor {
  return {
    name: 'inline',
    width: () => 1,
    run: (batch) => runBatch(batch, outside),
    close: () => Promise.resolve(),
  };
}
