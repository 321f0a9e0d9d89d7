import { localPlane } from '../plane.ts';
import type { Place } from '../sphere.ts';
import { PlanningFault } from './fault.ts';

/** Corner of the fields of tests. */
export const corner: Place = { lng: 113.95, lat: 22.54 };

/** Places from metres east and north of a corner. */
export const placesAt = (points: readonly (readonly [number, number])[], origin = corner): Place[] => {
  const { toPlace } = localPlane(origin);
  return points.map(([east, north]) => toPlace({ east, north }));
};

export const rectangle = (
  west: number,
  south: number,
  east: number,
  north: number,
  origin = corner,
): Place[] =>
  placesAt(
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ],
    origin,
  );

/** A ring of corners at shares of a radius, scaled to an area in square metres. */
export const starRing = (radii: readonly number[], area: number, origin = corner): Place[] => {
  const points = radii.map((radius, at): [number, number] => {
    const angle = (2 * Math.PI * at) / radii.length;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  const twice = points.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = points[(at + 1) % points.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
  const scale = Math.sqrt((2 * area) / twice);
  return placesAt(
    points.map(([x, y]) => [x * scale, y * scale]),
    origin,
  );
};

/** The fault of a run; what else is thrown goes on. Null: it went through. */
export const faultOf = (run: () => unknown): PlanningFault | null => {
  try {
    run();
  } catch (error) {
    if (error instanceof PlanningFault) return error;
    throw error;
  }
  return null;
};
