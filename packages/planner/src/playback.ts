import type { RoutePlan } from '@eyrie/domain';
import { bearing, legTime, normaliseHeading } from '@eyrie/geometry';
import { flightPath, type FlightPhase, type PathLeg, type SeaPlace } from './flight-path.ts';
import { lineTime, timedPoint } from './motion.ts';
import type { Ground, ResolvedPoint, ResolvedRoute } from './resolved.ts';
import { placeOnLeg } from './samples.ts';

/** Where the aircraft is at a moment of a flight, and where its camera looks. */
export interface PlayMoment extends SeaPlace {
  readonly heading: number;
  /** Degrees of the gimbal, −90 is straight down. */
  readonly pitch: number;
  readonly phase: FlightPhase;
  /** Place of the leg in the flight, its name, and how much of it is flown, 0 to 1. */
  readonly leg: number;
  readonly name: string;
  readonly share: number;
}

/** A flight to be played and scrubbed. */
export interface PlanPlayback {
  /** Seconds from taking off to landing. */
  readonly duration: number;
  /** Held at both ends. Null: there is no flight. */
  at(seconds: number): PlayMoment | null;
}

interface PlayLeg {
  readonly leg: PathLeg;
  /** Seconds at which it begins, after what is done at its first point, and for how long it is flown. */
  readonly start: number;
  readonly seconds: number;
  readonly from: ResolvedPoint | null;
  readonly to: ResolvedPoint | null;
  readonly pitch: number;
}

/** How much faster than from stop to stop the line is flown as a whole: by turns that it passes. */
function quickening(route: ResolvedRoute, path: readonly PathLeg[]): number {
  const moving = route.lines.reduce((sum, { points }) => sum + lineTime(points).moving, 0);
  const stopping = path.reduce(
    (sum, { phase, length, speed }) => (phase === 'line' ? sum + legTime(length, speed) : sum),
    0,
  );
  return stopping > 0 ? moving / stopping : 1;
}

/** Seconds that the aircraft stays at a point for what it does there. */
const staying = (point: ResolvedPoint | null): number => {
  if (!point) return 0;
  const { hoverSeconds = 0, actions = 0 } = timedPoint(point);
  return hoverSeconds + actions;
};

/** The pitch after what is done at a point. */
const pitchAfter = (point: ResolvedPoint | null, before: number): number => {
  if (!point) return before;
  const turned = point.actions.findLast(({ type }) => type === 'gimbalRotate');
  return turned?.type === 'gimbalRotate' ? turned.pitch : (point.gimbalPitch ?? before);
};

function timetable(plan: RoutePlan, route: ResolvedRoute, path: readonly PathLeg[]): PlayLeg[] {
  const byId = new Map(
    route.lines.flatMap(({ points }) => points.map((point) => [point.id, point] as const)),
  );
  const quick = quickening(route, path);
  let [clock, pitch] = [0, plan.settings.gimbalPitch];
  return path.map((leg, index): PlayLeg => {
    const pointOf = (id: string | null): ResolvedPoint | null =>
      id === null ? null : (byId.get(id) ?? null);
    const [from, to] = [pointOf(leg.ids[0]), pointOf(leg.ids[1])];
    // The way home of a route that flew back to its first point does not do everything there again.
    const arrives = index === 0 || path[index - 1]?.phase !== 'return';
    if (arrives) {
      clock += staying(from);
      pitch = pitchAfter(from, pitch);
    }
    const seconds = legTime(leg.length, leg.speed) * (leg.phase === 'line' ? quick : 1);
    const start = clock;
    clock += seconds;
    return { leg, start, seconds, from, to, pitch };
  });
}

/** The nose at a share of a leg: as it is held at a point, turned from one to the next, towards the place, or along the way. */
function headingOn({ leg, from, to }: PlayLeg, share: number, here: SeaPlace): number {
  const course =
    leg.ground > 1e-3 ? normaliseHeading(bearing(leg.from, leg.to)) : (from?.heading ?? to?.heading ?? 0);
  if (!from || (leg.phase !== 'line' && leg.phase !== 'between')) return course;
  switch (from.headingMode) {
    case 'towardPOI':
      return from.interest ? normaliseHeading(bearing(here, from.interest)) : from.heading;
    case 'smoothTransition': {
      const turn = to ? normaliseHeading(to.heading - from.heading) : 0;
      return normaliseHeading(from.heading + turn * share);
    }
    case 'followWayline':
      return course;
    default:
      return from.heading;
  }
}

/** The flight of a plan in time: out, its lines with what is done at their points, and home. */
export function planPlayback(
  plan: RoutePlan,
  route: ResolvedRoute,
  ground: Ground,
  path: readonly PathLeg[] = flightPath(plan, route, ground),
): PlanPlayback {
  const legs = timetable(plan, route, path);
  const last = legs.at(-1);
  const duration = last ? last.start + last.seconds : 0;
  return {
    duration,
    at: (seconds) => {
      // The last leg that has begun; before that the aircraft stays where the leg begins.
      let [low, high] = [0, legs.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((legs[middle] as PlayLeg).start <= seconds) low = middle;
        else high = middle - 1;
      }
      const found = legs[low];
      if (!found) return null;
      const { leg, start, seconds: whole, pitch } = found;
      const share = whole > 0 ? Math.min(1, Math.max(0, (seconds - start) / whole)) : 1;
      const place = placeOnLeg(leg)(share);
      const sea =
        leg.from.sea === null || leg.to.sea === null
          ? null
          : leg.from.sea + (leg.to.sea - leg.from.sea) * share;
      const here = { ...place, sea };
      const { phase, name } = leg;
      return { ...here, heading: headingOn(found, share, here), pitch, phase, leg: low, name, share };
    },
  };
}
