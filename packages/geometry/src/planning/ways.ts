import type { PlanePoint } from '../plane.ts';
import { blocker } from './blocked.ts';
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
