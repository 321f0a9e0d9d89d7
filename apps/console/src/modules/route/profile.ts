import { distance } from '@eyrie/geometry';
import type { Waypoint } from '@eyrie/domain';

export interface ProfilePoint {
  /** Metres along the ground from the first waypoint. */
  along: number;
  /** Metres in the route's own height mode. */
  height: number;
}

export interface Profile {
  points: readonly ProfilePoint[];
  /** Metres. */
  length: number;
  low: number;
  high: number;
}

/** Heights over the ground distance of a route. Null for fewer than two waypoints. */
export const profileOf = (waypoints: readonly Pick<Waypoint, 'lng' | 'lat' | 'height'>[]): Profile | null => {
  if (waypoints.length < 2) return null;
  let along = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const points = waypoints.map((waypoint, index) => {
    const before = waypoints[index - 1];
    if (before) along += distance(before, waypoint);
    low = Math.min(low, waypoint.height);
    high = Math.max(high, waypoint.height);
    return { along, height: waypoint.height };
  });
  return { points, length: along, low, high };
};

/** Index of the point nearest to a distance along the route. */
export const nearestPoint = (profile: Profile, along: number): number => {
  let best = 0;
  for (const [index, point] of profile.points.entries())
    if (Math.abs(point.along - along) < Math.abs((profile.points[best]?.along ?? 0) - along)) best = index;
  return best;
};
