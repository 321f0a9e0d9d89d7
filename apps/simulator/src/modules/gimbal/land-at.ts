import type { Place } from '@eyrie/geometry';
import { plane, reach } from '../world/plan.ts';

export type Land = typeof import('./land.ts');

let land: Promise<Land> | null = null;

/** The land of the demo's world where a place lies in it. Made at the first such place: nobody else waits for it. */
export const landAt = (place: Place): Promise<Land> | null => {
  const { east, north } = plane.toPlane(place);
  if (Math.abs(east) > reach.east || Math.abs(north) > reach.north) return null;
  land ??= import('./land.ts');
  return land;
};
