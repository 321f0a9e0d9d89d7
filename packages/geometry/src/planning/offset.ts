import type { PlanePoint } from '../plane.ts';
import { PlanningFault } from './fault.ts';
import { gap } from './flat.ts';

/** Metres by which a piece may come closer to the line than its offset, from rounding. */
const rounding = 1e-3;
/** Degrees of a rounded corner between two of its points; and where only its border counts. */
const arcStep = 15;
const borderStep = 3;
/** Legs of a circle around an end of the line. */
const endSteps = 120;
/** Corners that turn less are mitred: the tip lies no more than 8 % farther than the offset. */
const mitredUpTo = 45;
/** Pairs of legs that are held against each other for one line. */
const mostPairs = 4_000_000;

interface Unit {
  readonly east: number;
  readonly north: number;
}

const directionOf = (a: PlanePoint, b: PlanePoint): Unit => {
  const length = gap(a, b);
  return { east: (b.east - a.east) / length, north: (b.north - a.north) / length };
};

/** The point `metres` to the right of a direction. */
const beside = (point: PlanePoint, along: Unit, metres: number): PlanePoint => ({
  east: point.east + along.north * metres,
  north: point.north - along.east * metres,
});

/** Points around an outer corner: one at its mitre, or several on an arc. Inside a bend the two legs simply cross. */
function cornerPoints(
  point: PlanePoint,
  before: Unit,
  after: Unit,
  offset: number,
  arcs: number,
): PlanePoint[] {
  const [from, to] = [beside(point, before, offset), beside(point, after, offset)];
  const turn = Math.atan2(
    before.east * after.north - before.north * after.east,
    before.east * after.east + before.north * after.north,
  );
  // To the left of a right turn lies its outside, and the other way round.
  if (turn * offset <= 0) return [from, point, to];
  const degrees = Math.abs((turn * 180) / Math.PI);
  if (degrees <= mitredUpTo) {
    const reach = Math.tan(turn / 2) * offset;
    return [{ east: from.east + before.east * reach, north: from.north + before.north * reach }];
  }
  const steps = Math.ceil(degrees / arcs);
  const start = Math.atan2(from.north - point.north, from.east - point.east);
  // Around the circle, not in it: no leg comes closer to the corner than the offset.
  const radius = Math.abs(offset) / Math.cos(turn / steps / 2);
  const arc = Array.from({ length: steps }, (_, step) => {
    const angle = start + (turn * (step + 0.5)) / steps;
    return { east: point.east + radius * Math.cos(angle), north: point.north + radius * Math.sin(angle) };
  });
  return [from, ...arc, to];
}

/** The offset of every leg, joined at corners; it may cross itself. */
function rawOffset(line: readonly PlanePoint[], offset: number, arcs: number): PlanePoint[] {
  const ways = line.slice(1).map((to, at) => directionOf(line[at] as PlanePoint, to));
  const last = line.length - 1;
  return line.flatMap((point, at) => {
    if (at === 0) return [beside(point, ways[0] as Unit, offset)];
    if (at === last) return [beside(point, ways[last - 1] as Unit, offset)];
    return cornerPoints(point, ways[at - 1] as Unit, ways[at] as Unit, offset, arcs);
  });
}

/** Shares of the leg a–b at which legs of paths cross it. */
function crossings(a: PlanePoint, b: PlanePoint, paths: readonly (readonly PlanePoint[])[]): number[] {
  const [dx, dy] = [b.east - a.east, b.north - a.north];
  const [west, east] = [Math.min(a.east, b.east), Math.max(a.east, b.east)];
  const [south, north] = [Math.min(a.north, b.north), Math.max(a.north, b.north)];
  const shares = [0, 1];
  for (const path of paths)
    for (let at = 0; at + 1 < path.length; at += 1) {
      const [c, d] = [path[at] as PlanePoint, path[at + 1] as PlanePoint];
      if (Math.max(c.east, d.east) < west || Math.min(c.east, d.east) > east) continue;
      if (Math.max(c.north, d.north) < south || Math.min(c.north, d.north) > north) continue;
      const [ex, ey] = [d.east - c.east, d.north - c.north];
      const turn = dx * ey - dy * ex;
      if (turn === 0) continue;
      const share = ((c.east - a.east) * ey - (c.north - a.north) * ex) / turn;
      const other = ((c.east - a.east) * dy - (c.north - a.north) * dx) / turn;
      if (share > 0 && share < 1 && other >= 0 && other <= 1) shares.push(share);
    }
  return shares.toSorted((one, two) => one - two);
}

