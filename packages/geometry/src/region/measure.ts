import { localPlane } from '../plane.ts';
import { bearing, distance, normaliseHeading, type Place } from '../sphere.ts';
import { openRing, samePlace, type RegionShape } from './shape.ts';

/** Metres and square metres; null: shapes of this kind have none. */
export interface ShapeMeasures {
  readonly length: number | null;
  readonly perimeter: number | null;
  readonly area: number | null;
}

const lengthOf = (path: readonly Place[]): number =>
  path.slice(1).reduce((sum, to, at) => sum + distance(path[at] as Place, to), 0);

/**
 * Square metres of a ring by the shoelace formula in the local plane about the middle of its box, so that the
 * longitudes are as wide there as they are on the average.
 * @param ring open and unwrapped
 */
export function ringArea(ring: readonly Place[]): number {
  const lats = ring.map(({ lat }) => lat);
  const middle = (Math.min(...extremes(lats)) + Math.max(...extremes(lats))) / 2;
  const first = ring[0];
  if (!first) return 0;
  const { toPlane } = localPlane({ lng: 0, lat: middle });
  // Longitudes go on beyond 180 here: only steps from the first one are turned into metres.
  const points = ring.map(({ lng, lat }) => toPlane({ lng: lng - first.lng, lat }));
  let twice = 0;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [a, b] = [points[j], points[i]] as const;
    if (a && b) twice += a.east * b.north - b.east * a.north;
  }
  return Math.abs(twice) / 2;
}

/** Spreading ten thousand numbers into a call has a price and a limit. */
const extremes = (values: readonly number[]): [number, number] => [
  values.reduce((least, one) => Math.min(least, one), Infinity),
  values.reduce((most, one) => Math.max(most, one), -Infinity),
];

const ringLength = (ring: readonly Place[]): number =>
  ring.length > 1 ? lengthOf([...ring, ring[0] as Place]) : 0;

/** Turns of a line at its inner places, radians 0…π. */
const turnsOf = (path: readonly Place[]): number[] =>
  path.slice(2).map((to, at) => {
    const [from, by] = [path[at] as Place, path[at + 1] as Place];
    return (Math.abs(normaliseHeading(bearing(by, to) - bearing(from, by))) * Math.PI) / 180;
  });

/**
 * A band of half width r along a line with round ends and outer corners: area = L·2r + πr² + Σ r²(θ/2 − tan(θ/2)),
 * edge = 2L + 2πr + Σ r(θ − 2·tan(θ/2)), θ the turn at each corner. Exact while the legs are longer than r·tan(θ/2).
 */
function corridorMeasures(path: readonly Place[], width: number): ShapeMeasures {
  const line = path.filter((place, at) => at === 0 || !samePlace(place, path[at - 1] as Place));
  const length = lengthOf(line);
  const r = width / 2;
  let area = length * width + Math.PI * r ** 2;
  let perimeter = 2 * length + 2 * Math.PI * r;
  for (const turn of turnsOf(line)) {
    const inner = Math.tan(Math.min(turn, (170 * Math.PI) / 180) / 2);
    area += r ** 2 * (turn / 2 - inner);
    perimeter += r * (turn - 2 * inner);
  }
  return { length, perimeter: Math.max(2 * r, perimeter), area: Math.max(Math.PI * r ** 2, area) };
}

/** Length of lines by haversine, edge with that of holes, and area without them in the local plane. */
export function shapeMeasures(shape: RegionShape): ShapeMeasures {
  switch (shape.type) {
    case 'point':
      return { length: null, perimeter: null, area: null };
    case 'line':
      return { length: lengthOf(shape.path), perimeter: null, area: null };
    case 'circle':
      return {
        length: null,
        perimeter: 2 * Math.PI * shape.radius,
        area: Math.PI * shape.radius ** 2,
      };
    case 'corridor':
      return corridorMeasures(shape.path, shape.width);
    default: {
      const [edge = [], ...holes] = shape.rings.map(openRing);
      return {
        length: null,
        perimeter: [edge, ...holes].reduce((sum, ring) => sum + ringLength(ring), 0),
        area: Math.max(
          0,
          holes.reduce((rest, hole) => rest - ringArea(hole), ringArea(edge)),
        ),
      };
    }
  }
}
