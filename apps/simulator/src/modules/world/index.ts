import type { Place, PlanePoint } from '@eyrie/geometry';
import { belowOf, obstaclesAround, sensorReach } from './around.ts';
import { demoWorld } from './demo-world.ts';
import { GroundTiles, mapPixelOf } from './ground-tiles.ts';
import { plane } from './plan.ts';

export { demoWorld };
export { makeWorld, type WorldProgress } from './make.ts';
export { origin, plane as demoPlane, sites, turbine, turbines } from './plan.ts';
export {
  faultKinds,
  faultsAround,
  faultsSeen,
  type FaultKind,
  type PlantedFault,
  type StandingFault,
} from './faults.ts';
export { Repairs } from './repairs.ts';
export { productKeys, type ProductKey } from './products.ts';

/** Metres above the ellipsoid of what a device stands on: the roof there, or the ground. */
export const standingOn = (place: Place): number => demoWorld.standAt(place);
/** The demo's world from above. */
export const demoGround = new GroundTiles(demoWorld);
/** Whether a place lies in the demo's world. */
export const inDemoWorld = (place: Place): boolean => demoGround.holds(plane.toPlane(place));
/** Red, green and blue of a place as the imagery of the map has it. */
export const mapPixel = (at: PlanePoint): readonly number[] => mapPixelOf(demoWorld, at);
/**
 * What an aircraft finds around and below itself, in millimetres as docks report it. Outside of the demo's world nothing
 * stands, and below it is what it took off from.
 * @param height metres above the ellipsoid
 */
export const sensedAround = (
  place: Place,
  { height, elevation, head }: { height: number; elevation: number; head: number },
): { around: number[]; below: number } =>
  inDemoWorld(place)
    ? {
        around: obstaclesAround(demoWorld, place, height, head),
        below: belowOf(demoWorld, place, height),
      }
    : { around: [], below: Math.min(sensorReach, Math.round(Math.max(0, elevation) * 1_000)) };
