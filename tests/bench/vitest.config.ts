import { defineConfig } from 'vitest/config';

// Measurements, run by `make bench`: one after another, so that none disturbs the next. They print, and check results only.
export default defineConfig({
  test: {
    include: ['tests/bench/**/*.bench.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
