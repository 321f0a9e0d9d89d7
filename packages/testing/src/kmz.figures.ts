import type { KmzPoint } from './kmz.recipe.ts';

/** Metres along the points, by chords through the sphere of 6 371 km: not the formula the product uses. */
export function kmzDistance(points: readonly KmzPoint[]): number {
  return legs(points).reduce((sum, leg) => sum + leg, 0);
}

function legs(points: readonly KmzPoint[]): number[] {
  const onSphere = points.map(({ lng, lat }) => {
    const [x, y] = [(lng * Math.PI) / 180, (lat * Math.PI) / 180];
    return [Math.cos(y) * Math.cos(x), Math.cos(y) * Math.sin(x), Math.sin(y)];
  });
  return points.slice(1).map((to, i) => {
    const [a, b] = [onSphere[i] ?? [], onSphere[i + 1] ?? []];
    const chord = Math.hypot(...a.map((part, axis) => (b[axis] ?? 0) - part));
    return Math.hypot(2 * 6_371_000 * Math.asin(chord / 2), to.height - (points[i]?.height ?? 0));
  });
}

/**
 * Seconds for a route that stops at each point, from the closed form of the motion model: every ramp from or
 * to a stand takes v/3.22 + 3.22/2.42 seconds at half the speed. Right for speeds over 4.3 m/s and legs
 * longer than two ramps; a photo takes a second.
 */
export function kmzDuration(points: readonly KmzPoint[]): number {
  const moving = legs(points).reduce((sum, leg, i) => {
    const speed = points[i]?.speed ?? 0;
    return sum + leg / speed + (speed / 3.22 + 3.22 / 2.42);
  }, 0);
  return points.reduce((sum, { hover, photo }) => sum + (hover ?? 0) + (photo ? 1 : 0), moving);
}
