import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { createReplayClock, type ReplayClock } from './replay-clock.ts';

export const frames = {
  ask: (then: (now: number) => void): number => requestAnimationFrame(then),
  cancel: (handle: number): void => cancelAnimationFrame(handle),
};

/** The clock of a replay; another flight gets another. */
export const useReplayClock = (from: number, to: number): ReplayClock => {
  const [clock] = useState(() => createReplayClock(from, to, frames));
  return clock;
};

/** Writes every moment where it is shown, without rendering. */
export const useMoment = (clock: ReplayClock, show: (at: number) => void): void => {
  const shown = useEffectEvent(show);
  useEffect(() => clock.onMoment((at) => shown(at)), [clock]);
};

export const usePlaying = (clock: ReplayClock): boolean => useSyncExternalStore(clock.onState, clock.playing);
export const useSpeed = (clock: ReplayClock): number => useSyncExternalStore(clock.onState, clock.speed);

/** What a moment comes to: renders when that changes, and not for every moment. */
export const useOfMoment = <T extends string | number | null>(clock: ReplayClock, of: (at: number) => T): T =>
  useSyncExternalStore(clock.onMoment, () => of(clock.at()));
