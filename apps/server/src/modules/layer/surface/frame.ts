/** Sixteen figures by columns, as glTF and 3D Tiles write them. */
export type Matrix = readonly number[];
export type Vector = readonly [number, number, number];

export const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** Models have their axes as x, up, −y. */
export const upright: Matrix = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1];

export const isMatrix = (value: unknown): value is Matrix =>
  Array.isArray(value) && value.length === 16 && value.every((one) => Number.isFinite(one));

/** First `b`, then `a`. */
export function times(a: Matrix, b: Matrix): Matrix {
  const out: number[] = [];
  for (let column = 0; column < 4; column += 1)
    for (let row = 0; row < 4; row += 1) {
      let sum = 0;
      for (let at = 0; at < 4; at += 1) sum += (a[at * 4 + row] as number) * (b[column * 4 + at] as number);
      out.push(sum);
    }
  return out;
}

export const moved = ([x, y, z]: Vector): Matrix => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

export const placed = (m: Matrix, x: number, y: number, z: number): Vector => [
  (m[0] as number) * x + (m[4] as number) * y + (m[8] as number) * z + (m[12] as number),
  (m[1] as number) * x + (m[5] as number) * y + (m[9] as number) * z + (m[13] as number),
  (m[2] as number) * x + (m[6] as number) * y + (m[10] as number) * z + (m[14] as number),
];

/** A turn by a quaternion and a scale, then a move. */
export function composed(
  [tx, ty, tz]: Vector,
  [x, y, z, w]: readonly [number, number, number, number],
  [sx, sy, sz]: Vector,
): Matrix {
  return [
    (1 - 2 * (y * y + z * z)) * sx,
    2 * (x * y + z * w) * sx,
    2 * (x * z - y * w) * sx,
    0,
    2 * (x * y - z * w) * sy,
    (1 - 2 * (x * x + z * z)) * sy,
    2 * (y * z + x * w) * sy,
    0,
    2 * (x * z + y * w) * sz,
    2 * (y * z - x * w) * sz,
    (1 - 2 * (x * x + y * y)) * sz,
    0,
    tx,
    ty,
    tz,
    1,
  ];
}

/** WGS-84: half of the equator's diameter in metres, and the square of the eccentricity. */
const equator = 6_378_137;
const eccentric = 0.006_694_379_990_141_316;
const pole = equator * Math.sqrt(1 - eccentric);

export interface Spot {
  lng: number;
  lat: number;
  /** Metres above the ellipsoid. */
  height: number;
}

/** Longitude, latitude and height of Earth-centred metres, by Bowring's formula: exact to a tenth of a millimetre near the ground. */
export function geodetic([x, y, z]: Vector): Spot {
  const away = Math.hypot(x, y);
  const angle = Math.atan2(z * equator, away * pole);
  const second = (equator * equator - pole * pole) / (pole * pole);
  const lat = Math.atan2(
    z + second * pole * Math.sin(angle) ** 3,
    away - eccentric * equator * Math.cos(angle) ** 3,
  );
  const normal = equator / Math.sqrt(1 - eccentric * Math.sin(lat) ** 2);
  // Beside the poles the distance from the axis says nothing.
  const height =
    Math.abs(lat) < 1.5 ? away / Math.cos(lat) - normal : z / Math.sin(lat) - normal * (1 - eccentric);
  return { lng: (Math.atan2(y, x) * 180) / Math.PI, lat: (lat * 180) / Math.PI, height };
}
