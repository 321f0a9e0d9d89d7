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

/** So long may what is left of a proof that has ended keep its process, ms. */
const remains = 2_000;

/** Calls back when this process is asked to end. @returns what stops that */
const onAsked = (then: (error: Error) => void): (() => void) => {
  const heard = (signal: NodeJS.Signals): void => then(new Error(`asked to end by ${signal}`));
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, heard);
  return () => {
    for (const signal of signals) process.off(signal, heard);
  };
};

/**
 * Runs a proof to its end and sets the exit code: 1 when a promise did not hold, the work failed or nothing was proved.
 * Asked to end by SIGINT or SIGTERM, it ends what it started and then itself, whatever it still waits for.
 * @param longest bound of the work, ms
 */
export async function runProof(
  work: (proof: Proof) => Promise<void>,
  longest = Number.POSITIVE_INFINITY,
): Promise<void> {
  const stops: (() => unknown)[] = [];
  let held = 0;
  let broken = 0;
  let over = false;
  const bound = Promise.withResolvers<never>();
  const done = onAsked(bound.reject);
  const timer =
    longest === Number.POSITIVE_INFINITY
      ? undefined
      : setTimeout(() => bound.reject(new Error(`not done within ${longest / 60_000} minutes`)), longest);
  const end = async (stop: () => unknown): Promise<void> => {
    try {
      await stop();
    } catch (error) {
      console.error(error);
    }
  };
  const proof: Proof = {
    promise(isHeld, what, measured) {
      // What was given up proves nothing any more.
      if (over) return;
      if (isHeld) held += 1;
      else broken += 1;
      console.log(`${isHeld ? 'held  ' : 'BROKEN'}  ${what}: ${measured}`);
    },
    skip: (what, why) => console.log(`skipped ${what}: ${why}`),
    folder() {
      const path = mkdtempSync(join(tmpdir(), 'eyrie-prove-'));
      proof.onEnd(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
      return path;
    },
    // Work that was given up may yet start something: nobody would end that later.
    onEnd: (stop) => void (over ? end(stop) : stops.push(stop)),
  };
  try {
    await Promise.race([work(proof), bound.promise]);
  } catch (error) {
    broken += 1;
    console.error(error);
  }
  over = true;
  clearTimeout(timer);
  for (const stop of stops.toReversed()) await end(stop);
  done();
  console.log(`${held} held, ${broken} broken`);
  process.exitCode = broken === 0 && held > 0 ? 0 : 1;
  // Work that was given up goes on waiting for minutes.
  setTimeout(() => process.exit(), remains).unref();
}
