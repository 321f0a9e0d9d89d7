import { setTimeout as wait } from 'node:timers/promises';

/** A server that is about to stop: for a while it says so and still answers, so that a proxy turns to others first. */
export interface Leaving {
  begun(): boolean;
  /** Says from now on that the server stops, and goes on after the time that proxies need. */
  before(stop: () => Promise<void>): Promise<void>;
}

/** @param seconds how long it answers on, s */
export const createLeaving = (seconds: number): Leaving => {
  let begun = false;
  return {
    begun: () => begun,
    async before(stop) {
      begun = true;
      await wait(seconds * 1_000);
      await stop();
    },
  };
};
