import { distance, localPlane, type LocalPlane, type Place } from '@eyrie/geometry';
import { limits } from '../limits.ts';
import type { FlownLeg, HeightRange } from '../region/region-gate.ts';

const { aside, above, late, fastest, slowest, around } = limits.separation;

/** A leg with the moments between which its aircraft may be on it, ms. */
export interface TimedLeg {
  readonly from: Place;
  readonly to: Place;
  /** Metres above the sea; null: not known, it may be at any height. */
  readonly heights: HeightRange | null;
  readonly since: number;
  readonly until: number;
}

/**
 * When an aircraft is on each of its legs, ms from the moment it is to begin: as early as it can be there if nothing holds
 * it up, as late as it is there if all that waits comes before. So the true moment lies between.
 * @param legs out from the dock, along the route and home; or the route alone
 * @param duration seconds on the route, `speed` the fastest on it, m/s
 */
export function timedLegs(
  legs: readonly FlownLeg[],
  { duration, speed }: { duration: number; speed: number },
): TimedLeg[] {
  const lengths = legs.map(({ from, to }) => distance(from, to));
  const isWay = ({ name }: FlownLeg): boolean => name.includes('⌂');
  const onRoute = lengths.reduce((sum, length, at) => (isWay(legs[at] as FlownLeg) ? sum : sum + length), 0);
  let flown = 0;
  let early = 0;
  let lateBy = late + around;
  let begun = false;
  let left = false;
  const over = duration * 1_000;
  const quick = (metres: number): number => (speed > 0 ? (metres / speed) * 1_000 : 0);
  return legs.map((leg, at) => {
    const length = lengths[at] ?? 0;
    const timed = { from: leg.from, to: leg.to, heights: leg.heights.sea };
    if (isWay(leg)) {
      if (!left && begun) {
        // On its way home.
        left = true;
        lateBy += over + around;
      }
      const since = early;
      early += (length / fastest) * 1_000;
      lateBy += (length / slowest) * 1_000;
      return { ...timed, since, until: lateBy };
    }
    begun = true;
    const since = early;
    flown += length;
    early += quick(length);
    // What is yet to be flown takes its time at least.
    const until = Math.max(early, lateBy + over - quick(onRoute - flown));
    return { ...timed, since, until: Math.max(until, since) };
  });
}

/** Boxes of so many legs are compared before their legs are. */
const perBox = 32;

interface Box {
  west: number;
  east: number;
  south: number;
  north: number;
  low: number;
  high: number;
  since: number;
  until: number;
}
interface PlaneLeg {
  a: readonly [number, number];
  b: readonly [number, number];
  box: Box;
}

const planeLegOf = (plane: LocalPlane, leg: TimedLeg, later: number): PlaneLeg => {
  const [from, to] = [plane.toPlane(leg.from), plane.toPlane(leg.to)];
  const [low, high] = leg.heights ?? [-Infinity, Infinity];
  return {
    a: [from.east, from.north],
    b: [to.east, to.north],
    box: {
      west: Math.min(from.east, to.east),
      east: Math.max(from.east, to.east),
      south: Math.min(from.north, to.north),
      north: Math.max(from.north, to.north),
      low,
      high,
      since: leg.since + later,
      until: leg.until + later,
    },
  };
};

const joined = (boxes: readonly Box[]): Box => ({
  west: Math.min(...boxes.map(({ west }) => west)),
  east: Math.max(...boxes.map(({ east }) => east)),
  south: Math.min(...boxes.map(({ south }) => south)),
  north: Math.max(...boxes.map(({ north }) => north)),
  low: Math.min(...boxes.map(({ low }) => low)),
  high: Math.max(...boxes.map(({ high }) => high)),
  since: Math.min(...boxes.map(({ since }) => since)),
  until: Math.max(...boxes.map(({ until }) => until)),
});

const meet = (one: Box, other: Box): boolean =>
  one.since <= other.until &&
  other.since <= one.until &&
  one.low - above < other.high &&
  other.low - above < one.high &&
  one.west - aside < other.east &&
  other.west - aside < one.east &&
  one.south - aside < other.north &&
  other.south - aside < one.north;

type Point = readonly [number, number];
const toSegment = ([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number => {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
};
const side = ([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): number =>
  (bx - ax) * (y - ay) - (by - ay) * (x - ax);
const cross = (one: PlaneLeg, other: PlaneLeg): boolean =>
  side(one.a, one.b, other.a) * side(one.a, one.b, other.b) < 0 &&
  side(other.a, other.b, one.a) * side(other.a, other.b, one.b) < 0;
const apart = (one: PlaneLeg, other: PlaneLeg): number =>
  cross(one, other)
    ? 0
    : Math.min(
        toSegment(one.a, other.a, other.b),
        toSegment(one.b, other.a, other.b),
        toSegment(other.a, one.a, one.b),
        toSegment(other.b, one.a, one.b),
      );

/** Legs of one flight as it flies from a moment on, ready to be compared. */
export interface FlownAt {
  readonly legs: readonly TimedLeg[];
  /** Epoch ms. */
  readonly at: number;
}

const grouped = (plane: LocalPlane, { legs, at }: FlownAt): { box: Box; legs: PlaneLeg[] }[] => {
  const all = legs.map((leg) => planeLegOf(plane, leg, at));
  return Array.from({ length: Math.ceil(all.length / perBox) }, (_, turn) => {
    const some = all.slice(turn * perBox, (turn + 1) * perBox);
    return { box: joined(some.map(({ box }) => box)), legs: some };
  });
};

/**
 * Whether two flights come too close: at a time when both may be there, with less than `limits.separation` between them
 * both over the ground and in height. Errs to the safe side: a leg is taken as a whole.
 */
export function comeClose(own: FlownAt, other: FlownAt): boolean {
  const first = own.legs[0];
  if (!first) return false;
  const plane = localPlane(first.from);
  const others = grouped(plane, other);
  return grouped(plane, own).some(({ box, legs }) =>
    others.some(
      (group) =>
        meet(box, group.box) &&
        legs.some((leg) => group.legs.some((one) => meet(leg.box, one.box) && apart(leg, one) < aside)),
    ),
  );
}

/** From when until when a flight may be in the air, epoch ms. */
export const airborneSpan = ({ legs, at }: FlownAt): { since: number; until: number } => ({
  since: at,
  until: at + legs.reduce((most, { until }) => Math.max(most, until), 0),
});
