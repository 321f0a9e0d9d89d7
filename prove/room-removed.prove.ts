/**
 * Takes the code table out of a copy of the sources, then checks the types of all of it, builds the console, runs the
 * checks of the house and the contract tests of what is left. About five minutes.
 */
import { copyTree } from '../scripts/rooms/tree-copy.fixture.ts';
import { runProof } from './proof.ts';

const contract = 'apps/server/src/testing/contract';
/** Each with the words that it ends well with, where the exit code does not say enough. */
const steps: readonly (readonly [string, readonly string[], RegExp?])[] = [
  ['the room is taken away', ['scripts/remove-room.mjs', 'dictionary']],
  ...['pure', 'node', 'web', 'e2e'].map(
    (part) =>
      [`types of ${part}`, ['node_modules/typescript/bin/tsc', '-p', `tsconfig.${part}.json`]] as const,
  ),
  ['rules of the house', ['scripts/check/house.ts']],
  [
    'the console is built',
    ['-e', "import('./scripts/prepare.mjs').then((one) => one.buildConsole(process.execPath))"],
  ],
  [
    'the domain, phrases and scripts pass their tests',
    ['node_modules/vitest/vitest.mjs', 'run', 'packages/domain', 'packages/phrases', 'scripts/check'],
    /Tests .*passed/,
  ],
  [
    'a server starts and passes the contract tests',
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...['inventory', 'rights', 'isolation', 'mass-assignment', 'audit'].map(
        (one) => `${contract}/${one}.db.test.ts`,
      ),
    ],
    /Tests .*passed/,
  ],
];

await runProof(async ({ promise, onEnd }) => {
  const copy = copyTree();
  onEnd(copy.drop);
  for (const [what, args, words] of steps) {
    const from = performance.now();
    const { code, output } = await copy.run(...args);
    const held = code === 0 && (words?.test(output) ?? true);
    promise(held, what, `${((performance.now() - from) / 1000).toFixed(1)} s`);
    if (!held) console.log(output.slice(-4_000));
  }
});
