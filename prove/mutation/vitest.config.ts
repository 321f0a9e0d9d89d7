/**
 * Every file of tests in a process of its own, which reads anew which mutant is on: what files share among each other in
 * `npm test` would be left from the mutant before.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'e2e/**'],
    setupFiles: ['scripts/test-setup.ts', 'prove/mutation/setup.mjs'],
    pool: 'forks',
    isolate: true,
    maxWorkers: 1,
    bail: 1,
    teardownTimeout: 5_000,
  },
});
