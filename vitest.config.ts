import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A real MediaWiki and child processes share two cores: more workers only make each of them slower.
    maxWorkers: 2,
  },
});