/** Legs around an end of the line, as far from it as the offset. */
function circle(centre: PlanePoint, radius: number): PlanePoint[] {
  const reach = radius / Math.cos(Math.PI / endSteps);
  return Array.from({ length: endSteps + 1 }, (_, step) => {
    const angle = (2 * Math.PI * step) / endSteps;
    return { east: centre.east + reach * Math.cos(angle), north: centre.north + reach * Math.sin(angle) };
  });
}

/** Whether a point is closer than `metres` to a line. */
function closer(point: PlanePoint, line: readonly PlanePoint[], metres: number): boolean {
  for (let at = 0; at + 1 < line.length; at += 1) {
    const [a, b] = [line[at] as PlanePoint, line[at + 1] as PlanePoint];
    const [dx, dy] = [b.east - a.east, b.north - a.north];
    const along = ((point.east - a.east) * dx + (point.north - a.north) * dy) / (dx * dx + dy * dy);
    const share = Math.min(1, Math.max(0, along));
    const away = (point.east - a.east - share * dx) ** 2 + (point.north - a.north - share * dy) ** 2;
    if (away < metres * metres) return true;
  }
  return false;
}

/**
 * A line `offset` metres to the right of another (left below 0), without the pieces that come closer to it than that: loops
 * inside sharp bends, and what a line that returns beside itself has covered. Corners are mitred where they turn little, else
 * rounded.
 * @returns none, one or several lines in the direction of the line
 * @throws PlanningFault `tooManyPlaces`
 */
export function offsetLine(line: readonly PlanePoint[], offset: number): PlanePoint[][] {
  if (offset === 0) return [[...line]];
  const path = rawOffset(line, offset, arcStep);
  if (path.length ** 2 > mostPairs)
    throw new PlanningFault('tooManyPlaces', {
      field: 'line',
      value: line.length,
      max: Math.floor(Math.sqrt(mostPairs) / (1 + 180 / arcStep)),
    });
  const least = Math.abs(offset) - rounding;
  // Everything at the offset from the line: only there can a leg come closer to it.
  const ends = [line[0], line.at(-1)] as [PlanePoint, PlanePoint];
  const sides = [offset, -offset].map((side) => rawOffset(line, side, borderStep));
  const borders = [path, ...sides, ...ends.map((end) => circle(end, Math.abs(offset)))];
  const pieces: PlanePoint[][] = [];
  let open: PlanePoint[] = [];
  const push = (from: PlanePoint, to: PlanePoint): void => {
    const last = open.at(-1);
    if (last && gap(last, from) > 10 * rounding) {
      pieces.push(open);
      open = [];
    }
    if (open.length === 0) open.push(from);
    open.push(to);
  };
  for (let leg = 0; leg + 1 < path.length; leg += 1) {
    const [a, b] = [path[leg] as PlanePoint, path[leg + 1] as PlanePoint];
    const shares = crossings(a, b, borders);
    const at = (share: number): PlanePoint => ({
      east: a.east + (b.east - a.east) * share,
      north: a.north + (b.north - a.north) * share,
    });
    for (const [index, end] of shares.slice(1).entries()) {
      const begin = shares[index] ?? 0;
      if ((end - begin) * gap(a, b) < rounding / 10) continue;
      if (!closer(at((begin + end) / 2), line, least)) push(at(begin), at(end));
    }
  }
  if (open.length > 0) pieces.push(open);
  return pieces.map(straightened).filter((piece) => piece.length > 1);
}

/** Without points that lie on the way between their neighbours. */
function straightened(path: readonly PlanePoint[]): PlanePoint[] {
  const kept: PlanePoint[] = [];
  for (const point of path) {
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (last && gap(last, point) < rounding) continue;
    if (before && last && Math.abs(gap(before, last) + gap(last, point) - gap(before, point)) < 1e-9)
      kept.pop();
    kept.push(point);
  }
  return kept;
}
