import type { Place } from '../sphere.ts';
import { checked, PlanningFault } from './fault.ts';

/** From where a height counts: the take-off place, the sea (EGM96), or the ellipsoid of WGS-84. */
export const heightModes = ['relative', 'altitude', 'ellipsoidal'] as const;
export type HeightMode = (typeof heightModes)[number];

/** Metres of the ground above the sea at a place; null where it is not known. */
export type GroundHeight = (place: Place) => number | null;

export interface HeightDatum {
  /** Metres of the take-off place above the sea. Null: not known, and heights relative to it cannot be converted. */
  readonly takeOff: number | null;
  /** Metres by which the geoid lies above the ellipsoid at a place. */
  readonly undulation: (place: Place) => number;
}

/**
 * A height in metres in another mode: ellipsoidal = altitude + undulation, altitude = take-off + relative.
 * @throws PlanningFault `terrainUnknown` where the height of the take-off place is needed and not known
 */
export function convertHeight(
  height: number,
  from: HeightMode,
  to: HeightMode,
  place: Place,
  { takeOff, undulation }: HeightDatum,
): number {
  checked('height', height);
  if (from === to) return height;
  const start = (): number => {
    if (takeOff === null) throw new PlanningFault('terrainUnknown', { field: 'takeOff', at: place });
    return checked('takeOff', takeOff);
  };
  const geoid = (): number => checked('undulation', undulation(place));
  const altitude =
    from === 'relative' ? height + start() : from === 'ellipsoidal' ? height - geoid() : height;
  if (to === 'altitude') return altitude;
  return to === 'relative' ? altitude - start() : altitude + geoid();
}
