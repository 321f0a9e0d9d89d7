import type { Thing } from '../contract.ts';
import { unitOf } from '@eyrie/geometry';
import { markerPicture, signPicture, type MarkerKind } from '../maplibre/icons.ts';

/** Figures of a thing in the buffer: place from the origin, picture, turn, paleness. */
export const stride = 5;
const ghostAlpha = 0.45;

/** What the symbol of a thing stands on. */
export const kindOf = ({ badge, hexagon, plate }: Thing): MarkerKind =>
  badge === undefined ? (plate ? 'plate' : 'free') : hexagon ? 'hexagon' : 'badge';

/** Which picture a thing is drawn with, and whether it turns with its heading. */
export const pictureOf = (thing: Thing): { readonly id: string; readonly turned: boolean } => {
  const kind = kindOf(thing);
  return { id: markerPicture(thing.look, kind), turned: thing.look === 'working' && kind === 'free' };
};

/** How many pictures the things are drawn with. */
export const countInstances = (things: readonly Thing[]): number =>
  things.reduce((sum, { sign }) => sum + (sign ? 2 : 1), 0);

/**
 * Writes the things into a buffer for the graphics unit. Places are told from an origin near the eye: as single figures of
 * the whole Earth they would be metres off. `pictures` gives the number of a picture. The buffer grows when it must. A
 * thing with a sign takes two places: the sign lies over its symbol and turns with nothing.
 */
export const writeInstances = (
  things: readonly Thing[],
  origin: { readonly x: number; readonly y: number },
  pictures: ReadonlyMap<string, number>,
  before: Float32Array,
): Float32Array => {
  const needed = countInstances(things) * stride;
  const buffer = before.length >= needed ? before : new Float32Array(Math.ceil(needed * 1.5));
  let at = 0;
  for (const thing of things) {
    const { x, y } = unitOf(thing);
    const { id, turned } = pictureOf(thing);
    // The nearer way round the Earth.
    const east = x - origin.x;
    buffer[at] = east > 0.5 ? east - 1 : east < -0.5 ? east + 1 : east;
    buffer[at + 1] = y - origin.y;
    buffer[at + 2] = pictures.get(id) ?? 0;
    buffer[at + 3] = turned ? ((thing.heading ?? 0) * Math.PI) / 180 : 0;
    buffer[at + 4] = thing.ghost ? ghostAlpha : 1;
    at += stride;
    if (!thing.sign) continue;
    buffer.copyWithin(at, at - stride, at);
    buffer[at + 2] = pictures.get(signPicture(thing.sign)) ?? 0;
    buffer[at + 3] = 0;
    buffer[at + 4] = 1;
    at += stride;
  }
  return buffer;
};

/** `matrix` · translation by (x, y, 0), in double figures; both columns first. */
export const movedMatrix = (matrix: ArrayLike<number>, x: number, y: number): Float32Array => {
  const moved = Float32Array.from(matrix);
  for (let row = 0; row < 4; row += 1)
    moved[12 + row] = (matrix[row] ?? 0) * x + (matrix[4 + row] ?? 0) * y + (matrix[12 + row] ?? 0);
  return moved;
};
