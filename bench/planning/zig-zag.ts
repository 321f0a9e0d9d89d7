import { lineString, polygon } from '@turf/helpers';
import { lineIntersect } from '@turf/line-intersect';
import { transformRotate } from '@turf/transform-rotate';
import { distance, earthRadius, type Place } from '@eyrie/geometry';

const degree = (Math.PI * earthRadius) / 180;
const closed = (ring: readonly Place[]): number[][] =>
  [...ring, ring[0] as Place].map(({ lng, lat }) => [lng, lat]);

export interface ZigZag {
  readonly strips: readonly { readonly from: Place; readonly to: Place }[];
  /** Metres of lines and of ways between them. */
  readonly length: number;
}

/**
 * The plan that a page makes with a geometry library and nothing else: turn the polygon, cut east-west lines a spacing apart
 * through it, fly them to and fro, turn them back.
 */
export function zigZag(rings: readonly (readonly Place[])[], spacing: number, course: number): ZigZag {
  const shape = polygon(rings.map(closed));
  const pivot = closed(rings[0] ?? [])[0] as [number, number];
  const turned = transformRotate(shape, 90 - course, { pivot });
  const outer = turned.geometry.coordinates[0] ?? [];
  const [lngs, lats] = [0, 1].map((axis) => outer.map((place) => place[axis] ?? 0)) as [number[], number[]];
  const [west, east] = [Math.min(...lngs) - 0.001, Math.max(...lngs) + 0.001];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const step = spacing / degree;
  const count = Math.ceil((north - south) / step);
  const first = (south + north - (count - 1) * step) / 2;
  const strips: { from: Place; to: Place }[] = [];
  for (let line = 0; line < count; line += 1) {
    const lat = first + line * step;
    const cuts = lineIntersect(
      lineString([
        [west, lat],
        [east, lat],
      ]),
      turned,
    )
      .features.map(({ geometry }) => geometry.coordinates[0] ?? 0)
      .toSorted((a, b) => (line % 2 === 0 ? a - b : b - a));
    for (let at = 0; at + 1 < cuts.length; at += 2) {
      const piece = lineString([
        [cuts[at] ?? 0, lat],
        [cuts[at + 1] ?? 0, lat],
      ]);
      const [from, to] = transformRotate(piece, course - 90, { pivot }).geometry.coordinates.map(
        ([lng = 0, y = 0]) => ({ lng, lat: y }),
      ) as [Place, Place];
      strips.push({ from, to });
    }
  }
  const path = strips.flatMap(({ from, to }) => [from, to]);
  return { strips, length: path.slice(1).reduce((sum, to, at) => sum + distance(path[at] as Place, to), 0) };
}
