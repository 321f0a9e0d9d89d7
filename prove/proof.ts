/** What every proof does alike: one line a promise, and an exit code that says whether all of them held. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Proof {
  /** Prints one promise with what was measured; `held` false breaks the proof. */
  promise(held: boolean, what: string, measured: string): void;
  /** Something this machine cannot try, with the reason; said, never left out in silence. */
  skip(what: string, why: string): void;
  /** A folder of its own, which goes with the proof. */
  folder(): string;
  /** To be called in `finally`, also after a failure: ends what was started, last first. */
  onEnd(stop: () => unknown): void;
}

/** So much of the figures is at most this: 0.99 for the p99. */
export const quantile = (figures: readonly number[], share: number): number =>
  figures.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(figures.length * share) - 1)] ?? Number.NaN;

/**
 * Runs a proof to its end and sets the exit code: 1 when a promise did not hold, the work failed or nothing was proved.
 */
export async function runProof(work: (proof: Proof) => Promise<void>): Promise<void> {
  const stops: (() => unknown)[] = [];
  let held = 0;
  let broken = 0;
  try {
    await work({
      promise(isHeld, what, measured) {
        if (isHeld) held += 1;
        else broken += 1;
        console.log(`${isHeld ? 'held  ' : 'BROKEN'}  ${what}: ${measured}`);
      },
      skip: (what, why) => console.log(`skipped ${what}: ${why}`),
      folder() {
        const path = mkdtempSync(join(tmpdir(), 'eyrie-prove-'));
        stops.push(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
        return path;
      },
      onEnd: (stop) => stops.push(stop),
    });
  } catch (error) {
    broken += 1;
    console.error(error);
  } finally {
    for (const stop of stops.toReversed())
      try {
        await stop();
      } catch (error) {
        console.error(error);
      }
  }
  console.log(`${held} held, ${broken} broken`);
  process.exitCode = broken === 0 && held > 0 ? 0 : 1;
}
