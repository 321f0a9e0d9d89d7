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
/** Metres of a way that may lie in rounding. */
const touching = 1e-3;

const cross = (o: PlanePoint, a: PlanePoint, b: PlanePoint): number =>
  (a.east - o.east) * (b.north - o.north) - (a.north - o.north) * (b.east - o.east);

/** Corners around which a shortest way can bend: the ground to be avoided lies on their left. */
function bends(rings: readonly FlatRing[]): PlanePoint[] {
  return rings.flatMap((ring) =>
    ring.filter((point, at) => {
      const before = ring.at(at - 1) as PlanePoint;
      const after = ring[(at + 1) % ring.length] as PlanePoint;
      return cross(before, point, after) > 0;
    }),
  );
}

/** Few corners that all lie off the rings. @throws PlanningFault */
function cornersAround(rings: readonly FlatRing[]): PlanePoint[] {
  for (let off = leastOff; off <= mostOff; off *= 2) {
    // Fewer corners cut into a ring by their tolerance, so it is widened by more than that before.
    const around = off === leastOff ? grown(rings, off) : coarser(grown(rings, off * 2), off);
    const corners = bends(around).filter((corner) => !insideRings(rings, corner));
    if (corners.length <= mostCorners) return corners;
  }
  throw new PlanningFault('tooManyPlaces', { field: 'forbidden', max: mostCorners });
}

/** Edges of a ring in plain figures, since every way is held against every edge: 4 for each, from and to. */
interface Edges {
  readonly figures: Float64Array;
  readonly box: readonly [west: number, south: number, east: number, north: number];
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
  return { figures, box: [west, south, east, north] };
}

/** Shares of the way from–to at which it crosses the edges. */
function crossed({ figures }: Edges, from: PlanePoint, to: PlanePoint, shares: number[]): void {
  const [x, y] = [from.east, from.north];
  const [dx, dy] = [to.east - x, to.north - y];
  for (let at = 0; at < figures.length; at += 4) {
    const [ax, ay] = [figures[at] ?? 0, figures[at + 1] ?? 0];
    const [bx, by] = [figures[at + 2] ?? 0, figures[at + 3] ?? 0];
    const [sideA, sideB] = [dx * (ay - y) - dy * (ax - x), dx * (by - y) - dy * (bx - x)];
    if (sideA > 0 === sideB > 0) continue;
    const [ex, ey] = [bx - ax, by - ay];
    const one = ex * (y - ay) - ey * (x - ax);
    const two = one + ex * dy - ey * dx;
    if (one > 0 !== two > 0) shares.push(one / (one - two));
  }
}

/** Whether a straight way lies in the rings for more than a touch. */
function blocker(rings: readonly FlatRing[]): (from: PlanePoint, to: PlanePoint) => boolean {
  const all = rings.map(edgesOf);
  return (from, to) => {
    const [west, east] = [Math.min(from.east, to.east), Math.max(from.east, to.east)];
    const [south, north] = [Math.min(from.north, to.north), Math.max(from.north, to.north)];
    const near = all.filter(
      ({ box }) => box[0] <= east && box[2] >= west && box[1] <= north && box[3] >= south,
    );
    // Every end lies off the rings: a way in them crosses their edges.
    const shares: number[] = [];
    for (const edges of near) crossed(edges, from, to, shares);
    if (shares.length === 0) return false;
    shares.push(0, 1);
    shares.sort((a, b) => a - b);
    const length = gap(from, to);
    return shares.slice(1).some((end, at) => {
      const start = shares[at] ?? 0;
      if ((end - start) * length < touching) return false;
      const middle = (start + end) / 2;
      return insideRings(rings, {
        east: from.east + (to.east - from.east) * middle,
        north: from.north + (to.north - from.north) * middle,
      });
    });
  };
}

/** How far each corner is from a point, and over which other corner it is reached; -1: straight. */
interface Reach {
  readonly metres: Float64Array;
  readonly over: Int32Array;
}

/** Dijkstra over all corners. */
function reach(count: number, straight: (corner: number) => number, links: readonly Float64Array[]): Reach {
  const metres = Float64Array.from({ length: count }, (_, corner) => straight(corner));
  const over = new Int32Array(count).fill(-1);
  const done = new Uint8Array(count);
  for (let round = 0; round < count; round += 1) {
    let next = -1;
    for (let corner = 0; corner < count; corner += 1)
      if (!done[corner] && (metres[corner] ?? Infinity) < (metres[next] ?? Infinity)) next = corner;
    if (next < 0) break;
    done[next] = 1;
    const link = links[next];
    for (let corner = 0; corner < count; corner += 1) {
      const through = (metres[next] ?? 0) + (link?.[corner] ?? Infinity);
      if (through >= (metres[corner] ?? 0)) continue;
      metres[corner] = through;
      over[corner] = next;
    }
  }
  return { metres, over };
}

/**
 * Ways around rings, over the corners that see each other. Points are remembered by identity.
 * @param rings outer rings counter-clockwise, what they hold open clockwise; they do not overlap
 */
export function waysAround(rings: readonly FlatRing[]): Ways {
  if (rings.length === 0) return straightWays;
  const corners = cornersAround(rings);
  const blocked = blocker(rings);
  const seen = (from: PlanePoint, to: PlanePoint): number => (blocked(from, to) ? Infinity : gap(from, to));
  const links = corners.map(() => new Float64Array(corners.length));
  for (const [one, from] of corners.entries())
    for (let two = one + 1; two < corners.length; two += 1) {
      const metres = seen(from, corners[two] as PlanePoint);
      (links[one] as Float64Array)[two] = metres;
      (links[two] as Float64Array)[one] = metres;
    }
  const reaches = new Map<PlanePoint, Reach>();
  const sights = new Map<PlanePoint, Float64Array>();
  const sightOf = (point: PlanePoint): Float64Array => {
    const known = sights.get(point) ?? Float64Array.from(corners, (corner) => seen(point, corner));
    sights.set(point, known);
    return known;
  };
  const reachOf = (point: PlanePoint): Reach => {
    const sight = sightOf(point);
    const known = reaches.get(point) ?? reach(corners.length, (corner) => sight[corner] ?? Infinity, links);
    reaches.set(point, known);
    return known;
  };
  const over = (from: PlanePoint, to: PlanePoint): { metres: number; last: number } => {
    const [{ metres }, sight] = [reachOf(from), sightOf(to)];
    let [best, last] = [Infinity, -1];
    for (let corner = 0; corner < corners.length; corner += 1) {
      const whole = (metres[corner] ?? Infinity) + (sight[corner] ?? Infinity);
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
        path.unshift(corners[at] as PlanePoint);
      return path;
    },
  };
}
