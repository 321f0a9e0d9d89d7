import type { Place } from '../sphere.ts';

/** Metres of the ground above the sea at a place; null where it is not known. */
export type GroundHeight = (place: Place) => number | null;
