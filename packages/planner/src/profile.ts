import type { Place } from '@eyrie/geometry';
import { flightPath, type FlightPhase, type PathLeg } from './flight-path.ts';
import type { RoutePlan } from '@eyrie/domain';
import type { Ground, ResolvedRoute } from './resolved.ts';
import { placeOnLeg, topAt } from './samples.ts';

/** One place of the chart under the map. Heights in metres above the sea; null: not known. */
export interface ProfileSample extends Place {
  /** Metres along the ground from the first sample. */
  readonly distance: number;
  readonly terrain: number | null;
  readonly obstacle: number | null;
  readonly route: number | null;
  /** Metres above ground and buildings. */
  readonly clearance: number | null;
  readonly phase: FlightPhase;
  /** Place of the leg in the whole flight, and its name such as `3→4`. */
  readonly leg: number;
  readonly name: string;
}

/** A point of the route on the chart, to be dragged there. */
export interface ProfilePoint {
  readonly id: string;
  readonly distance: number;
  readonly height: number | null;
}

export interface PlanProfile {
  readonly samples: readonly ProfileSample[];
  readonly points: readonly ProfilePoint[];
  /** Metres of the return height above the sea; null without a take-off height. */
  readonly returnSea: number | null;
  readonly length: number;
}

/** Samples of a leg: its share of all, and both its ends at least. */
const countOf = (leg: PathLeg, total: number, legs: number, most: number): number =>
  total > 0 ? 2 + Math.floor(((most - 2 * legs) * leg.ground) / total) : 2;

function samplesOf(
  leg: PathLeg,
  index: number,
  count: number,
  start: number,
  ground: Ground,
): ProfileSample[] {
  const place = placeOnLeg(leg);
  const [low, high] = [leg.from.sea, leg.to.sea];
  return Array.from({ length: count }, (_, step) => {
    const share = step / (count - 1);
    const at = place(share);
    const terrain = ground.height(at);
    const obstacle = ground.obstacles?.topAt(at) ?? null;
    const route = low === null || high === null ? null : low + (high - low) * share;
    const top = topAt(ground, at);
    return {
      ...at,
      distance: start + leg.ground * share,
      terrain,
      obstacle,
      route,
      clearance: route === null || top === null ? null : route - top,
      phase: leg.phase,
      leg: index,
      name: leg.name,
    };
  });
}

/** Of a route with more legs than samples only every so many are drawn, as one straight piece each. */
function thinned(path: readonly PathLeg[], most: number): readonly PathLeg[] {
  const step = Math.ceil(path.length / most);
  if (step <= 1) return path;
  return path
    .filter((_, at) => at % step === 0)
    .map((leg, at) => {
      const end = path[Math.min(path.length - 1, at * step + step - 1)] as PathLeg;
      const covered = path.slice(at * step, at * step + step);
      return { ...leg, to: end.to, ground: covered.reduce((sum, one) => sum + one.ground, 0) };
    });
}

/**
 * The flight as a chart: terrain, buildings and the aircraft's height along the way, from the climb over the dock to the landing.
 * No more than about `most` samples; each leg has both its ends.
 */
export function planProfile(
  route: ResolvedRoute,
  plan: RoutePlan,
  ground: Ground,
  { most = 2_000, path = flightPath(plan, route, ground) }: { most?: number; path?: readonly PathLeg[] } = {},
): PlanProfile {
  const legs = thinned(path, Math.floor(most / 2));
  const total = legs.reduce((sum, leg) => sum + leg.ground, 0);
  const samples: ProfileSample[] = [];
  let start = 0;
  for (const [index, leg] of legs.entries()) {
    samples.push(...samplesOf(leg, index, countOf(leg, total, legs.length, most), start, ground));
    start += leg.ground;
  }
  const home = path[0]?.phase === 'climb' ? path[0].from.sea : null;
  return {
    samples,
    points: pointsOf(path),
    returnSea: home === null ? null : home + plan.settings.returnHeight,
    length: start,
  };
}

function pointsOf(path: readonly PathLeg[]): ProfilePoint[] {
  const points: ProfilePoint[] = [];
  let distance = 0;
  for (const { phase, ids, from, to, ground } of path) {
    const onLine = phase === 'line' || phase === 'between';
    if (onLine && points.length === 0 && ids[0] !== null)
      points.push({ id: ids[0], distance, height: from.sea });
    distance += ground;
    if (onLine && ids[1] !== null) points.push({ id: ids[1], distance, height: to.sea });
  }
  return points;
}
