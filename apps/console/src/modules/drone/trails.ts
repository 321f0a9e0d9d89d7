import type { Spot } from '@eyrie/map';

export interface TrailPoint extends Spot {
  /** Server epoch ms. */
  readonly at: number;
}

/** How much of its way an aircraft trails behind it on the map, ms. */
export const trailLength = 5 * 60_000;
/** Further apart in time nothing is known of the way between, ms. */
const gap = 30_000;

/** The last minutes of the way of every aircraft, from live messages and from one answer of the server at the start. */
export const createTrails = () => {
  const trails = new Map<string, readonly TrailPoint[]>();
  const put = (oid: string, points: readonly TrailPoint[]): void => {
    const sorted = points.toSorted((a, b) => a.at - b.at);
    const newest = sorted.at(-1)?.at ?? 0;
    trails.set(
      oid,
      sorted.filter(({ at }, index) => newest - at <= trailLength && at !== sorted[index - 1]?.at),
    );
  };
  return {
    has: (oid: string): boolean => trails.has(oid),
    /** A place out of a live message; the same message again changes nothing. */
    record(oid: string, point: TrailPoint): void {
      const before = trails.get(oid) ?? [];
      if ((before.at(-1)?.at ?? -Infinity) >= point.at) return;
      trails.set(oid, [...before.filter(({ at }) => point.at - at <= trailLength), point]);
    },
    /** What the server has of the time before. */
    join: (oid: string, points: readonly TrailPoint[]): void =>
      put(oid, [...points, ...(trails.get(oid) ?? [])]),
    forget: (oid: string): void => void trails.delete(oid),
    /** Lines of it, broken where nothing is known. */
    lines(oid: string): (readonly TrailPoint[])[] {
      const lines: TrailPoint[][] = [];
      for (const point of trails.get(oid) ?? []) {
        const line = lines.at(-1);
        const last = line?.at(-1);
        if (line && last && point.at - last.at <= gap) line.push(point);
        else lines.push([point]);
      }
      return lines.filter(({ length }) => length > 1);
    },
  };
};
