/** The small rules of the house that no tool of others knows. */
import { join } from 'node:path';
import { rolesTable } from '../../apps/server/src/modules/role/roles-table.ts';
import { printOutsideCalls } from '../../packages/domain/src/outside-calls.ts';
import { printedRooms } from '../rooms/print.ts';
import { bareTimerFaults } from './bare-timers.ts';
import { classFaults } from './classes.ts';
import { dependencyFaults } from './dependencies.ts';
import { migrationFaults } from './migrations.ts';
import { commaFaults, wordingFaults } from './one-place.ts';
import { pathGuessFaults } from './path-guesses.ts';
import { portabilityFaults } from './portable.ts';
import { retiredFaults } from './retired-words.ts';
import { screenWordFaults } from './screen-words.ts';
import { sharedHookFaults } from './shared-hooks.ts';
import { silentCutFaults } from './silent-cuts.ts';
import { sizes } from './sizes.ts';
import { readSources, type Source } from './sources.ts';
import { tableWriteFaults } from './table-writes.ts';
import { readWords, wordFaults } from './words.ts';

/** Files that are printed from declarations, with the program that prints them anew. */
const printed = [
  { path: 'docs/roles.md', print: rolesTable, by: 'scripts/print-roles.mjs' },
  {
    path: 'apps/console/src/platform/outside-calls.generated.ts',
    print: printOutsideCalls,
    by: 'scripts/print-outside-calls.mjs',
  },
];

const textOf = (sources: readonly Source[], wanted: string): string =>
  sources.find(({ path }) => path === wanted)?.text ?? '';

function main(): void {
  const root = join(import.meta.dirname, '../..');
  const sources = readSources(root);
  const long = sizes(sources);
  const stale = printed
    .filter(({ path, print }) => textOf(sources, path) !== print())
    .map(({ path, by }) => `${path} is stale: run node ${by}`)
    .concat(
      printedRooms(root)
        .filter(({ path, text }) => textOf(sources, path) !== text)
        .map(({ path }) => `${path} is stale: run node scripts/print-rooms.mjs`),
    );
  const faults = [
    ...wordFaults(sources, readWords(textOf(sources, 'docs/words.md'))),
    ...screenWordFaults(sources, textOf(sources, 'docs/words.md')),
    ...retiredFaults(sources, textOf(sources, 'docs/words.md')),
    ...classFaults(sources),
    ...portabilityFaults(sources, root),
    ...wordingFaults(sources),
    ...commaFaults(sources),
    ...migrationFaults(sources),
    ...dependencyFaults(sources),
    ...tableWriteFaults(sources),
    ...pathGuessFaults(sources),
    ...silentCutFaults(sources),
    ...bareTimerFaults(sources),
    ...sharedHookFaults(sources),
    ...stale,
    ...long.faults,
  ];
  for (const remark of long.remarks) console.log(`       ${remark}`);
  for (const fault of faults) console.log(fault);
  console.log(`       ${sources.length} files looked at, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

main();
