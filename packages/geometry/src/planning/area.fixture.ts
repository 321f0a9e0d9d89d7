import { localPlane } from '../plane.ts';
import type { Place } from '../sphere.ts';
import type { AreaPlan } from './area.ts';
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

/** Share of points of a raster inside the ring that lie within half a spacing of a strip, counted apart from the planner. */
export function covered(
  ring: readonly Place[],
  holes: readonly (readonly Place[])[],
  plan: AreaPlan,
  spacing: number,
) {
  const { toPlane } = localPlane(ring[0] as Place);
  const flat = (places: readonly Place[]) => places.map(toPlane);
  const [outer, ...inner] = [flat(ring), ...holes.map(flat)];
  const inside = (points: ReturnType<typeof flat>, x: number, y: number) => {
    let turns = 0;
    for (const [at, a] of points.entries()) {
      const b = points[(at + 1) % points.length] ?? a;
      if (
        a.north <= y &&
        b.north > y &&
        (b.east - a.east) * (y - a.north) > (x - a.east) * (b.north - a.north)
      )
        turns += 1;
      if (
        a.north > y &&
        b.north <= y &&
        (b.east - a.east) * (y - a.north) < (x - a.east) * (b.north - a.north)
      )
        turns -= 1;
    }
    return turns !== 0;
  };
  const strips = plan.strips.map(({ from, to }) => [toPlane(from), toPlane(to)] as const);
  const xs = (outer ?? []).map(({ east }) => east);
  const ys = (outer ?? []).map(({ north }) => north);
  const [west, south] = [Math.min(...xs), Math.min(...ys)];
  const steps = 40;
  const [dx, dy] = [(Math.max(...xs) - west) / steps, (Math.max(...ys) - south) / steps];
  let [all, near] = [0, 0];
  for (let i = 0; i < steps; i += 1)
    for (let j = 0; j < steps; j += 1) {
      const [x, y] = [west + (i + 0.5) * dx, south + (j + 0.5) * dy];
      if (!inside(outer ?? [], x, y) || inner.some((hole) => inside(hole, x, y))) continue;
      all += 1;
      const reached = strips.some(([a, b]) => {
        const [ex, ey] = [b.east - a.east, b.north - a.north];
        const share = Math.max(
          0,
          Math.min(1, ((x - a.east) * ex + (y - a.north) * ey) / (ex * ex + ey * ey)),
        );
        return Math.hypot(x - a.east - share * ex, y - a.north - share * ey) <= spacing / 2 + 0.05;
      });
      if (reached) near += 1;
    }
  return all === 0 ? 1 : near / all;
}
