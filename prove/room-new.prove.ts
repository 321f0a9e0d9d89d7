/**
 * Makes a room in a copy of the sources, then runs the checks, the contract tests and the tests and the
 * story of the new room. About five minutes.
 */
import { copyTree } from '../scripts/rooms/tree-copy.fixture.ts';
import { runProof } from './proof.ts';

const contract = 'apps/server/src/testing/contract';
const vitest = ['node_modules/vitest/vitest.mjs', 'run'] as const;
/** Each with the words that it ends well with, where the exit code does not say enough. */
const steps: readonly (readonly [string, readonly string[], RegExp?])[] = [
  ['the room is made', ['scripts/new-room.mjs', 'spare-part', '备件', 'spare part', 'قطعة غيار']],
  ...['pure', 'node', 'web', 'e2e'].map(
    (part) =>
      [`types of ${part}`, ['node_modules/typescript/bin/tsc', '-p', `tsconfig.${part}.json`]] as const,
  ),
  ['no fault of style', ['node_modules/oxlint/bin/oxlint', '--type-aware', '--quiet']],
  ['rules of the house', ['scripts/check/house.ts']],
  ['no dead code', ['node_modules/knip/bin/knip.js']],
  [
    'the domain, phrases and scripts pass their tests',
    [...vitest, 'packages/domain', 'packages/phrases', 'scripts/check'],
    /Tests .*passed/,
  ],
  [
    'the new room passes its own tests and the contract tests',
    [
      ...vitest,
      'apps/server/src/modules/spare-part',
      ...['inventory', 'rights', 'isolation', 'mass-assignment', 'audit', 'fuzz'].map(
        (one) => `${contract}/${one}.db.test.ts`,
      ),
    ],
    /Tests .*passed/,
  ],
  [
    'the console is built',
    ['-e', "import('./scripts/prepare.mjs').then((one) => one.buildConsole(process.execPath))"],
  ],
  [
    'the new room has a page that works, in three languages',
    ['node_modules/@playwright/test/cli.js', 'test', 'e2e/spare-part', 'e2e/shell/languages.spec.ts'],
    / passed/,
  ],
  ['the room is taken away', ['scripts/remove-room.mjs', 'spare-part']],
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
