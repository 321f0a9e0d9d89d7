import type { Clock } from './clock.ts';

export interface Slices {
  /** Does the work at once while this turn of the loop has time for it, else in a later turn, in order. It must not throw. */
  push(work: () => void): void;
  /** Does all that waits now. */
  finish(): void;
  /** Ms that the work which is done now, or was done last, has waited here. */
  waited(): number;
}

/**
 * Does pieces of work in their order, each turn of the event loop for a slice of time, so that what others ask for
 * passes in between: thousands of devices report in the same moment, and an order needs several turns.
 * @param slice ms of a turn
 * @param most pieces that may wait; with more the oldest is done at once, which leaves the rest to whoever sends
 */
export function createSlices(
  clock: Pick<Clock, 'mono'>,
  { slice, most }: { slice: number; most: number },
): Slices {
  let waiting: { work: () => void; at: number }[] = [];
  let next = 0;
  let used = 0;
  let scheduled = false;
  let waited = 0;

  const timed = (work: () => void): void => {
    const from = clock.mono();
    work();
    used += clock.mono() - from;
  };
  const takeOne = (): void => {
    const one = waiting[next++];
    if (next === waiting.length) {
      waiting = [];
      next = 0;
    }
    if (!one) return;
    waited = Math.max(0, clock.mono() - one.at);
    timed(one.work);
  };
  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(turn);
  };
  const turn = (): void => {
    scheduled = false;
    used = 0;
    while (waiting.length > 0 && used < slice) takeOne();
    if (waiting.length > 0) schedule();
  };

  return {
    push(work) {
      schedule();
      if (waiting.length === 0 && used < slice) {
        waited = 0;
        timed(work);
        return;
      }
      waiting.push({ work, at: clock.mono() });
      if (waiting.length - next > most) takeOne();
    },
    finish() {
      while (waiting.length > 0) takeOne();
    },
    waited: () => waited,
  };
}
