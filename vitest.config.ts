import { defineConfig } from 'vitest/config';
import { WaitingBesideWorking } from './scripts/test-order.ts';

const exclude = ['**/node_modules/**', 'e2e/**'];
/** Rules without a machine: nothing of one file is left for the next, so they share what they have loaded. */
const rules = ['packages/*/src/**/*.test.ts', 'apps/console/**/*.test.ts'];
const withMachine = ['**/*.db.test.ts', '**/*.mqtt.test.ts'];
/** Rooms on a database of their own: to load the server anew for each took as long as a quarter of their tests. */
const onDatabase = ['apps/server/src/{modules,testing}/**/*.db.test.ts'];

export default defineConfig({
  test: {
    // These only find what hangs, also on a machine that others use: how long something may take its test says itself.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['scripts/test-setup.ts'],
    pool: 'forks',
    // Tests with docks and brokers wait more than they work: twice the two cores that there must be.
    maxWorkers: 4,
    sequence: { sequencer: WaitingBesideWorking },
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: rules, exclude: [...exclude, ...withMachine], isolate: false },
      },
      { extends: true, test: { name: 'rooms', include: onDatabase, exclude, isolate: false } },
      {
        extends: true,
        test: {
          name: 'machine',
          include: [
            'packages/**/*.{db,mqtt}.test.ts',
            'apps/{server,simulator}/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: [...exclude, ...onDatabase],
        },
      },
    ],
  },
});
