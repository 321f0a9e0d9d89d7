import type { Place } from '@eyrie/geometry';
import { demoSeed } from './products.ts';
import { GroundTiles } from './ground-tiles.ts';
import { plane } from './plan.ts';
import { createWorld } from './world.ts';

export { makeWorld, type WorldProgress } from './make.ts';
export { origin, sites, turbine, turbines } from './plan.ts';
export { productKeys, type ProductKey } from './products.ts';

/** The world of the demo. */
export const demoWorld = createWorld(demoSeed);
/** Metres above the ellipsoid of what a device stands on: the roof there, or the ground. */
export const standingOn = (place: Place): number => demoWorld.standAt(place);
/** Metres east and north of the middle of the demo's world. */
export const demoPlane = plane;
/** The demo's world from above. */
export const demoGround = new GroundTiles(demoWorld);
