import { distance, type Place } from '@eyrie/geometry';
import type { PlanDock } from './editor/plan-docks.ts';

export interface NearDock {
  readonly dock: PlanDock;
  /** Metres from the dock to the nearest waypoint. */
  readonly metres: number;
}

/** Metres beyond which no aircraft flies from its dock. */
export const beyondReach = 20_000;
/** Metres up to which a route lies about its dock: there is nowhere to move it to. */
const beside = 1_000;

/**
 * Docks by how near they are to a route, those with its aircraft before all others where they are near enough. None without
 * a place.
 */
export const docksFor = (
  waypoints: readonly Place[],
  drone: string | null,
  docks: readonly PlanDock[],
): NearDock[] => {
  const able = ({ dock, metres }: NearDock): boolean =>
    metres <= beyondReach && drone !== null && dock.drone === drone;
  return docks
    .map((dock) => ({
      dock,
      metres: waypoints.reduce((least, one) => Math.min(least, distance(dock, one)), Infinity),
    }))
    .filter(({ metres }) => Number.isFinite(metres))
    .toSorted((a, b) => Number(able(b)) - Number(able(a)) || a.metres - b.metres);
};

/** What can be done with an imported route for a dock. */
export interface ImportWays {
  /** No aircraft flies it from there as it lies. */
  readonly far: boolean;
  /** The route as it lies, for the aircraft of the dock. */
  readonly convert: boolean;
  /** The route moved to the dock, for its aircraft. */
  readonly move: boolean;
}

export const importWays = (drone: string | null, { dock, metres }: NearDock): ImportWays => ({
  far: metres > beyondReach,
  convert: dock.drone !== null && dock.drone !== drone,
  move: metres > beside,
});
