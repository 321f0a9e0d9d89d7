import { batteryEnough, type RoutePlan } from '@eyrie/domain';
import { distance, legTime, type Obstacle, type Place } from '@eyrie/geometry';
import { costOf, costPerSecond } from './battery.ts';
import { flightParts, legsTime, type FlightPart } from './flights.ts';
import { flightPath, homeOf, type PathLeg } from './flight-path.ts';
import { lineTime } from './motion.ts';
import type { Ground, PhotoFigures, ResolvedRoute } from './resolved.ts';
import { pathClearances, type LegClearance } from './samples.ts';

/** Seconds, apart, because a pilot asks where the time goes. */
export interface PlanTime {
  /** On the lines: moving, hovering, and actions that the aircraft waits for. */
  readonly moving: number;
  readonly hovering: number;
  readonly acting: number;
  /** Up over the dock; to the first point; home and down; 0 without a take-off point. */
  readonly climb: number;
  readonly transit: number;
  readonly return: number;
  /** From the first point to the last, as route files have it. */
  readonly line: number;
  readonly total: number;
}

/** The lowest place of a route above ground and buildings. */
export interface PlanClearance {
  /** Metres; null: not known anywhere. */
  readonly lowest: number | null;
  readonly at: Place | null;
  /** Name of the leg, such as `3→4`. */
  readonly leg: string | null;
  /** What stands there; null: it is the ground. */
  readonly obstacle: Obstacle | null;
  /** Whether layers say what stands on the ground; else it is taken for bare. */
  readonly over: 'obstacles' | 'bareGround';
  /** Names of layers that say what stands on the ground and could not be read: it may be nearer than this. */
  readonly unread: readonly string[];
  /** Samples whose ground or height is not known, of so many: with any of them the lowest place may be another. */
  readonly unknown: number;
  readonly samples: number;
}

export interface PlanFigures {
  /** Metres along the lines, climbs included; and of the whole flight from the dock and back. */
  readonly length: number;
  readonly flown: number;
  readonly time: PlanTime;
  readonly points: number;
  readonly photos: PhotoFigures;
  /** Degrees of the lines of an area, and square metres that are covered; null where there are none. */
  readonly direction: number | null;
  readonly area: number | null;
  readonly battery: {
    /** Of one full battery for all of it, 0 to more than 1. */
    readonly share: number;
    /** Each with out and home; one of them: no change of batteries. */
    readonly flights: readonly FlightPart[];
    /** True: one battery flies all of it and lands with the reserve, as a file is flown. */
    readonly enough: boolean;
  };
  readonly clearance: PlanClearance;
  /** Metres from the dock to the farthest point; null without a dock. */
  readonly farthest: number | null;
}

const sumOf = (legs: readonly PathLeg[]): number => legs.reduce((sum, { length }) => sum + length, 0);

function timeOf(route: ResolvedRoute, path: readonly PathLeg[]): PlanTime {
  const lines = route.lines.map(({ points }) => lineTime(points));
  const sum = (field: 'moving' | 'hovering' | 'acting'): number =>
    lines.reduce((total, one) => total + one[field], 0);
  const of = (...phases: readonly PathLeg['phase'][]): number =>
    legsTime(path.filter(({ phase }) => phases.includes(phase)));
  const between = path.filter(({ phase }) => phase === 'between');
  const moving = sum('moving') + between.reduce((total, one) => total + legTime(one.length, one.speed), 0);
  const [hovering, acting] = [sum('hovering'), sum('acting')];
  const [climb, transit, back] = [of('climb'), of('transit'), of('return', 'descent')];
  const line = moving + hovering + acting;
  return {
    moving,
    hovering,
    acting,
    climb,
    transit,
    return: back,
    line,
    total: line + climb + transit + back,
  };
}

/** The lowest of the clearances of a flight, and where it is. */
function lowestOf(
  path: readonly PathLeg[],
  clearances: readonly (LegClearance | null)[],
  { obstacles }: Pick<Ground, 'obstacles'>,
): PlanClearance {
  let [unknown, samples] = [0, 0];
  let found: Pick<PlanClearance, 'lowest' | 'at' | 'leg' | 'obstacle'> = {
    lowest: null,
    at: null,
    leg: null,
    obstacle: null,
  };
  for (const [index, one] of clearances.entries()) {
    if (!one) continue;
    unknown += one.unknown;
    samples += one.samples;
    if (one.lowest !== null && one.lowest < (found.lowest ?? Infinity))
      found = {
        lowest: one.lowest,
        at: one.at,
        leg: path[index]?.name ?? null,
        obstacle: one.obstacle,
      };
  }
  return { ...found, over: obstacles ? 'obstacles' : 'bareGround', unread: [], unknown, samples };
}

function farthestOf(plan: RoutePlan, route: ResolvedRoute, ground: Ground): number | null {
  const home = homeOf(plan, ground);
  if (!home || route.lines.length === 0) return null;
  let most = 0;
  for (const { points } of route.lines)
    for (const point of points) most = Math.max(most, distance(home, point));
  return most;
}

const wholeFlight = ({ lines }: ResolvedRoute, seconds: number, share: number): FlightPart[] => {
  const stretches = lines.map(({ points }, line) => ({ line, first: 0, last: points.length - 1 }));
  return stretches.length > 0 ? [{ stretches, seconds, share }] : [];
};

/** The figures that are always in sight, from a resolved plan. A route with faults has zeros. */
export function planFigures(
  route: ResolvedRoute,
  plan: RoutePlan,
  ground: Ground,
  path: readonly PathLeg[] = flightPath(plan, route, ground),
  clearances: readonly (LegClearance | null)[] = pathClearances(path, ground),
): PlanFigures {
  const time = timeOf(route, path);
  const onLines = path.filter(({ phase }) => phase === 'line' || phase === 'between');
  const { settings } = plan;
  const standing = (time.hovering + time.acting) * costPerSecond(settings, null);
  const share = costOf(settings, path, time.total - time.hovering - time.acting) + standing;
  const enough = batteryEnough({ share, reserve: settings.reserve });
  return {
    length: sumOf(onLines),
    flown: sumOf(path),
    time,
    points: route.lines.reduce((sum, { points }) => sum + points.length, 0),
    photos: route.photos,
    direction: route.direction,
    area: route.area,
    battery: {
      share,
      flights: enough ? wholeFlight(route, time.total, share) : flightParts(plan, route, path, ground),
      enough,
    },
    clearance: lowestOf(path, clearances, ground),
    farthest: farthestOf(plan, route, ground),
  };
}
