import { localPlane, type PlanePoint } from '../plane.ts';
import { destination, type Place } from '../sphere.ts';
import { selfCrossing } from './fault.ts';
import { openRing, samePlace, type RegionShape } from './shape.ts';

/** Corners of a circle that is drawn as a polygon. */
export const circleCorners = 72;

const circleRing = (at: Place, radius: number): Place[] =>
  Array.from({ length: circleCorners }, (_, step) => destination(at, (step * 360) / circleCorners, radius));

/** Corners in each round end of a band. */
const endCorners = 8;

/** One leg of a band with its round ends. */
function capsuleRing(from: Place, to: Place, half: number): Place[] {
  const { toPlane, toPlace } = localPlane(from);
  const end = toPlane(to);
  const heading = Math.atan2(end.north, end.east);
  const arc = (centre: PlanePoint, start: number): Place[] =>
    Array.from({ length: endCorners + 1 }, (_, step) => {
      const angle = start + (Math.PI * step) / endCorners;
      return toPlace({
        east: centre.east + half * Math.cos(angle),
        north: centre.north + half * Math.sin(angle),
      });
    });
  return [...arc(end, heading - Math.PI / 2), ...arc({ east: 0, north: 0 }, heading + Math.PI / 2)];
}

/**
 * Rings that together cover a shape: each a polygon with its holes. A band is one polygon a leg, and the polygons
 * overlap at its corners. Points and lines cover nothing.
 */
export function coverOf(shape: RegionShape): Place[][][] {
  switch (shape.type) {
    case 'polygon':
      return [shape.rings.map(openRing)];
    case 'circle':
      return [[circleRing(shape.at, shape.radius)]];
    case 'corridor': {
      const line = shape.path.filter(
        (place, at) => at === 0 || !samePlace(place, shape.path[at - 1] as Place),
      );
      return line.slice(1).map((to, at) => [capsuleRing(line[at] as Place, to, shape.width / 2)]);
    }
    default:
      return [];
  }
}

/**
 * A band as one polygon with flat ends and mitred corners; null where its edge would cross itself, as at sharp bends
 * of a wide one.
 */
export function corridorOutline(path: readonly Place[], width: number): Place[] | null {
  const line = path.filter((place, at) => at === 0 || !samePlace(place, path[at - 1] as Place));
  const origin = line[0];
  if (!origin || line.length < 2) return null;
  const { toPlane, toPlace } = localPlane(origin);
  const points = line.map(toPlane);
  const normals = points.slice(1).map((b, at) => {
    const a = points[at] as PlanePoint;
    const length = Math.hypot(b.east - a.east, b.north - a.north);
    return { east: -(b.north - a.north) / length, north: (b.east - a.east) / length };
  });
  const side = (half: number): PlanePoint[] =>
    points.map((point, at) => {
      const before = normals[Math.max(0, at - 1)] as PlanePoint;
      const after = normals[Math.min(normals.length - 1, at)] as PlanePoint;
      const sum = { east: before.east + after.east, north: before.north + after.north };
      const square = sum.east ** 2 + sum.north ** 2;
      // Turning right back there is no mitre: the corner would lie at infinity.
      const scale = square < 0.1 ? 0 : (2 * half) / square;
      return { east: point.east + sum.east * scale, north: point.north + sum.north * scale };
    });
  const ring = [...side(width / 2), ...side(-width / 2).toReversed()].map(toPlace);
  return selfCrossing(openRing(ring)) ? null : ring;
}
