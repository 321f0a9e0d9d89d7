import type { PlanePoint } from '../plane.ts';
import { endOf, startOf, type Run } from './cells.ts';
import { gap, type FlatRing } from './flat.ts';

/** Metres kept from what is forbidden. */
const keptOff = 0.01;

/** Metres that can be flown on from a point in a direction (unit vector) before the rings, at most `most`. */
function freeAhead(from: PlanePoint, along: PlanePoint, most: number, rings: readonly FlatRing[]): number {
  let free = most;
  for (const ring of rings) {
    let a = ring.at(-1) as PlanePoint;
    for (const b of ring) {
      const edge = { east: b.east - a.east, north: b.north - a.north };
      const turn = along.east * edge.north - along.north * edge.east;
      const [dx, dy] = [a.east - from.east, a.north - from.north];
      a = b;
      if (turn === 0) continue;
      const ahead = (dx * edge.north - dy * edge.east) / turn;
      const share = (dx * along.north - dy * along.east) / turn;
      if (ahead >= 0 && share >= 0 && share <= 1) free = Math.min(free, Math.max(0, ahead - keptOff));
    }
  }
  return free;
}

/** Both ends of a run with its turnaround: `metres` farther, or as far as what is forbidden lets. */
export function extended(
  run: Run,
  metres: number,
  forbidden: readonly FlatRing[],
): { begin: PlanePoint; end: PlanePoint } {
  const [from, to] = [startOf(run), endOf(run)];
  const length = gap(from, to);
  if (metres === 0 || length === 0) return { begin: from, end: to };
  const along = { east: (to.east - from.east) / length, north: (to.north - from.north) / length };
  const on = (point: PlanePoint, sign: number): PlanePoint => {
    const free = freeAhead(point, { east: along.east * sign, north: along.north * sign }, metres, forbidden);
    return { east: point.east + along.east * sign * free, north: point.north + along.north * sign * free };
  };
  return { begin: on(from, -1), end: on(to, 1) };
}
