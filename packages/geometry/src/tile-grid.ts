import type { Bounds, Place } from './sphere.ts';

/** A tile of the square web map, rows from the north. */
export interface TileId {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Latitude at which the square web map ends. */
const mercatorEdge = 85.051_128_779_806_59;

/** Place on the unit square of the web map: 0, 0 is the north-western corner. */
export const unitOf = ({ lng, lat }: Place): { x: number; y: number } => {
  const held = Math.max(-mercatorEdge, Math.min(mercatorEdge, lat));
  const y = Math.log(Math.tan(Math.PI / 4 + (held * Math.PI) / 360)) / Math.PI;
  return { x: (((lng / 360 + 0.5) % 1) + 1) % 1, y: (1 - y) / 2 };
};

/** Latitude of a row of the unit square. */
export const latOfRow = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

export const tileAt = (place: Place, z: number): TileId => {
  const { x, y } = unitOf(place);
  const last = 2 ** z - 1;
  return { z, x: Math.min(last, Math.floor(x * 2 ** z)), y: Math.min(last, Math.floor(y * 2 ** z)) };
};

/** Box of a tile in degrees. */
export const boundsOfTile = ({ z, x, y }: TileId): Bounds => {
  const side = 1 / 2 ** z;
  return {
    west: x * side * 360 - 180,
    east: (x + 1) * side * 360 - 180,
    north: latOfRow(y * side),
    south: latOfRow((y + 1) * side),
  };
};

/** Whether a tile has anything of a box; a box over the antimeridian has its west greater than its east. */
export const touches = (tile: TileId, box: Bounds): boolean => {
  const own = boundsOfTile(tile);
  if (own.north <= box.south || own.south >= box.north) return false;
  return box.west > box.east
    ? own.east > box.west || own.west < box.east
    : own.east > box.west && own.west < box.east;
};

export const tileAddress = (template: string, { z, x, y }: TileId): string =>
  template.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y));
