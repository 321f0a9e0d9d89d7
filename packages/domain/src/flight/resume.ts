import type { RefusalReason } from '../envelope.ts';

/** An obstacle stopped the route. DJI forbids to go on with the same route from there. */
const obstacles: ReadonlySet<number> = new Set([517, 1565]);
export const isBlockedByObstacle = (breakReason: number | null): boolean =>
  breakReason !== null && obstacles.has(breakReason);

/** A route in flight, as its dock and aircraft tell it. */
export interface RouteInFlight {
  paused: boolean;
  /** On its way home, or landing. */
  returning: boolean;
  /** Why it was interrupted; null: nobody said. */
  breakReason: number | null;
}

/** Why a route cannot go on; null: it can. Judged before the order leaves, and by the console before it is offered. */
export const resumeRefusal = ({
  paused,
  returning,
  breakReason,
}: RouteInFlight): Extract<RefusalReason, 'droneNotPaused' | 'obstacleAhead'> | null => {
  // A route that goes on again would end a return home, and that has a confirmation of its own.
  if (!paused || returning) return 'droneNotPaused';
  return isBlockedByObstacle(breakReason) ? 'obstacleAhead' : null;
};
