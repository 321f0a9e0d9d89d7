import type { RoutePlan } from '@eyrie/domain';
import { distance, type Place } from '@eyrie/geometry';
import { flightPath, homeOf, type PathLeg } from './flight-path.ts';
import { legClearance } from './samples.ts';
import type { Ground, ResolvedRoute } from './resolved.ts';

/** Points from which the way home is looked at: of a longer route every so many. */
const waysMost = 200;

/** The points of a route from which it is looked at what lies and stands on the straight way home. */
export const homewardPoints = <T>(points: readonly T[]): T[] => {
  const every = Math.ceil(points.length / waysMost);
  return points.filter((_, at) => at % every === 0 || at === points.length - 1);
};

/** What lies or stands highest where an aircraft may come home, on its path and straight from its points. */
export interface ReturnGround {
  /** Metres above take-off; null: nothing of it is known. */
  readonly top: number | null;
  /** False: not known everywhere, so that the highest place may be another. */
  readonly complete: boolean;
}

/** Null where it takes off nowhere, or flies nothing. */
export function returnGround(plan: RoutePlan, route: ResolvedRoute, ground: Ground): ReturnGround | null {
  const home = homeOf(plan, ground);
  const points = route.lines.flatMap((line) => line.points);
  if (!home || points.length === 0) return null;
  if (home.sea === null) return { top: null, complete: false };
  const { sea } = home;
  const ways = homewardPoints(points).map(({ lng, lat }) => ({ from: { lng, lat }, to: home }));
  return groundTop([...flightPath(plan, route, ground), ...ways], sea, ground);
}

/**
 * What lies or stands highest below ways.
 * @param sea metres of the take-off above the sea
 */
export function groundTop(
  ways: readonly { from: Place; to: Place }[],
  sea: number,
  ground: Ground,
): ReturnGround {
  let [top, complete]: [number | null, boolean] = [null, true];
  for (const { from, to } of ways) {
    const length = distance(from, to);
    // Level with the dock: what is below it is as high above the dock as it is too low.
    const level: PathLeg = {
      ...levelLeg,
      from: { lng: from.lng, lat: from.lat, sea },
      to: { lng: to.lng, lat: to.lat, sea },
      ground: length,
      length,
    };
    const { lowest, unknown } = legClearance(level, ground);
    if (unknown > 0) complete = false;
    if (lowest !== null) top = Math.max(top ?? -Infinity, 0 - lowest);
  }
  return { top, complete };
}

const levelLeg = {
  phase: 'return',
  name: '',
  ids: [null, null],
  speed: 1,
  index: -1,
  line: -1,
} as const satisfies Partial<PathLeg>;
