import type { PlanePoint } from '../plane.ts';
import { coarser, grown } from './clip.ts';
import { PlanningFault } from './fault.ts';
import { gap, insideRings, type FlatRing } from './flat.ts';

/** Shortest ways between points that lead around what is forbidden. */
export interface Ways {
  /** Metres; Infinity where there is none. */
  metres(from: PlanePoint, to: PlanePoint): number;
  /** The corners between both, in order. */
  corners(from: PlanePoint, to: PlanePoint): readonly PlanePoint[];
}

/** Nothing is forbidden. */
export const straightWays: Ways = { metres: gap, corners: () => [] };

const mostCorners = 120;
/** Metres by which corners of ways lie off what is forbidden; doubled until there are few enough. */
const leastOff = 0.05;
const mostOff = 1000;
/** By how much ways can cut into what corners lie off by: sharp corners lie off by four times as much, coarser ones by more. */
const slackOfOff = 20;
/** Metres of a way that may lie in rounding. */
const touching = 1e-3;

const cross = (o: PlanePoint, a: PlanePoint, b: PlanePoint): number =>
  (a.east - o.east) * (b.north - o.north) - (a.north - o.north) * (b.east - o.east);

/** A corner around which a shortest way can bend, with those before and after it. */
interface Corner {
  readonly point: PlanePoint;
  readonly before: PlanePoint;
  readonly after: PlanePoint;
}

/** Corners around which a shortest way can bend: the ground to be avoided lies on their left. */
function bends(rings: readonly FlatRing[]): Corner[] {
  return rings.flatMap((ring) =>
    ring.flatMap((point, at): Corner[] => {
      const before = ring.at(at - 1) as PlanePoint;
      const after = ring[(at + 1) % ring.length] as PlanePoint;
      return cross(before, point, after) > 0 ? [{ point, before, after }] : [];
    }),
  );
}

/** Few corners that all lie off the rings, by so many metres. @throws PlanningFault */
function cornersAround(rings: readonly FlatRing[]): { corners: Corner[]; off: number } {
  for (let off = leastOff; off <= mostOff; off *= 2) {
    // Fewer corners cut into a ring by their tolerance, so it is widened by more than that before.
    const around = off === leastOff ? grown(rings, off) : coarser(grown(rings, off * 2), off);
    const corners = bends(around).filter(({ point }) => !insideRings(rings, point));
    if (corners.length <= mostCorners) return { corners, off };
  }
  throw new PlanningFault('tooManyPlaces', { field: 'forbidden', max: mostCorners });
}

/**
 * Whether a shortest way from a point may bend at a corner: both sides of the corner lie on the same side of it, or hardly off it.
 * `slack` is more than ways can cut into what the corners lie off by.
 */
function mayBend(from: PlanePoint, { point, before, after }: Corner, slack: number): boolean {
  const [one, two] = [cross(from, point, before), cross(from, point, after)];
  if (one > 0 === two > 0) return true;
  // Beyond as far as the point is, the smallest lean of the way would count for much.
  const away = gap(from, point);
  return (
    Math.abs(one) <= slack * Math.max(away, gap(point, before)) ||
    Math.abs(two) <= slack * Math.max(away, gap(point, after))
  );
}

/** Edges of a ring in plain figures, since every way is held against every edge: 4 for each, from and to. */
interface Edges {
  readonly figures: Float64Array;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

function edgesOf(ring: FlatRing): Edges {
  const figures = new Float64Array(ring.length * 4);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [at, b] of ring.entries()) {
    const a = ring.at(at - 1) as PlanePoint;
    figures.set([a.east, a.north, b.east, b.north], at * 4);
    [west, south] = [Math.min(west, b.east), Math.min(south, b.north)];
    [east, north] = [Math.max(east, b.east), Math.max(north, b.north)];
  }
  return { figures, west, south, east, north };
}

/** Square metres by which a box lies beside a way: more than rounding, so that none of its edges is crossed. */
const clearlyBeside = 1e-3;

