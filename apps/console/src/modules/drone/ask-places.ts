import { trajectoryCalls } from '@eyrie/domain';
import { mayNow } from '../../platform/allowed.tsx';
import { call } from '../../platform/http.ts';
import type { KnownPlaces } from './ghosts.ts';

/** A question that failed is asked again after this. Milliseconds. */
const askAgain = 30_000;

/** Asks once for the places from before this page was opened. @returns what ends the asking */
export const askPlaces = (now: () => number, found: (places: KnownPlaces) => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const ask = async (): Promise<void> => {
    if (!mayNow(trajectoryCalls.places)) return;
    try {
      const { list } = await call(trajectoryCalls.places, { kinds: ['drone'] }, { toast: false });
      if (!stopped) found({ list, receivedAt: now() });
    } catch {
      if (!stopped) timer = setTimeout(() => void ask(), askAgain);
    }
  };
  void ask();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
};
