/**
 * Takes the code table out of a copy of the sources, then checks the types of all of it, builds the console, runs the
 * checks of the house and the contract tests of what is left. About five minutes.
 */
import { buildStep, runRoomSteps, typeSteps, type RoomStep } from './room-steps.ts';

const contract = 'apps/server/src/testing/contract';
const steps: readonly RoomStep[] = [
  ['the room is taken away', ['scripts/remove-room.mjs', 'dictionary']],
  ...typeSteps,
  ['rules of the house', ['scripts/check/house.ts']],
  buildStep,
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

await runRoomSteps(steps);
