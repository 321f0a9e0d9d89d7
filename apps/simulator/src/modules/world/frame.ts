import type { Place, PlanePoint } from '@eyrie/geometry';
import { plane } from './plan.ts';

/** WGS-84: half of the equator's diameter in metres, and the square of the eccentricity. */
const equator = 6_378_137;
const flattening = 1 / 298.257_223_563;
const eccentric = flattening * (2 - flattening);

export type Vector = readonly [number, number, number];

/** Earth-centred coordinates, metres. @param height metres above the ellipsoid */
export const earthFixed = ({ lng, lat }: Place, height: number): Vector => {
  const [l, p] = [(lng * Math.PI) / 180, (lat * Math.PI) / 180];
  const normal = equator / Math.sqrt(1 - eccentric * Math.sin(p) ** 2);
  const away = (normal + height) * Math.cos(p);
  return [away * Math.cos(l), away * Math.sin(l), (normal * (1 - eccentric) + height) * Math.sin(p)];
};

/** East, north and up around a place: coordinates small enough for single precision. */
export interface Frame {
  /** To Earth-centred coordinates, by columns as 3D Tiles writes it. */
  readonly transform: readonly number[];
  /** East, north, up of a place of the world. @param height metres above the ellipsoid */
  local(at: PlanePoint, height: number): Vector;
}

export function createFrame(middle: PlanePoint, height: number): Frame {
  const place = plane.toPlace(middle);
  const [l, p] = [(place.lng * Math.PI) / 180, (place.lat * Math.PI) / 180];
  const origin = earthFixed(place, height);
  const east: Vector = [-Math.sin(l), Math.cos(l), 0];
  const north: Vector = [-Math.sin(p) * Math.cos(l), -Math.sin(p) * Math.sin(l), Math.cos(p)];
  const up: Vector = [Math.cos(p) * Math.cos(l), Math.cos(p) * Math.sin(l), Math.sin(p)];
  return {
    transform: [...east, 0, ...north, 0, ...up, 0, ...origin, 1],
    local(at, above) {
      const fixed = earthFixed(plane.toPlace(at), above);
      const off = fixed.map((value, axis) => value - (origin[axis] ?? 0));
      const along = (axis: Vector): number =>
        axis[0] * (off[0] ?? 0) + axis[1] * (off[1] ?? 0) + axis[2] * (off[2] ?? 0);
      return [along(east), along(north), along(up)];
    },
  };
}
