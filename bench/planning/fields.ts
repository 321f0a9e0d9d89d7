import { localPlane, type Place } from '@eyrie/geometry';

const plane = localPlane({ lng: 113.95, lat: 22.54 });

type Point = readonly [east: number, north: number];
const ring = (...points: readonly Point[]): Place[] =>
  points.map(([east, north]) => plane.toPlace({ east, north }));
const box = (west: number, south: number, east: number, north: number): Place[] =>
  ring([west, south], [east, south], [east, north], [west, north]);

export interface Field {
  readonly name: string;
  readonly rings: readonly (readonly Place[])[];
  /** Metres */
  readonly spacing: number;
  /** Courses with the length in metres that is to be met; the best one last. */
  readonly totals: readonly { readonly course: number | 'best'; readonly metres: number }[];
}

/** Fields whose plans were worked out by hand. */
export const fields: readonly Field[] = [
  {
    name: '400 × 100 m',
    rings: [box(0, 0, 400, 100)],
    spacing: 40,
    totals: [
      { course: 0, metres: 1360 },
      { course: 'best', metres: 1280 },
    ],
  },
  {
    name: 'corner',
    rings: [ring([0, 0], [200, 0], [200, 100], [100, 100], [100, 200], [0, 200])],
    spacing: 20,
    totals: [
      { course: 152, metres: 2090 },
      { course: 'best', metres: 1762 },
    ],
  },
  {
    name: 'two holes',
    rings: [box(0, 0, 160, 100), box(30, 30, 60, 60), box(100, 40, 140, 70)],
    spacing: 10,
    totals: [
      { course: 0, metres: 1750 },
      { course: 'best', metres: 1690 },
    ],
  },
  {
    name: 'U',
    rings: [ring([0, 0], [300, 0], [300, 200], [200, 200], [200, 50], [100, 50], [100, 200], [0, 200])],
    spacing: 25,
    totals: [
      { course: 90, metres: 2575 },
      { course: 'best', metres: 2075 },
    ],
  },
  {
    name: 'triangle',
    rings: [ring([0, 0], [300, 0], [0, 400])],
    spacing: 30,
    totals: [
      { course: 0, metres: 2370 },
      { course: 90, metres: 2542.5 },
      { course: 'best', metres: 2229.8 },
    ],
  },
];

/** Ten square kilometres with a hundred corners, the same in every run. */
export function largeField(): Place[] {
  let state = 7;
  const corners = Array.from({ length: 100 }, (_, at): Point => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    const radius = 1 - (0.1 * state) / 2 ** 31;
    const angle = (2 * Math.PI * at) / 100;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  const twice = corners.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % corners.length] as Point;
    return sum + x * nextY - nextX * y;
  }, 0);
  const scale = Math.sqrt((2 * 10_000_000) / twice);
  return ring(...corners.map(([x, y]): Point => [x * scale, y * scale]));
}

/**
 * The share of a ring that lies within half a spacing of a line, by a raster of its own: it knows lines and the ring, nothing
 * of plans.
 */
export function coveredShare(
  outer: readonly Place[],
  strips: readonly { readonly from: Place; readonly to: Place }[],
  spacing: number,
): number {
  const corners = outer.map(plane.toPlane);
  const lines = strips.map(({ from, to }) => [plane.toPlane(from), plane.toPlane(to)] as const);
  const [xs, ys] = [corners.map(({ east }) => east), corners.map(({ north }) => north)];
  const [west, south] = [Math.min(...xs), Math.min(...ys)];
  const step = 9.7;
  let [all, near] = [0, 0];
  for (let x = west; x < Math.max(...xs); x += step)
    for (let y = south; y < Math.max(...ys); y += step) {
      let odd = false;
      for (const [at, a] of corners.entries()) {
        const b = corners[(at + 1) % corners.length] ?? a;
        if (
          a.north > y !== b.north > y &&
          x < a.east + ((b.east - a.east) * (y - a.north)) / (b.north - a.north)
        )
          odd = !odd;
      }
      if (!odd) continue;
      all += 1;
      const seen = lines.some(([a, b]) => {
        const [dx, dy] = [b.east - a.east, b.north - a.north];
        const length = dx * dx + dy * dy || 1;
        const share = Math.min(1, Math.max(0, ((x - a.east) * dx + (y - a.north) * dy) / length));
        return (x - a.east - share * dx) ** 2 + (y - a.north - share * dy) ** 2 <= (spacing / 2 + 0.01) ** 2;
      });
      if (seen) near += 1;
    }
  return near / all;
}
