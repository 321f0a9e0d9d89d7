import { limits } from '@eyrie/domain';

export interface AwakeOptions {
  /** Monotonic milliseconds. */
  now: () => number;
  /** Epoch milliseconds: on some machines the monotonic clock stands while they sleep. */
  wall?: () => number;
  /** Nobody sees the page: its timers may run once a minute only. */
  hidden?: () => boolean;
}

/**
 * Notices that a page did not run for a while. What waits on its connection since then is old, and must not be taken for
 * the present.
 * @returns to be called whenever something runs: true when nothing did for too long
 */
export const createAwake = ({
  now,
  wall = Date.now,
  hidden = () => false,
}: AwakeOptions): (() => boolean) => {
  let ran = { at: now(), wall: wall() };
  return () => {
    const before = ran;
    ran = { at: now(), wall: wall() };
    const slept = Math.max(ran.at - before.at, ran.wall - before.wall);
    return slept > (hidden() ? limits.web.hiddenFrozenAfter : limits.web.frozenAfter);
  };
};
