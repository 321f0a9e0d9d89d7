import { wrapLongitude, type Place } from '../sphere.ts';
import { ringArea } from './measure.ts';
import { openRing, placesOf, samePlace, unwrapped, type RegionShape } from './shape.ts';

/** Why a shape is none. */
const shapeFaults = [
  'notFinite',
  'swapped',
  'outOfRange',
  'tooFewPlaces',
  'selfCrossing',
  'tooSmall',
  'aroundPole',
  'holeOutside',
] as const;
export type ShapeFault = {
  readonly fault: (typeof shapeFaults)[number];
  /** Where it can be seen on the map: the crossing, the place. */
  readonly at: Place | null;
  /** Of which ring, 0 is the edge; and of which place in it. */
  readonly ring: number;
  readonly index: number;
};

/** Farther towards a pole no longitude means anything, degrees. */
const farthest = 89.99;
/** Square metres. */
const least = 1;

const fault = (name: ShapeFault['fault'], at: Place | null, ring = 0, index = 0): ShapeFault => ({
  fault: name,
  at,
  ring,
  index,
});

/** What is wrong with one place by itself. */
const placeFault = ({ lng, lat }: Place, ring: number, index: number): ShapeFault | null => {
  if (!Number.isFinite(lng) || !Number.isFinite(lat)) return fault('notFinite', null, ring, index);
  if (Math.abs(lat) > 90 && Math.abs(lng) <= 90 && Math.abs(lat) <= 180)
    return fault('swapped', null, ring, index);
  if (Math.abs(lng) > 180 || Math.abs(lat) > 90) return fault('outOfRange', null, ring, index);
  return Math.abs(lat) > farthest ? fault('aroundPole', { lng, lat }, ring, index) : null;
};

type Edge = { from: Place; to: Place; at: number; west: number; east: number };

const turnOf = (a: Place, b: Place, c: Place): number =>
  (b.lng - a.lng) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lng - a.lng);

const within = (value: number, a: number, b: number): boolean =>
  value >= Math.min(a, b) && value <= Math.max(a, b);
const onEdge = (place: Place, { from, to }: Edge): boolean =>
  within(place.lng, from.lng, to.lng) && within(place.lat, from.lat, to.lat);

/** Where two edges meet; null where they do not. */
function meeting(a: Edge, b: Edge): Place | null {
  const [a1, a2] = [turnOf(b.from, b.to, a.from), turnOf(b.from, b.to, a.to)];
  const [b1, b2] = [turnOf(a.from, a.to, b.from), turnOf(a.from, a.to, b.to)];
  if (a1 * a2 < 0 && b1 * b2 < 0) {
    const share = a1 / (a1 - a2);
    return {
      lng: a.from.lng + (a.to.lng - a.from.lng) * share,
      lat: a.from.lat + (a.to.lat - a.from.lat) * share,
    };
  }
  if (a1 === 0 && onEdge(a.from, b)) return a.from;
  if (a2 === 0 && onEdge(a.to, b)) return a.to;
  if (b1 === 0 && onEdge(b.from, a)) return b.from;
  if (b2 === 0 && onEdge(b.to, a)) return b.to;
  return null;
}

const edgesOf = (ring: readonly Place[]): Edge[] =>
  ring.map((from, at) => {
    const to = ring[(at + 1) % ring.length] as Place;
    return { from, to, at, west: Math.min(from.lng, to.lng), east: Math.max(from.lng, to.lng) };
  });

/** Two edges that follow each other share a place; they cross where the second runs back along the first. */
const runsBack = (a: Edge, b: Edge): boolean =>
  turnOf(a.from, a.to, b.to) === 0 &&
  (a.to.lng - a.from.lng) * (b.to.lng - b.from.lng) + (a.to.lat - a.from.lat) * (b.to.lat - b.from.lat) < 0;

/** Boxes of edges in plain figures: a hostile ring has millions of pairs to be looked at. */
const boxesOf = (edges: readonly Edge[]) => {
  const [east, south, north] = [0, 0, 0].map(() => new Float64Array(edges.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (const { from, to, at, east: reach } of edges) {
    east[at] = reach;
    south[at] = Math.min(from.lat, to.lat);
    north[at] = Math.max(from.lat, to.lat);
  }
  return { east, south, north };
};

/** Where two edges of a ring of `count` cross or touch; null where they do not. */
function crossingOf(one: Edge, other: Edge, count: number): { at: Place; index: number } | null {
  const [first, second] = one.at < other.at ? [one, other] : [other, one];
  const next = second.at - first.at === 1;
  const closing = second.at - first.at === count - 1;
  if (!next && !closing) {
    const at = meeting(first, second);
    return at ? { at, index: second.at } : null;
  }
  const back = next ? runsBack(first, second) : runsBack(second, first);
  return back ? { at: next ? first.to : second.to, index: second.at } : null;
}

/**
 * Where a ring crosses or touches itself; null where it does not. Edges are looked at from west to east, each against
 * those that reach as far.
 * @param ring open and unwrapped, see `openRing`
 */
export function selfCrossing(ring: readonly Place[]): { at: Place; index: number } | null {
  const edges = edgesOf(ring);
  const { east, south, north } = boxesOf(edges);
  const reaching = new Int32Array(edges.length);
  let held = 0;
  for (const edge of edges.toSorted((a, b) => a.west - b.west)) {
    const [low, high] = [south[edge.at] ?? 0, north[edge.at] ?? 0];
    let kept = 0;
    for (let step = 0; step < held; step += 1) {
      const at = reaching[step] ?? 0;
      if ((east[at] ?? 0) < edge.west) continue;
      reaching[kept] = at;
      kept += 1;
      if ((north[at] ?? 0) < low || (south[at] ?? 0) > high) continue;
      const found = crossingOf(edges[at] as Edge, edge, edges.length);
      if (found) return found;
    }
    reaching[kept] = edge.at;
    held = kept + 1;
  }
  return null;
}

/** Even-odd. @param ring open and unwrapped; `place` beside it */
export function insideRing(ring: readonly Place[], { lng, lat }: Place): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[i] as Place;
    const b = ring[j] as Place;
    if (a.lat > lat !== b.lat > lat && lng < ((b.lng - a.lng) * (lat - a.lat)) / (b.lat - a.lat) + a.lng)
      inside = !inside;
  }
  return inside;
}

