import { limits } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';

/** Strangers can be refused as often as they like: one line at once, then their number now and then. */
export const createRefusalLog = (
  { clock, log }: Pick<Runtime, 'clock' | 'log'>,
  words: string,
): ((who: Readonly<Record<string, string>>) => void) => {
  let since = -Infinity;
  let unreported = 0;
  return (who) => {
    unreported += 1;
    const now = clock.mono();
    if (now - since < limits.videoServer.refusalLogEvery) return;
    log.warn({ ...who, refused: unreported }, words);
    since = now;
    unreported = 0;
  };
};
