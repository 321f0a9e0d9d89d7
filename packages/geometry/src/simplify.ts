import { earthRadius, type Place } from './sphere.ts';

const metresPerDegree = (Math.PI * earthRadius) / 180;

interface Flat {
  readonly x: number;
  readonly y: number;
}

/** The line around its first place as a plane, metres; longitudes go the short way across the antimeridian. */
const flatten = (path: readonly Place[]): Flat[] => {
  const first = path[0] ?? { lng: 0, lat: 0 };
  const scale = Math.cos((first.lat * Math.PI) / 180) * metresPerDegree;
  return path.map(({ lng, lat }) => ({
    x: (((lng - first.lng + 540) % 360) - 180) * scale,
    y: (lat - first.lat) * metresPerDegree,
  }));
};

const fromLine = (point: Flat, a: Flat, b: Flat): number => {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const share =
    length === 0 ? 0 : Math.min(1, Math.max(0, ((point.x - a.x) * dx + (point.y - a.y) * dy) / length));
  return Math.hypot(point.x - a.x - share * dx, point.y - a.y - share * dy);
};

/**
 * Which places of a line to keep so that no other lies more than `tolerance` metres beside it (Douglas and Peucker,
 * without recursion). The first and the last are kept, and those that `fixed` names.
 * @returns indexes in rising order
 */
export const simplified = (
  path: readonly Place[],
  tolerance: number,
  fixed: (index: number) => boolean = () => false,
): number[] => {
  const flat = flatten(path);
  const keep = path.map((_, index) => index === 0 || index === path.length - 1 || fixed(index));
  const held = keep.flatMap((kept, index) => (kept ? [index] : []));
  const open = held.slice(1).map((end, index) => [held[index] as number, end] as const);
  for (let next = open.pop(); next; next = open.pop()) {
    const [from, to] = next;
    let farthest = from;
    let most = tolerance;
    for (let i = from + 1; i < to; i += 1) {
      const away = fromLine(flat[i] as Flat, flat[from] as Flat, flat[to] as Flat);
      if (away > most) [farthest, most] = [i, away];
    }
    if (farthest === from) continue;
    keep[farthest] = true;
    open.push([from, farthest], [farthest, to]);
  }
  return keep.flatMap((kept, index) => (kept ? [index] : []));
};
