import { localPlane, type PlanePoint } from '../plane.ts';
import { bearing, destination, distance, wrapLongitude, type Place } from '../sphere.ts';
import { insideRing } from './fault.ts';
import {
  besideLongitude,
  openRing,
  shapeBounds,
  unwrapped,
  type RegionShape,
  type ShapeBounds,
} from './shape.ts';

/** A part of a leg, by shares 0…1 of its length. */
export type Share = readonly [from: number, to: number];

/** A shape made ready to be asked often. */
export interface Zone {
  readonly bounds: ShapeBounds;
  /** The parts of a straight piece of some kilometres at most that lie in it, in their order. */
  readonly sharesOf: (from: Place, to: Place) => readonly Share[];
}

/** Pieces of a leg are straight in the plane up to this long, metres: a great circle bows 2 cm over them at 60°. */
const pieceLength = 1_000;
/** A leg is cut into no more pieces than this: half way round the Earth takes 20,016 of them. */
const piecesMost = 20_100;

const clamp = (share: number): number => Math.min(1, Math.max(0, share));

/** Solves |p + t·d| ≤ r for t in 0…1. */
const inDisc = (p: PlanePoint, d: PlanePoint, r: number): Share | null => {
  const a = d.east ** 2 + d.north ** 2;
  const c = p.east ** 2 + p.north ** 2 - r ** 2;
  if (a === 0) return c <= 0 ? [0, 1] : null;
  const b = p.east * d.east + p.north * d.north;
  const root = b * b - a * c;
  if (root < 0) return null;
  const [near, far] = [(-b - Math.sqrt(root)) / a, (-b + Math.sqrt(root)) / a];
  return far < 0 || near > 1 ? null : [clamp(near), clamp(far)];
};

/** The part of t in 0…1 for which low ≤ start + t·step ≤ high. */
const inSlab = (start: number, step: number, low: number, high: number): Share | null => {
  if (step === 0) return start >= low && start <= high ? [0, 1] : null;
  const [one, two] = [(low - start) / step, (high - start) / step];
  const [near, far] = [Math.min(one, two), Math.max(one, two)];
  return far < 0 || near > 1 ? null : [clamp(near), clamp(far)];
};

const minus = (a: PlanePoint, b: PlanePoint): PlanePoint => ({
  east: a.east - b.east,
  north: a.north - b.north,
});

/** A band with round ends is convex: what a straight line has of it is one part. */
function inCapsule(
  p: PlanePoint,
  d: PlanePoint,
  ends: readonly [PlanePoint, PlanePoint],
  r: number,
): Share | null {
  const [a, b] = ends;
  const along = minus(b, a);
  const length = Math.hypot(along.east, along.north);
  const parts = [inDisc(minus(p, a), d, r), inDisc(minus(p, b), d, r)];
  if (length > 0) {
    const unit = { east: along.east / length, north: along.north / length };
    const start = minus(p, a);
    const lengthwise = inSlab(
      start.east * unit.east + start.north * unit.north,
      d.east * unit.east + d.north * unit.north,
      0,
      length,
    );
    const across = inSlab(
      start.north * unit.east - start.east * unit.north,
      d.north * unit.east - d.east * unit.north,
      -r,
      r,
    );
    if (lengthwise && across) {
      const both: Share = [Math.max(lengthwise[0], across[0]), Math.min(lengthwise[1], across[1])];
      if (both[0] <= both[1]) parts.push(both);
    }
  }
  const found = parts.filter((part) => part !== null);
  if (found.length === 0) return null;
  return [Math.min(...found.map(([from]) => from)), Math.max(...found.map(([, to]) => to))];
}

const polygonShares = (rings: readonly (readonly Place[])[], bounds: ShapeBounds) => {
  const middle = (bounds.west + bounds.east) / 2;
  const turned = rings.map((ring) => {
    const open = openRing(ring);
    const turn = Math.round((middle - (open[0]?.lng ?? middle)) / 360) * 360;
    return open.map(({ lng, lat }) => ({ lng: lng + turn, lat }));
  });
  const inside = (place: Place): boolean =>
    turned.reduce((odd, ring) => (insideRing(ring, place) ? !odd : odd), false);
  return (from: Place, to: Place): Share[] => {
    const start = besideLongitude(from, middle);
    const step = { lng: wrapLongitude(to.lng - from.lng), lat: to.lat - from.lat };
    const cuts = [0, 1];
    for (const ring of turned)
      for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
        const [a, b] = [ring[j] as Place, ring[i] as Place];
        const edge = { lng: b.lng - a.lng, lat: b.lat - a.lat };
        const cross = step.lng * edge.lat - step.lat * edge.lng;
        if (cross === 0) continue;
        const [dx, dy] = [a.lng - start.lng, a.lat - start.lat];
        const t = (dx * edge.lat - dy * edge.lng) / cross;
        const u = (dx * step.lat - dy * step.lng) / cross;
        if (t > 0 && t < 1 && u >= 0 && u <= 1) cuts.push(t);
      }
    cuts.sort((a, b) => a - b);
    const at = (share: number): Place => ({
      lng: start.lng + step.lng * share,
      lat: start.lat + step.lat * share,
    });
    return cuts.slice(1).flatMap((end, index): Share[] => {
      const begin = cuts[index] as number;
      // A piece without length is a place.
      return inside(at((begin + end) / 2)) ? [[begin, end]] : [];
    });
  };
};

