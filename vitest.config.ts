import { defineConfig } from 'vitest/config';
import { WaitingBesideWorking } from './scripts/test-order.ts';

const exclude = ['**/node_modules/**', 'e2e/**'];
/** Rules without a machine: nothing of one file is left for the next, so they share what they have loaded. */
const rules = ['packages/*/src/**/*.test.ts', 'apps/{console,screen}/**/*.test.ts'];
const withMachine = ['**/*.db.test.ts', '**/*.mqtt.test.ts'];
/** What needs a process of its own: tests that replace a module or measure memory, a library that may end
 * its process, and those that end and start whole servers. */
const alone = [
  'packages/**/*.mqtt.test.ts',
  'apps/simulator/**/*.mqtt.test.ts',
  'apps/simulator/src/modules/video/whip-publisher.test.ts',
  'apps/server/src/{cli,platform}/**/*.mqtt.test.ts',
  'apps/server/src/processes/{*,bulk/*}.mqtt.test.ts',
  'apps/server/src/platform/outgoing.names.test.ts',
  'apps/server/src/modules/telemetry/live-hostile.test.ts',
  'apps/server/src/modules/appearance/picture.test.ts',
  'apps/server/src/platform/video/{whep,whip,whip-hostile}.test.ts',
  'apps/server/src/{processes,cli,migrations}/**/*.db.test.ts',
  'apps/server/src/platform/**/*.db.test.ts',
];
/** The others leave nothing but rows in databases of their own; to load the server anew for each took a fifth of their time. */
const together = ['apps/{server,simulator}/src/**/*.test.ts'];

export default defineConfig({
  test: {
    // These only find what hangs, also on a machine that others use: how long something may take its test says itself.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['scripts/test-setup.ts'],
    pool: 'forks',
    // A file with docks and a broker keeps a core busy (24 of 26 s), and two cores there must be. With more workers a machine of half
    // the speed has no processor left, and what counts for two seconds is too old in a test whose code is right.
    maxWorkers: 2,
    sequence: { sequencer: WaitingBesideWorking },
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: rules, exclude: [...exclude, ...withMachine], isolate: false },
      },
      {
        extends: true,
        test: { name: 'server', include: together, exclude: [...exclude, ...alone], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'machine',
          include: ['packages/**/*.{db,mqtt}.test.ts', 'scripts/**/*.test.ts', ...alone],
          exclude,
        },
      },
    ],
  },
});
