import type { RoutePlan } from '@eyrie/domain';
import { distance, type Place } from '@eyrie/geometry';
import type { Ground, ResolvedLine } from '../resolved.ts';
import { heightFrame } from './heights.ts';

/**
 * Metres that a height of the plan lies above the surface it photographs: above the ground where both are known, and above
 * take-off in relative mode as long as they are not. Null: not known.
 */
export function aboveSurface(
  { settings }: Pick<RoutePlan, 'settings'>,
  ground: Ground,
  place: Place,
  height: number,
): number | null {
  const sea = heightFrame(settings, ground).toSea(place, height);
  const below = ground.height(place);
  if (sea !== null && below !== null) return sea - below;
  return settings.heightMode === 'relative' ? height : null;
}

/** Points that are asked for the ground below them at most: of a long line every so many. */
const asked = 200;

/**
 * Metres to what the points of a line photograph, nearest and farthest: the ground below them, or the place of interest. Null: not
 * known, or not above it.
 */
export function pointSurfaces(
  plan: RoutePlan,
  { points }: Pick<ResolvedLine, 'points'>,
  ground: Ground,
): readonly [nearest: number, farthest: number] | null {
  const step = Math.max(1, Math.ceil(points.length / asked));
  const centre = plan.type === 'poi' ? plan.interest.centre : null;
  let [nearest, farthest] = [Infinity, -Infinity];
  for (let index = 0; index < points.length; index += step) {
    const point = points[index] as (typeof points)[number];
    const metres = centre
      ? Math.hypot(distance(point, centre), point.height - centre.height)
      : aboveSurface(plan, ground, point, point.height);
    if (metres === null) return null;
    nearest = Math.min(nearest, metres);
    farthest = Math.max(farthest, metres);
  }
  return nearest > 0 && Number.isFinite(farthest) ? [nearest, farthest] : null;
}