/** Whether a way may have anything of a ring: not where the whole box of it lies beside. */
function mayCross({ west, south, east, north }: Edges, from: PlanePoint, to: PlanePoint): boolean {
  const { east: x, north: y } = from;
  if (x < west && to.east < west) return false;
  if (x > east && to.east > east) return false;
  if (y < south && to.north < south) return false;
  if (y > north && to.north > north) return false;
  const [dx, dy] = [to.east - x, to.north - y];
  const [low, high] = [dx * (south - y), dx * (north - y)];
  const [left, right] = [dy * (west - x), dy * (east - x)];
  const most = Math.max(low, high) - Math.min(left, right);
  const least = Math.min(low, high) - Math.max(left, right);
  return most >= -clearlyBeside && least <= clearlyBeside;
}

/** Shares of a way in rising order. One list for all ways: tens of thousands are asked for, and most have two or none. */
class Shares {
  list = new Float64Array(64);
  count = 0;

  add(share: number): void {
    if (this.count === this.list.length) {
      const wider = new Float64Array(2 * this.count);
      wider.set(this.list);
      this.list = wider;
    }
    const { list } = this;
    let at = this.count;
    for (; at > 0 && (list[at - 1] as number) > share; at -= 1) list[at] = list[at - 1] as number;
    list[at] = share;
    this.count += 1;
  }
}

/** Shares of the way from–to at which it crosses the edges. */
function crossed({ figures }: Edges, from: PlanePoint, to: PlanePoint, shares: Shares): void {
  const { east: x, north: y } = from;
  const [dx, dy] = [to.east - x, to.north - y];
  for (let at = 0; at < figures.length; at += 4) {
    const ax = figures[at] as number;
    const ay = figures[at + 1] as number;
    const bx = figures[at + 2] as number;
    const by = figures[at + 3] as number;
    const sideA = dx * (ay - y) - dy * (ax - x);
    const sideB = dx * (by - y) - dy * (bx - x);
    if (sideA > 0 === sideB > 0) continue;
    const ex = bx - ax;
    const ey = by - ay;
    const one = ex * (y - ay) - ey * (x - ax);
    const two = one + ex * dy - ey * dx;
    if (one > 0 !== two > 0) shares.add(one / (one - two));
  }
}

/** Whether a point lies in a ring by the even-odd rule. */
function insideEdges({ figures }: Edges, east: number, north: number): boolean {
  let inside = false;
  for (let at = 0; at < figures.length; at += 4) {
    const bNorth = figures[at + 1] as number;
    const aNorth = figures[at + 3] as number;
    if (aNorth > north === bNorth > north) continue;
    const aEast = figures[at + 2] as number;
    const bEast = figures[at] as number;
    if (east < ((bEast - aEast) * (north - aNorth)) / (bNorth - aNorth) + aEast) inside = !inside;
  }
  return inside;
}

/** Whether a straight way lies in the rings for more than a touch. */
function blocker(rings: readonly FlatRing[]): (from: PlanePoint, to: PlanePoint) => boolean {
  const all = rings.map(edgesOf);
  const shares = new Shares();
  const liesIn = (east: number, north: number): boolean => {
    let inside = false;
    // A ring beside a point does not hold it.
    for (const edges of all)
      if (north >= edges.south && north <= edges.north && east >= edges.west && east <= edges.east)
        inside = inside !== insideEdges(edges, east, north);
    return inside;
  };
  return (from, to) => {
    shares.count = 0;
    // Every end lies off the rings: a way in them crosses their edges.
    for (const edges of all) if (mayCross(edges, from, to)) crossed(edges, from, to, shares);
    if (shares.count === 0) return false;
    const length = gap(from, to);
    let start = 0;
    for (let at = 0; at <= shares.count; at += 1) {
      const end = at < shares.count ? (shares.list[at] as number) : 1;
      const middle = (start + end) / 2;
      const long = (end - start) * length >= touching;
      if (
        long &&
        liesIn(from.east + (to.east - from.east) * middle, from.north + (to.north - from.north) * middle)
      )
        return true;
      start = end;
    }
    return false;
  };
}

/** How far each corner is from a point, and over which other corner it is reached; -1: straight. */
interface Reach {
  readonly metres: Float64Array;
  readonly over: Int32Array;
}

/** The corners that one of them sees, and how far they are. */
interface Links {
  readonly to: Int32Array;
  readonly metres: Float64Array;
}

