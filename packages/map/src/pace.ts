export interface Pacer {
  /** Wants a drawing: at once after a rest, else when the time is up. */
  touch(): void;
  dispose(): void;
}

/**
 * Runs at most every `every` ms, however often it is asked. `later` schedules a call and gives its cancel, `now` is a
 * monotonic clock in ms.
 */
export const createPacer = (
  run: () => void,
  every: number,
  now: () => number,
  later: (run: () => void, delay: number) => () => void,
): Pacer => {
  let ranAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  let over = false;
  const go = (): void => {
    cancel = null;
    ranAt = now();
    run();
  };
  return {
    touch: () => {
      if (over || cancel) return;
      const wait = ranAt + every - now();
      if (wait <= 0) go();
      else cancel = later(go, wait);
    },
    dispose: () => {
      over = true;
      cancel?.();
    },
  };
};
