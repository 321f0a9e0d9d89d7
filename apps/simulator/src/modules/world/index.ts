import type { Place } from '@eyrie/geometry';
import { demoSeed } from './products.ts';
import { createWorld } from './world.ts';

export { makeWorld, type WorldProgress } from './make.ts';
export { origin, sites, turbine, turbines } from './plan.ts';
export { productKeys, type ProductKey } from './products.ts';

/** The world of the demo. */
export const demoWorld = createWorld(demoSeed);
/** Metres above the ellipsoid of what a device stands on: the roof there, or the ground. */
export const standingOn = (place: Place): number => demoWorld.standAt(place);
