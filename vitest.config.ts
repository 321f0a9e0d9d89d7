import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'e2e/**'],
    // These only find what hangs, also on a machine that others use: how long something may take its test says itself.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['scripts/test-setup.ts'],
    pool: 'forks',
    // Tests with docks and brokers wait more than they work: one more than the two cores that there must be.
    maxWorkers: 3,
  },
});
