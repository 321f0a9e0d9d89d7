import type { RoutePlan } from '@eyrie/domain';
import { legTime } from '@eyrie/geometry';
import { costOf, costPerSecond } from './battery.ts';
import { homeOf, wayHome, wayOut, type PathLeg, type SeaPlace } from './flight-path.ts';
import { lineTime } from './motion.ts';
import type { Ground, ResolvedLine, ResolvedPoint, ResolvedRoute } from './resolved.ts';

/** A part of a route that one battery flies, out and home. */
export interface FlightPart {
  /** Line of the route, and places of its first and last point in it. */
  readonly line: number;
  readonly first: number;
  readonly last: number;
  /** Seconds and share of a full battery, out and home counted. */
  readonly seconds: number;
  readonly share: number;
}

interface Cost {
  readonly seconds: number;
  readonly share: number;
}
const none: Cost = { seconds: 0, share: 0 };
const plus = (a: Cost, b: Cost): Cost => ({ seconds: a.seconds + b.seconds, share: a.share + b.share });

/** Seconds of straight pieces from stop to stop. */
export const legsTime = (legs: readonly PathLeg[]): number =>
  legs.reduce((sum, { length, speed }) => sum + legTime(length, speed), 0);

const costOfLegs = (legs: readonly PathLeg[], { settings }: RoutePlan): Cost => {
  const seconds = legsTime(legs);
  return { seconds, share: costOf(settings, legs, seconds) };
};

/** What it costs to fly some points of a line, with what is done at them. */
function costOfPoints(
  points: readonly ResolvedPoint[],
  legs: readonly PathLeg[],
  { settings }: RoutePlan,
): Cost {
  const { moving, hovering, acting, total } = lineTime(points);
  const standing = (hovering + acting) * costPerSecond(settings, null);
  return { seconds: total, share: costOf(settings, legs, moving) + standing };
}

/** The pieces of a line between which a flight may end: its swept lines, each with the way to it; or the line as a whole. */
const piecesOf = ({ sweeps, points }: ResolvedLine): readonly (readonly [number, number])[] =>
  sweeps.length > 0 ? sweeps : [[0, points.length - 1]];

interface Splitter {
  readonly plan: RoutePlan;
  readonly home: SeaPlace | null;
  readonly usable: number;
}

const placed = (point: ResolvedPoint) => ({ ...point, sea: point.seaHeight });

/** Out to a point of a line and home from another. */
function outAndHome(line: ResolvedLine, first: number, last: number, { plan, home }: Splitter): Cost {
  const [from, to] = [line.points[first], line.points[last]];
  if (!home || !from || !to) return none;
  const out = costOfLegs(wayOut(home, placed(from), plan.settings, 1), plan);
  return plus(out, costOfLegs(wayHome(placed(to), home, plan.settings, 1), plan));
}

/** As many pieces of a line as a battery flies, part by part. A piece that alone is too long makes a part of its own. */
function partsOfLine(
  line: ResolvedLine,
  number: number,
  legs: readonly PathLeg[],
  split: Splitter,
): FlightPart[] {
  const pieces = piecesOf(line);
  const cost = (first: number, last: number): Cost =>
    plus(
      costOfPoints(line.points.slice(first, last + 1), legs.slice(first, last), split.plan),
      outAndHome(line, first, last, split),
    );
  // Times of pieces by themselves add up to a little more than those of the pieces as one, so a sum never promises too much.
  const flown = (first: number, last: number): Cost =>
    costOfPoints(line.points.slice(first, last + 1), legs.slice(first, last), split.plan);
  const parts: FlightPart[] = [];
  let start = pieces[0]?.[0] ?? 0;
  let end = start;
  let sum = none;
  for (const [at, [, last]] of pieces.entries()) {
    const next = plus(sum, flown(end, last));
    const fits = next.share + outAndHome(line, start, last, split).share <= split.usable;
    if (at > 0 && end > start && !fits) {
      parts.push({ line: number, first: start, last: end, ...cost(start, end) });
      start = pieces[at]?.[0] ?? end;
      sum = flown(start, last);
    } else sum = next;
    end = last;
  }
  parts.push({ line: number, first: start, last: end, ...cost(start, end) });
  return parts;
}

/**
 * A route cut between lines so that each part, with the way out and home and with the wind on every leg, leaves the reserve. The
 * parts together are the whole route. Where a single line asks for more than a battery gives, its part has a share above it.
 */
export function flightParts(
  plan: RoutePlan,
  route: ResolvedRoute,
  path: readonly PathLeg[],
  ground: Ground,
): FlightPart[] {
  const split = { plan, home: homeOf(plan, ground), usable: 1 - plan.settings.reserve };
  return route.lines.flatMap((line, number) =>
    partsOfLine(
      line,
      number,
      path.filter((leg) => leg.line === number && leg.phase === 'line'),
      split,
    ),
  );
}
