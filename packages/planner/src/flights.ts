import { usableShare, type RoutePlan } from '@eyrie/domain';
import { legTime } from '@eyrie/geometry';
import { costOf, costPerSecond } from './battery.ts';
import { homeOf, legBetween, wayHome, wayOut, type PathLeg, type SeaPlace } from './flight-path.ts';
import { lineTime } from './motion.ts';
import type { Ground, ResolvedPoint, ResolvedRoute } from './resolved.ts';

/** A piece of one line of a route, by places among its points. */
export interface FlightStretch {
  readonly line: number;
  readonly first: number;
  readonly last: number;
}

/** What one battery flies: stretches in their order, with the way out before and the way home after them. */
export interface FlightPart {
  readonly stretches: readonly FlightStretch[];
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

/** A route and its plan, with everything that is asked for again and again. */
interface Splitter {
  readonly plan: RoutePlan;
  readonly route: ResolvedRoute;
  readonly home: SeaPlace | null;
  /** Legs of each line. */
  readonly legs: readonly (readonly PathLeg[])[];
}

const placed = (point: ResolvedPoint) => ({ ...point, sea: point.seaHeight });
const pointOf = ({ route }: Splitter, line: number, index: number): ResolvedPoint | undefined =>
  route.lines[line]?.points[index];

/** What it costs to fly a stretch with what is done at its points. */
function flown(split: Splitter, { line, first, last }: FlightStretch): Cost {
  const { settings } = split.plan;
  const points = split.route.lines[line]?.points.slice(first, last + 1) ?? [];
  const { moving, hovering, acting, total } = lineTime(points);
  const standing = (hovering + acting) * costPerSecond(settings, null);
  return {
    seconds: total,
    share: costOf(settings, split.legs[line]?.slice(first, last) ?? [], moving) + standing,
  };
}

/** Out to the first point of a part and home from its last. */
function outAndHome(split: Splitter, begin: FlightStretch, end: FlightStretch): Cost {
  const { plan, home } = split;
  const [from, to] = [pointOf(split, begin.line, begin.first), pointOf(split, end.line, end.last)];
  if (!home || !from || !to) return none;
  const out = costOfLegs(wayOut(home, placed(from), plan.settings, 1), plan);
  return plus(out, costOfLegs(wayHome(placed(to), home, plan.settings, 1), plan));
}

/** The pieces between which a flight may end: swept lines, or a line as a whole where there are none. */
const piecesOf = ({ lines }: ResolvedRoute): FlightStretch[] =>
  lines.flatMap(({ sweeps, points }, line) =>
    (sweeps.length > 0 ? sweeps : [[0, points.length - 1] as const]).map(([first, last]) => ({
      line,
      first,
      last,
    })),
  );

/** A flight that goes on with another piece: along the same line, or across to the next one. */
function goneOn(
  split: Splitter,
  stretches: readonly FlightStretch[],
  piece: FlightStretch,
): { stretches: FlightStretch[]; cost: Cost } {
  const last = stretches.at(-1);
  if (!last) return { stretches: [piece], cost: flown(split, piece) };
  if (last.line === piece.line) {
    const longer = { ...last, last: piece.last };
    // Times of pieces by themselves add up to a little more than those of the pieces as one: a sum never promises too much.
    return {
      stretches: [...stretches.slice(0, -1), longer],
      cost: flown(split, { ...piece, first: last.last }),
    };
  }
  const [from, to] = [pointOf(split, last.line, last.last), pointOf(split, piece.line, piece.first)];
  const across =
    from && to ? costOfLegs([legBetween(placed(from), placed(to), from.speed)], split.plan) : none;
  return { stretches: [...stretches, piece], cost: plus(across, flown(split, piece)) };
}

/** What is flown of a stretch by itself, with the way out and home. */
const alone = (split: Splitter, stretch: FlightStretch): Cost =>
  plus(flown(split, stretch), outAndHome(split, stretch, stretch));

/**
 * The farthest point of a stretch up to which one battery flies it and comes home; null: not even the second. Points near by are
 * tried first, because each try counts all that it reaches: a line of the most points that a route may have is flown in dozens of
 * parts.
 * @param near points that are tried first
 */
function farthestWithin(
  split: Splitter,
  { line, first, last }: FlightStretch,
  { usable, near }: { usable: number; near: number },
): number | null {
  if (first === last) return last;
  let found: number | null = null;
  let beyond = last + 1;
  for (let reach = near; beyond > last && found !== last; reach *= 2) {
    const at = Math.min(last, first + reach);
    if (alone(split, { line, first, last: at }).share <= usable) found = at;
    else beyond = at;
  }
  let low = found ?? first;
  while (beyond - low > 1) {
    const middle = Math.floor((low + beyond) / 2);
    if (alone(split, { line, first, last: middle }).share <= usable) low = found = middle;
    else beyond = middle;
  }
  return found;
}

/**
 * A piece that asks for more than a battery gives, cut at its points; what is left of it comes last. A row of points where the
 * aircraft stops for its photos can end at each of them, a line without points between its ends can not.
 */
function cutAtPoints(split: Splitter, piece: FlightStretch, usable: number): FlightStretch[] {
  const { line, last } = piece;
  const cut: FlightStretch[] = [];
  let [first, near] = [piece.first, 1];
  for (;;) {
    const end = farthestWithin(split, { line, first, last }, { usable, near });
    if (end === null || end === last) return [...cut, { line, first, last }];
    cut.push({ line, first, last: end });
    [first, near] = [end, end - first];
  }
}

/**
 * A route cut so that each part, with the way out and home and with the wind on every leg, leaves the reserve: between lines, and
 * within a line, at its points, only where it asks for more than a battery gives by itself. The parts together are the whole
 * route. Where a single leg asks for more than a battery gives, its part has a share above it.
 */
export function flightParts(
  plan: RoutePlan,
  route: ResolvedRoute,
  path: readonly PathLeg[],
  ground: Ground,
): FlightPart[] {
  const legs = route.lines.map((): PathLeg[] => []);
  for (const leg of path) if (leg.phase === 'line') legs[leg.line]?.push(leg);
  const split: Splitter = { plan, route, home: homeOf(plan, ground), legs };
  const usable = usableShare(plan.settings.reserve);
  const parts: FlightPart[] = [];
  let [stretches, sum]: [FlightStretch[], Cost] = [[], none];
  const land = (): void => {
    const [begin, end] = [stretches[0], stretches.at(-1)];
    if (begin && end) parts.push({ stretches, ...plus(sum, outAndHome(split, begin, end)) });
  };
  for (const piece of piecesOf(route)) {
    const next = goneOn(split, stretches, piece);
    const cost = plus(sum, next.cost);
    const way = outAndHome(split, next.stretches[0] ?? piece, piece);
    if (cost.share + way.share <= usable) {
      [stretches, sum] = [next.stretches, cost];
      continue;
    }
    for (const one of cutAtPoints(split, piece, usable)) {
      land();
      [stretches, sum] = [[one], flown(split, one)];
    }
  }
  land();
  return parts;
}