const beside = (ring: readonly Place[], lng: number): Place[] => {
  const turn = Math.round((lng - (ring[0]?.lng ?? lng)) / 360) * 360;
  return ring.map((place) => ({ lng: place.lng + turn, lat: place.lat }));
};

/** Degrees by which a place may lie beside an edge that it is meant to be on: a tenth of a millimetre. */
const nearly = 1e-9;
const same = (a: Place, b: Place): boolean =>
  Math.abs(a.lng - b.lng) <= nearly && Math.abs(a.lat - b.lat) <= nearly;

/** Where an edge that crosses another only comes to it with an end; null: it goes through. */
const touching = (at: Place, edges: readonly Edge[]): Place | null =>
  edges.flatMap(({ from, to }) => [from, to]).find((end) => same(end, at)) ?? null;

/**
 * Where two rings meet: at no place, or at one at which they touch, which leaves what lies between them in one piece. A crossing,
 * and a second place, is a fault at an edge of the first.
 */
function meetingOf(
  hole: readonly Place[],
  other: readonly Place[],
): { touch: Place | null; crossing: { at: Place; index: number } | null } {
  const between = edgesOf(other);
  let touch: Place | null = null;
  for (const one of edgesOf(hole))
    for (const two of between) {
      if (two.east < one.west - nearly || two.west > one.east + nearly) continue;
      const met = meeting(one, two);
      if (!met) continue;
      const end = touching(met, [one, two]);
      if (!end || (touch && !same(touch, end))) return { touch, crossing: { at: met, index: one.at } };
      touch ??= end;
    }
  return { touch, crossing: null };
}

/** An edge that crosses the edge of another ring, else a hole that lies outside. */
function holeFault(edge: readonly Place[], holes: readonly (readonly Place[])[]): ShapeFault | null {
  const start = edge[0]?.lng ?? 0;
  const inside = holes.map((hole) => beside(hole, start));
  for (const [at, hole] of inside.entries()) {
    for (const [index, other] of [edge, ...inside.slice(0, at)].entries()) {
      const { touch, crossing } = meetingOf(hole, other);
      if (crossing) return fault('selfCrossing', crossing.at, at + 1, crossing.index);
      // A ring that touches at one place lies on one side with all of its others.
      const apart = (ring: readonly Place[]): Place | undefined =>
        ring.find((place) => touch === null || !same(place, touch));
      const [first, second] = [apart(hole), apart(other)];
      if (!first || !second) return fault('holeOutside', hole[0] ?? null, at + 1);
      if (index === 0 ? !insideRing(other, first) : insideRing(other, first) || insideRing(hole, second))
        return fault('holeOutside', first, at + 1);
    }
  }
  return null;
}

function ringsFault(rings: readonly (readonly Place[])[]): ShapeFault | null {
  const open = rings.map(openRing);
  for (const [at, ring] of open.entries()) {
    if (ring.length < 3) return fault('tooFewPlaces', ring[0] ?? null, at);
    const [first, last] = [ring[0] as Place, ring.at(-1) as Place];
    // Going on to the first place ends a turn away from it: the pole lies inside.
    if (Math.abs(last.lng + wrapLongitude(first.lng - last.lng) - first.lng) > 1)
      return fault('aroundPole', first, at);
    // On one straight line there is no area, and no crossing that would help anybody to see it.
    if (ring.every((place) => Math.abs(turnOf(first, ring[1] as Place, place)) < 1e-18))
      return fault('tooSmall', first, at);
    const crossing = selfCrossing(ring);
    if (crossing) return fault('selfCrossing', crossing.at, at, crossing.index);
    if (ringArea(ring) < least) return fault('tooSmall', first, at);
  }
  if (open.length === 0) return fault('tooFewPlaces', null);
  return holeFault(open[0] as Place[], open.slice(1));
}

/** Why a shape cannot be kept, with the place to show it at; null: it can. Repeated and collinear places are fine. */
export function shapeFault(shape: RegionShape): ShapeFault | null {
  const rings: readonly (readonly Place[])[] = 'rings' in shape ? shape.rings : [placesOf(shape)];
  for (const [at, ring] of rings.entries())
    for (const [index, place] of ring.entries()) {
      const wrong = placeFault(place, at, index);
      if (wrong) return wrong;
    }
  if (shape.type === 'polygon') return ringsFault(shape.rings);
  if ('path' in shape) {
    const distinct = unwrapped(shape.path).filter(
      (place, at, all) => at === 0 || !samePlace(place, all[at - 1] as Place),
    );
    if (distinct.length < 2) return fault('tooFewPlaces', distinct[0] ?? null);
  }
  const size = shape.type === 'circle' ? shape.radius : shape.type === 'corridor' ? shape.width : 1;
  if (!Number.isFinite(size)) return fault('notFinite', null);
  return size <= 0 ? fault('tooSmall', placesOf(shape)[0] ?? null) : null;
}
