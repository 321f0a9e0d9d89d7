/**
 * Takes every room that nothing outside it imports out of a copy of the sources, one at a time, then checks the types of
 * all of it, builds the console, runs the checks of the house and the contract tests of what is left. About five minutes
 * a room; says of every other room what holds it.
 */
import { join } from 'node:path';
import { roomUses } from '../scripts/rooms/leaves.ts';
import { runProof } from './proof.ts';
import { buildStep, runRoomSteps, typeSteps, type RoomStep } from './room-steps.ts';

const contract = 'apps/server/src/testing/contract';
const stepsOf = (word: string): readonly RoomStep[] => [
  [`${word} is taken away`, ['scripts/remove-room.mjs', word]],
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

const usedBy = (users: readonly string[]): string =>
  `${users.length} files import it, first ${users.slice(0, 3).join(', ')}`;

await runProof(async (proof) => {
  for (const { word, users } of roomUses(join(import.meta.dirname, '..')))
    if (users.length === 0) await runRoomSteps(proof, stepsOf(word));
    else proof.skip(`${word} is taken away`, usedBy(users));
});
