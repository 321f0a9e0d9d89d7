import { z } from 'zod';
import { limits } from '../limits.ts';
import type { RouteLine, Waypoint } from '../route/route.ts';

/** Where on its route an aircraft broke off, or takes it up again. */
export const breakPoint = z.object({
  /** The line, by its number in the route file. */
  wayline: z.number().int().min(0),
  /** Of that line the waypoint that was reached last, from 0. */
  waypoint: z.number().int().min(0).max(limits.route.waypoints),
  /** Share of the leg behind it that was flown, 0 to 1. */
  progress: z.number().min(0).max(1),
});
export type BreakPoint = z.output<typeof breakPoint>;

/** The same as it is shown, with the place of its waypoint among those of all lines, from 0. */
export const shownBreakPoint = breakPoint.extend({ place: z.number().int().min(0) });
export type ShownBreakPoint = z.output<typeof shownBreakPoint>;

const linesOf = (lines: readonly RouteLine[] | null, waypointCount: number): readonly RouteLine[] =>
  lines && lines.length > 0 ? lines : [{ id: 0, waypoints: waypointCount }];

/** Place of its waypoint among those of all lines, and of the last one of its line; null: the route has none such. */
const placeOf = (
  lines: readonly RouteLine[],
  { wayline, waypoint }: Pick<BreakPoint, 'wayline' | 'waypoint'>,
): { at: number; last: number } | null => {
  let before = 0;
  for (const { id, waypoints } of lines) {
    if (id === wayline)
      return waypoint < waypoints ? { at: before + waypoint, last: before + waypoints - 1 } : null;
    before += waypoints;
  }
  return null;
};

/**
 * The breakpoint of a flight from what its dock reported; null: it reported none, or one that its route does not have.
 *
 * @param kept as it is stored: `index` of the waypoint in its line, `waylineId`, `progress`
 */
export function readBreakPoint(
  kept: unknown,
  route: { lines: readonly RouteLine[] | null; waypointCount: number },
): BreakPoint | null {
  const { index, waylineId, progress, onWaypoint } = Object(kept) as Record<string, unknown>;
  const lines = linesOf(route.lines, route.waypointCount);
  // A dock that names no line flies the only one.
  const wayline = waylineId ?? (lines.length === 1 ? lines[0]?.id : null);
  const read = breakPoint.safeParse({
    wayline,
    waypoint: index,
    progress: onWaypoint === true ? 0 : (progress ?? 0),
  });
  if (!read.success) return null;
  const place = placeOf(lines, read.data);
  if (!place) return null;
  return place.at === place.last ? { ...read.data, progress: 0 } : read.data;
}

/** Place of the waypoint before a breakpoint among those of all lines, from 0; null: the route has none such. */
export const waypointBefore = (
  route: { lines: readonly RouteLine[] | null; waypointCount: number },
  point: BreakPoint,
): number | null => placeOf(linesOf(route.lines, route.waypointCount), point)?.at ?? null;

const between = (from: number, to: number, share: number): number => from + (to - from) * share;

/** What is left of a route from a breakpoint on; it begins where the aircraft broke off. Null: the route has no such place. */
export function restOfRoute<W extends Pick<Waypoint, 'lng' | 'lat' | 'height'>>(
  waypoints: readonly W[],
  lines: readonly RouteLine[] | null,
  point: BreakPoint,
): W[] | null {
  const at = waypointBefore({ lines, waypointCount: waypoints.length }, point);
  const from = at === null ? undefined : waypoints[at];
  if (at === null || !from) return null;
  const rest = waypoints.slice(at + 1);
  const to = rest[0];
  const share = to ? point.progress : 0;
  const first: W = {
    ...from,
    lng: between(from.lng, to?.lng ?? from.lng, share),
    lat: between(from.lat, to?.lat ?? from.lat, share),
    height: between(from.height, to?.height ?? from.height, share),
  };
  return [first, ...rest];
}