/** Distances and directions from the middle are exact, however large the circle is. */
const circleShares =
  (at: Place, radius: number) =>
  (from: Place, to: Place): Share[] => {
    const seen = (place: Place): PlanePoint => {
      const metres = distance(at, place);
      const azimuth = (bearing(at, place) * Math.PI) / 180;
      return { east: metres * Math.sin(azimuth), north: metres * Math.cos(azimuth) };
    };
    const p = seen(from);
    const part = inDisc(p, minus(seen(to), p), radius);
    return part ? [part] : [];
  };

const corridorShares = (path: readonly Place[], width: number) => {
  const line = unwrapped(path);
  return (from: Place, to: Place): Share[] => {
    const { toPlane } = localPlane({ lng: from.lng, lat: (from.lat + to.lat) / 2 });
    const turn = Math.round((from.lng - (line[0]?.lng ?? from.lng)) / 360) * 360;
    const p = toPlane(from);
    const d = minus(toPlane(to), p);
    const scale = toPlane({ lng: wrapLongitude(from.lng + 1), lat: from.lat }).east;
    const placed = line.map(({ lng, lat }) => ({
      east: (lng + turn - from.lng) * scale,
      north: toPlane({ lng: from.lng, lat }).north,
    }));
    const parts = placed.slice(1).flatMap((b, at): Share[] => {
      const part = inCapsule(p, d, [placed[at] as PlanePoint, b], width / 2);
      return part ? [part] : [];
    });
    return joinShares(parts);
  };
};

/** Parts that touch become one. */
export function joinShares(parts: readonly Share[], slack = 1e-9): Share[] {
  const joined: [number, number][] = [];
  for (const [from, to] of parts.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1] + slack) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** Null: the shape has no inside. */
export function zoneOf(shape: RegionShape): Zone | null {
  const bounds = shapeBounds(shape);
  if (!bounds) return null;
  switch (shape.type) {
    case 'polygon':
      return { bounds, sharesOf: polygonShares(shape.rings, bounds) };
    case 'circle':
      return { bounds, sharesOf: circleShares(shape.at, shape.radius) };
    case 'corridor':
      return { bounds, sharesOf: corridorShares(shape.path, shape.width) };
    default:
      return null;
  }
}

const overlaps = ({ west, east, south, north }: ShapeBounds, from: Place, to: Place): boolean => {
  if (Math.max(from.lat, to.lat) < south || Math.min(from.lat, to.lat) > north) return false;
  const start = besideLongitude(from, (west + east) / 2).lng;
  const end = start + wrapLongitude(to.lng - from.lng);
  return Math.max(start, end) >= west && Math.min(start, end) <= east;
};

/** Cuts a leg along its great circle into pieces that are straight enough. */
function piecesOf(from: Place, to: Place): Place[] {
  const metres = distance(from, to);
  const count = Math.min(piecesMost, Math.max(1, Math.ceil(metres / pieceLength)));
  if (count === 1) return [from, to];
  const azimuth = bearing(from, to);
  const inner = Array.from({ length: count - 1 }, (_, at) =>
    destination(from, azimuth, (metres * (at + 1)) / count),
  );
  return [from, ...inner, to];
}

/** The parts of a leg, flown along its great circle, that lie in a zone, in their order. */
export function sharesWithin(zone: Zone, from: Place, to: Place): Share[] {
  const places = piecesOf(from, to);
  const count = places.length - 1;
  const parts: Share[] = [];
  for (let at = 0; at < count; at += 1) {
    const [begin, end] = [places[at] as Place, places[at + 1] as Place];
    if (!overlaps(zone.bounds, begin, end)) continue;
    for (const [one, two] of zone.sharesOf(begin, end)) parts.push([(at + one) / count, (at + two) / count]);
  }
  return joinShares(parts);
}

/** Whether a place lies in a zone. */
export const isWithin = (zone: Zone, place: Place): boolean => sharesWithin(zone, place, place).length > 0;
