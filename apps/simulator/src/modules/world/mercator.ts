import type { Place } from '@eyrie/geometry';
import { plane, reach, type Area } from './plan.ts';
import type { View } from './paint-ground.ts';

export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

const degrees = 180 / Math.PI;

/** Share of the map's width and height, 0 to 1 from the north-western corner. */
export const onMap = ({ lng, lat }: Place): { x: number; y: number } => ({
  x: (lng + 180) / 360,
  y: 0.5 - Math.asinh(Math.tan(lat / degrees)) / (2 * Math.PI),
});
export const fromMap = (x: number, y: number): Place => ({
  lng: x * 360 - 180,
  lat: Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * degrees,
});

const whole: Area = { west: -reach.east, south: -reach.north, east: reach.east, north: reach.north };
const cornersOf = ({ west, south, east, north }: Area): { low: Place; high: Place } => ({
  low: plane.toPlace({ east: west, north }),
  high: plane.toPlace({ east, north: south }),
});

export const touchesWorld = ({ z, x, y }: TileAddress, area: Area = whole): boolean => {
  const { low, high } = cornersOf(area);
  const from = fromMap(x / 2 ** z, y / 2 ** z);
  const to = fromMap((x + 1) / 2 ** z, (y + 1) / 2 ** z);
  return from.lng < high.lng && to.lng > low.lng && from.lat > high.lat && to.lat < low.lat;
};

/** Middles of the pixels of a tile. */
export function tileView({ z, x, y }: TileAddress, size: number): View {
  const middle = (index: number, tile: number): number => (tile + (index + 0.5) / size) / 2 ** z;
  const east = Float64Array.from(
    { length: size },
    (_, index) => plane.toPlane({ lng: fromMap(middle(index, x), 0.5).lng, lat: plane.origin.lat }).east,
  );
  const north = Float64Array.from(
    { length: size },
    (_, index) => plane.toPlane({ lng: plane.origin.lng, lat: fromMap(0.5, middle(index, y)).lat }).north,
  );
  return { east, north, pixel: Math.abs((east[1] ?? 0) - (east[0] ?? 0)) };
}

/** The tiles of a zoom that show a part of the area, row by row, and `more` rows and columns around them. */
export function tilesOf(z: number, more = 0, area: Area = whole): TileAddress[] {
  const { low, high } = cornersOf(area);
  const [first, last] = [onMap(low), onMap(high)].map(({ x, y }) => ({
    x: Math.floor(x * 2 ** z),
    y: Math.floor(y * 2 ** z),
  }));
  const tiles: TileAddress[] = [];
  if (!first || !last) return tiles;
  for (let y = first.y - more; y <= last.y + more; y += 1)
    for (let x = first.x - more; x <= last.x + more; x += 1) tiles.push({ z, x, y });
  return tiles;
}
