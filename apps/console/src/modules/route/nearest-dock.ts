import { distance, type Place } from '@eyrie/geometry';
import type { PlanDock } from './editor/plan-docks.ts';

export interface NearestDock {
  readonly dock: PlanDock;
  /** Metres from the dock to the nearest waypoint. */
  readonly metres: number;
}

/** Metres beyond which no aircraft flies from its dock. */
export const beyondReach = 20_000;

/** The dock that is nearest to a route, one with the aircraft of the route first where it is near enough; null: none has a place. */
export function nearestDock(
  waypoints: readonly Place[],
  drone: string | null,
  docks: readonly PlanDock[],
): NearestDock | null {
  const all = docks
    .map((dock) => ({
      dock,
      metres: waypoints.reduce((least, one) => Math.min(least, distance(dock, one)), Infinity),
    }))
    .filter(({ metres }) => Number.isFinite(metres))
    .toSorted((a, b) => a.metres - b.metres);
  return (
    all.find(({ dock, metres }) => metres <= beyondReach && drone !== null && dock.drone === drone) ??
    all[0] ??
    null
  );
}
