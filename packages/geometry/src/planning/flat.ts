import type { PlanePoint } from '../plane.ts';

/** An open ring in the plane, metres. */
export type FlatRing = readonly PlanePoint[];

/** A connected piece of ground: its outer ring counter-clockwise, then its holes clockwise. */
export type FlatPart = readonly FlatRing[];

/** Square metres by the shoelace formula; less than 0 for a clockwise ring. */
export function signedArea(ring: FlatRing): number {
  let twice = 0;
  let before = ring.at(-1);
  for (const point of ring) {
    if (before) twice += before.east * point.north - point.east * before.north;
    before = point;
  }
  return twice / 2;
}

/** Square metres of a part without its holes, of outer rings and holes turned as they must be. */
export const partArea = (part: FlatPart): number => part.reduce((sum, ring) => sum + signedArea(ring), 0);

/** The ring itself or turned round, so that its area has the sign. */
export const turned = (ring: FlatRing, outer: boolean): FlatRing =>
  signedArea(ring) >= 0 === outer ? ring : ring.toReversed();

/** Whether a point lies in rings by the even-odd rule. */
export function insideRings(rings: readonly FlatRing[], { east, north }: PlanePoint): boolean {
  let inside = false;
  for (const ring of rings) {
    let b = ring.at(-1) as PlanePoint;
    for (const a of ring) {
      if (
        a.north > north !== b.north > north &&
        east < ((b.east - a.east) * (north - a.north)) / (b.north - a.north) + a.east
      )
        inside = !inside;
      b = a;
    }
  }
  return inside;
}

/** Metres between two points. `Math.hypot` guards against sizes that no ground has, and takes many times as long. */
export const gap = (a: PlanePoint, b: PlanePoint): number =>
  Math.sqrt((a.east - b.east) ** 2 + (a.north - b.north) ** 2);
