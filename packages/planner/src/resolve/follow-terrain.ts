import { followTerrain as followed, type PlaceAtHeight, type Place } from '@eyrie/geometry';
import { climbSpeed, descentSpeed } from '../flight-path.ts';
import type { Ground } from '../resolved.ts';
import { topAt } from '../samples.ts';

/** A line above the terrain, metres above the sea, and where the corners of the line as it was laid are in it. */
export interface FollowedLine {
  readonly path: readonly PlaceAtHeight[];
  readonly corners: readonly number[];
}

/** Metres that a line may lie above the wanted height where that saves points. */
const tolerance = 3;

/**
 * A line at a height above ground and buildings (metres), raised where an aircraft at `speed` m/s could not climb or sink fast
 * enough, with as few points between its corners as that lets.
 * @throws PlanningFault `terrainUnknown` with the place where the ground is not known
 */
export function followTerrain(
  path: readonly Place[],
  above: number,
  speed: number,
  ground: Ground,
): FollowedLine {
  const raised = followed(
    path.map(({ lng, lat }) => ({ lng, lat, height: 0 })),
    (place) => topAt(ground, place),
    { above, keep: 'follow', tolerance, climb: climbSpeed, descent: descentSpeed, speed },
  );
  // Corners stay where they are: each is the next point at its very place.
  let at = -1;
  const corners = path.map(({ lng, lat }) => {
    do at += 1;
    while (at < raised.length && !(raised[at]?.lng === lng && raised[at]?.lat === lat));
    return at;
  });
  return { path: raised, corners };
}
