import type { Clock } from './clock.ts';

export interface HandClock extends Clock {
  /** Lets `ms` pass and runs what falls due on the way, in order. */
  pass(ms: number): void;
}

/** A clock that stands still until a test moves it. */
export function handClock(start = 1_700_000_000_000): HandClock {
  let now = 0;
  let due: { at: number; run: () => void }[] = [];
  const add = (at: number, run: () => void) => {
    const entry = { at, run };
    due.push(entry);
    return () => {
      due = due.filter((other) => other !== entry);
    };
  };
  const every = (ms: number, run: () => void) => {
    let cancel = () => {};
    const again = () => {
      cancel = add(now + ms, again);
      run();
    };
    cancel = add(now + ms, again);
    return () => cancel();
  };
  const pass = (ms: number) => {
    const end = now + ms;
    for (;;) {
      const next = due.filter((entry) => entry.at <= end).toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      now = next.at;
      due = due.filter((entry) => entry !== next);
      next.run();
    }
    now = end;
  };
  return { wall: () => start + now, mono: () => now, after: (ms, run) => add(now + ms, run), every, pass };
}