/** Dijkstra over all corners. @param sight metres to each corner straight on; Infinity where it is not seen */
function reach(sight: Float64Array, links: readonly Links[]): Reach {
  const count = sight.length;
  const metres = Float64Array.from(sight);
  const over = new Int32Array(count).fill(-1);
  // Corners that are reached and not done yet, in no order: few of all at any time.
  const open = new Int32Array(count);
  const place = new Int32Array(count).fill(-1);
  let waiting = 0;
  const enter = (corner: number): void => {
    open[waiting] = corner;
    place[corner] = waiting;
    waiting += 1;
  };
  for (let corner = 0; corner < count; corner += 1) if (metres[corner] !== Infinity) enter(corner);
  while (waiting > 0) {
    let [next, least] = [-1, Infinity];
    for (let at = 0; at < waiting; at += 1) {
      const corner = open[at] as number;
      const here = metres[corner] as number;
      if (here < least || (here === least && corner < next)) [next, least] = [corner, here];
    }
    waiting -= 1;
    const last = open[waiting] as number;
    open[place[next] as number] = last;
    place[last] = place[next] as number;
    const { to, metres: lengths } = links[next] as Links;
    for (let at = 0; at < to.length; at += 1) {
      const corner = to[at] as number;
      const through = least + (lengths[at] as number);
      if (through >= (metres[corner] as number)) continue;
      if (metres[corner] === Infinity) enter(corner);
      metres[corner] = through;
      over[corner] = next;
    }
  }
  return { metres, over };
}

/** Metres from a point to a corner straight on; Infinity where it is not seen, or no shortest way bends there. */
type Sight = (from: PlanePoint, corner: Corner) => number;

function linksOf(
  corners: readonly Corner[],
  sight: Sight,
  bend: (from: Corner, at: Corner) => boolean,
): Links[] {
  const all = corners.map(() => ({ to: [] as number[], metres: [] as number[] }));
  for (const [one, from] of corners.entries())
    for (let two = one + 1; two < corners.length; two += 1) {
      const to = corners[two] as Corner;
      const metres = bend(to, from) ? sight(from.point, to) : Infinity;
      if (metres === Infinity) continue;
      all[one]?.to.push(two);
      all[one]?.metres.push(metres);
      all[two]?.to.push(one);
      all[two]?.metres.push(metres);
    }
  return all.map(({ to, metres }) => ({ to: Int32Array.from(to), metres: Float64Array.from(metres) }));
}

/**
 * Ways around rings, over the corners that see each other. Points are remembered by identity.
 * @param rings outer rings counter-clockwise, what they hold open clockwise; they do not overlap
 */
export function waysAround(rings: readonly FlatRing[]): Ways {
  if (rings.length === 0) return straightWays;
  const { corners, off } = cornersAround(rings);
  const slack = off * slackOfOff;
  const blocked = blocker(rings);
  const seen: Sight = (from, corner) =>
    !mayBend(from, corner, slack) || blocked(from, corner.point) ? Infinity : gap(from, corner.point);
  const links = linksOf(corners, seen, (from, at) => mayBend(from.point, at, slack));
  const reaches = new Map<PlanePoint, Reach>();
  const sights = new Map<PlanePoint, Float64Array>();
  const sightOf = (point: PlanePoint): Float64Array => {
    const known = sights.get(point);
    if (known) return known;
    const sight = new Float64Array(corners.length);
    for (let at = 0; at < sight.length; at += 1) sight[at] = seen(point, corners[at] as Corner);
    sights.set(point, sight);
    return sight;
  };
  const reachOf = (point: PlanePoint): Reach => {
    const known = reaches.get(point) ?? reach(sightOf(point), links);
    reaches.set(point, known);
    return known;
  };
  const over = (from: PlanePoint, to: PlanePoint): { metres: number; last: number } => {
    const [{ metres }, sight] = [reachOf(from), sightOf(to)];
    let [best, last] = [Infinity, -1];
    for (let corner = 0; corner < corners.length; corner += 1) {
      const whole = (metres[corner] as number) + (sight[corner] as number);
      if (whole < best) [best, last] = [whole, corner];
    }
    return { metres: best, last };
  };
  return {
    metres: (from, to) => (blocked(from, to) ? over(from, to).metres : gap(from, to)),
    corners: (from, to) => {
      if (!blocked(from, to)) return [];
      const path: PlanePoint[] = [];
      const { over: before } = reachOf(from);
      for (let at = over(from, to).last; at >= 0; at = before[at] ?? -1)
        path.unshift((corners[at] as Corner).point);
      return path;
    },
  };
}
