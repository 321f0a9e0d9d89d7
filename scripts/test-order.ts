import { BaseSequencer, type TestSpecification } from 'vitest/node';

const waits = /\.mqtt\.test\.ts$/;
const works = /\/testing\/contract\//;

/**
 * Tests with docks and brokers mostly wait, those of the contract mostly work: side by side they use the machine that
 * either leaves idle. Both are long, so they start first; a long test that starts last is waited for alone.
 */
export class WaitingBesideWorking extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer, which returns a new list
    const bySize = await super.sort(files);
    const waiting = bySize.filter(({ moduleId }) => waits.test(moduleId));
    const working = bySize.filter(({ moduleId }) => works.test(moduleId));
    const others = bySize.filter((file) => !waiting.includes(file) && !working.includes(file));
    const pairs = waiting.flatMap((file, at) => [file, ...working.slice(at, at + 1)]);
    return [...pairs, ...working.slice(waiting.length), ...others];
  }
}
