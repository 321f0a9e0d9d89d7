import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'e2e/**'],
    testTimeout: 40_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Tests with docks and brokers wait more than they work: one more than the two cores that there must be.
    maxWorkers: 3,
  },
});
