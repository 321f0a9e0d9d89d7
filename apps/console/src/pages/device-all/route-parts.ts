import type { Place } from '@eyrie/geometry';

/**
 * A planned line in two: as far as the aircraft has come, and from there.
 * @param reached waypoints that were reached, as the dock counts them; null: not told, all of it is left
 * @param at where the aircraft is, if that is known
 */
export const routeParts = (
  path: readonly Place[],
  reached: number | null,
  at: Place | null,
): { flown: readonly Place[]; left: readonly Place[] } => {
  const count = Math.min(path.length, Math.max(0, reached ?? 0));
  // Before the first waypoint it is on its way to the route, after the last one on its way home.
  if (count === 0) return { flown: [], left: path };
  if (count === path.length) return { flown: path, left: [] };
  const here = at ? [at] : [path[count - 1] as Place];
  return { flown: [...path.slice(0, count), ...(at ? [at] : [])], left: [...here, ...path.slice(count)] };
};
