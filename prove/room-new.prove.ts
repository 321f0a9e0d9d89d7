/**
 * Makes a room in a copy of the sources, then runs the checks, the contract tests and the tests and the
 * story of the new room. About five minutes.
 */
import { runProof } from './proof.ts';
import { buildStep, runRoomSteps, typeSteps, type RoomStep } from './room-steps.ts';

const contract = 'apps/server/src/testing/contract';
const vitest = ['node_modules/vitest/vitest.mjs', 'run'] as const;
const steps: readonly RoomStep[] = [
  // Only the newest migration may still be in the making, and that is the one of the new room.
  ['migrations that stand are marked as landed', ['scripts/check/migrations.ts']],
  ['the room is made', ['scripts/new-room.mjs', 'spare-part', '备件', 'spare part', 'قطعة غيار']],
  ...typeSteps,
  ['no fault of style', ['node_modules/oxlint/bin/oxlint', '--type-aware', '--quiet']],
  ['rules of the house', ['scripts/check/house.ts']],
  ['no dead code', ['node_modules/knip/bin/knip.js']],
  ['no dead exports', ['node_modules/knip/bin/knip.js', '--config', 'scripts/check/dead-exports.mjs']],
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
  buildStep,
  [
    'the new room has a page that works, in three languages',
    ['node_modules/@playwright/test/cli.js', 'test', 'e2e/spare-part', 'e2e/shell/languages.spec.ts'],
    / passed/,
  ],
  ['the room is taken away', ['scripts/remove-room.mjs', 'spare-part']],
];

// The story of the screens is told in one language otherwise.
process.env['EYRIE_STORY_LANGUAGES'] = 'all';

await runProof((proof) => runRoomSteps(proof, steps));
