import { localPlane } from './plane.ts';
import { legLengths, type PlaceAtHeight, type Place } from './sphere.ts';

/** Metres off every leg from which a place says nothing about the way along the route. */
const astray = 200;

/** Metres along a leg of the point nearest to `at`, and how far off that is, in the plane. */
const onLeg = (from: Place, to: Place, at: Place): { part: number; off: number } => {
  const plane = localPlane(from);
  const end = plane.toPlane(to);
  const here = plane.toPlane(at);
  const square = end.east ** 2 + end.north ** 2;
  const part =
    square === 0 ? 1 : Math.min(1, Math.max(0, (here.east * end.east + here.north * end.north) / square));
  return { part, off: Math.hypot(here.east - end.east * part, here.north - end.north * part) };
};

/**
 * How much of a route lies behind an aircraft, 0 to 1, by distance. Devices differ in whether the waypoint they name
 * is the one reached or the next: of the legs around it the one nearest to the aircraft counts. Without a place on or
 * near the route the waypoint itself does. Null below two waypoints.
 */
export function routeShare(
  path: readonly PlaceAtHeight[],
  waypoint: number,
  at: Place | null,
): number | null {
  const lengths = legLengths(path);
  const total = lengths.reduce((sum, leg) => sum + leg, 0);
  if (lengths.length === 0 || total === 0) return null;
  const before = (leg: number): number => lengths.slice(0, leg).reduce((sum, one) => sum + one, 0);
  const named = Math.min(Math.max(0, waypoint), lengths.length);
  if (!at) return before(named) / total;
  let best = { off: Infinity, metres: 0 };
  for (let leg = Math.max(0, named - 1); leg <= Math.min(lengths.length - 1, named); leg += 1) {
    const { part, off } = onLeg(path[leg] as Place, path[leg + 1] as Place, at);
    // Of two legs that are equally near, at the waypoint between them, the later one counts.
    if (off <= best.off + 0.5) best = { off, metres: before(leg) + part * (lengths[leg] as number) };
  }
  return (best.off > astray ? before(named) : best.metres) / total;
}
