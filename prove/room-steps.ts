/** What the proofs of a new room and of a removed one share: programs that run one after the other in a copy of the sources. */
import { copyTree } from '../scripts/rooms/tree-copy.fixture.ts';
import type { Proof } from './proof.ts';

/** A program with its arguments, and the words that it ends well with where the exit code does not say enough. */
export type RoomStep = readonly [what: string, args: readonly string[], words?: RegExp];

export const typeSteps = ['pure', 'node', 'web', 'e2e'].map((part): RoomStep => [
  `types of ${part}`,
  ['node_modules/typescript/bin/tsc', '-p', `tsconfig.${part}.json`],
]);
export const buildStep: RoomStep = [
  'the console is built',
  ['-e', "import('./scripts/prepare.mjs').then((one) => one.buildConsole(process.execPath))"],
];

/** Runs the steps in a copy of the sources, each said as a promise. */
export async function runRoomSteps(
  { promise, onEnd }: Pick<Proof, 'promise' | 'onEnd'>,
  steps: readonly RoomStep[],
): Promise<void> {
  const copy = copyTree();
  onEnd(copy.drop);
  for (const [what, args, words] of steps) {
    const from = performance.now();
    const { code, output } = await copy.run(...args);
    const held = code === 0 && (words?.test(output) ?? true);
    promise(held, what, `${((performance.now() - from) / 1000).toFixed(1)} s`);
    if (!held) console.log(output.slice(-4_000));
  }
}
