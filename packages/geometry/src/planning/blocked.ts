import type { PlanePoint } from '../plane.ts';
import { gap, type FlatRing } from './flat.ts';

/** Metres of a way that may lie in rounding. */
const touching = 1e-3;

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
export function blocker(rings: readonly FlatRing[]): (from: PlanePoint, to: PlanePoint) => boolean {
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
