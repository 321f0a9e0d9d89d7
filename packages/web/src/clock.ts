import { useSyncExternalStore } from 'react';

/** Monotonic milliseconds: a wrong or changed wall clock must not make old data look fresh. */
export const now = (): number => performance.now();

const tick = 500;
let current = now();
let timer: ReturnType<typeof setInterval> | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => {
    current = now();
    for (const each of listeners) each();
  }, tick);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
};

const read = (): number => {
  // Between ticks of nobody's clock the kept value is old; within a tick it must not change, or a reader never rests.
  if (timer === null && now() - current >= tick) current = now();
  return current;
};

/** The monotonic clock, moving twice a second, for ages that count on the screen. */
export const useNow = (): number => useSyncExternalStore(subscribe, read);

/** What follows from the monotonic clock: reckoned twice a second, and drawn anew only when it has changed. */
export const useByClock = <T extends string | number | boolean>(of: (at: number) => T): T =>
  useSyncExternalStore(subscribe, () => of(read()));
