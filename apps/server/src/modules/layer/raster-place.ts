import { limits } from '@eyrie/domain/rules';
import { rasterRefusal } from './raster-fault.ts';
import { describedSystem, userDefined } from './raster-geokeys.ts';
import { projectionBy, projectionOf, shiftUnknown, type Projection } from './raster-projection.ts';
import type { Bounds } from './vector.ts';

/** x = a·column + b·row + c, y = d·column + e·row + f, counted from the corner of the first pixel. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface GeoTags {
  pixelScale: readonly number[];
  tiePoints: readonly number[];
  transformation: readonly number[];
  keys: Readonly<Record<string, unknown>>;
}

/** How pixels lie in the file's own system, also when they are turned. @throws Refusal layerRasterPlace */
export function affineOf({ pixelScale, tiePoints, transformation, keys }: GeoTags): Affine {
  let affine: Affine;
  if (transformation.length === 16) {
    const [a = 0, b = 0, , c = 0, d = 0, e = 0, , f = 0] = transformation;
    affine = [a, b, c, d, e, f];
  } else if (pixelScale.length >= 2 && tiePoints.length === 6) {
    const [width = 0, height = 0] = pixelScale;
    const [column = 0, row = 0, , x = 0, y = 0] = tiePoints;
    affine = [width, 0, x - column * width, 0, -height, y + row * height];
  } else
    throw rasterRefusal('layerRasterPlace', tiePoints.length > 6 ? 'ModelTiepoint > 1' : 'ModelPixelScale');
  // 2: places are those of the middle of pixels.
  const half = keys['GTRasterTypeGeoKey'] === 2 ? 0.5 : 0;
  const [a, b, c, d, e, f] = affine;
  const placed: Affine = [a, b, c - half * (a + b), d, e, f - half * (d + e)];
  if (placed.some((one) => !Number.isFinite(one)) || Math.abs(a * e - b * d) < 1e-18)
    throw rasterRefusal('layerRasterPlace', 'ModelTransformation');
  return placed;
}

/** The system that the keys name. @throws Refusal layerRasterPlace without one, layerShift, layerProjection for one not known */
export function systemOf({ keys }: GeoTags): { code: number; projection: Projection } {
  const model = keys['GTModelTypeGeoKey'];
  const code =
    model === 1 ? keys['ProjectedCSTypeGeoKey'] : model === 2 ? keys['GeographicTypeGeoKey'] : null;
  if (typeof code !== 'number') throw rasterRefusal('layerRasterPlace', 'GeoKeyDirectory');
  if (code === userDefined) return { code, projection: projectionBy(describedSystem(keys, model === 1)) };
  const unit = keys[model === 1 ? 'ProjLinearUnitsGeoKey' : 'GeogAngularUnitsGeoKey'];
  const usual = model === 1 ? 9001 : 9102;
  if (unit !== undefined && unit !== usual)
    throw rasterRefusal('layerProjection', `EPSG:${code}, unit ${JSON.stringify(unit)}`);
  const projection = projectionOf(code);
  if (!projection)
    throw rasterRefusal(shiftUnknown.has(code) ? 'layerShift' : 'layerProjection', `EPSG:${code}`);
  return { code, projection };
}

/** Where Web Mercator ends, degrees. */
const mercatorEnd = 85.051_128_779_806_59;

/** A place in the square of the world: 0 to 1 from west to east and from north to south. */
export const toWorld = ([lng, lat]: readonly [number, number]): [number, number] => {
  const held = (Math.max(-mercatorEnd, Math.min(mercatorEnd, lat)) * Math.PI) / 180;
  return [(lng + 180) / 360, (1 - Math.asinh(Math.tan(held)) / Math.PI) / 2];
};

const fromWorld = (u: number, v: number): [number, number] => [
  u * 360 - 180,
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * v))) * 180) / Math.PI,
];

/** Places and pixels of one picture. */
export interface Placement {
  bounds: Bounds;
  zooms: { min: number; max: number };
  /** Column and row, in fractions of a pixel, of a place in the square of the world, or in the one beside it. */
  pixelAt(u: number, v: number): [number, number];
  /** Which square of the world is asked for, counted eastwards, where a tile with this middle is drawn. */
  turnAt?(u: number): number;
}

const SAMPLES = 32;

/** Places along the edge of a picture, in pixels. */
const edgeOf = (width: number, height: number): [number, number][] => {
  const places: [number, number][] = [];
  for (let at = 0; at <= SAMPLES; at += 1) {
    const [x, y] = [(width * at) / SAMPLES, (height * at) / SAMPLES];
    places.push([x, 0], [x, height], [0, y], [width, y]);
  }
  return places;
};

/** How far to the east of a longitude another lies, the short way; as it is where that is no more than half a turn. */
const eastOf = (from: number, lng: number): number => {
  const far = lng - from;
  return Math.abs(far) > 180 + 1e-6 ? far - 360 * Math.round(far / 360) : far;
};

const withinTurn = (lng: number): number => lng - 360 * Math.floor((lng + 180) / 360);

/**
 * The box of a picture in degrees, with its west greater than its east where it crosses ±180°.
 * @throws Refusal layerRasterPlace outside the world or of the system's reach, or too wide to cross ±180°
 */
const boundsOf = (
  edge: readonly [number, number][],
  toDegrees: (column: number, row: number) => [number, number],
  toPixel: (place: readonly [number, number]) => [number, number],
): Bounds => {
  const box: Bounds = { west: Infinity, south: 90, east: -Infinity, north: -90 };
  let seen: readonly [number, number] = [0, 0];
  for (const [column, row] of edge) {
    const [lng, lat] = toDegrees(column, row);
    seen = [lng, lat];
    const there = toPixel([lng, lat]);
    // What a system cannot hold comes back elsewhere.
    const off = Math.hypot(there[0] - column, there[1] - row);
    if (!(Math.abs(lng) <= 360 && Math.abs(lat) <= 90 + 1e-9 && off < 1))
      throw rasterRefusal('layerRasterPlace', `${lng}, ${lat}`);
    box.west = Math.min(box.west, lng);
    box.east = Math.max(box.east, lng);
    box.south = Math.max(-mercatorEnd, Math.min(box.south, lat));
    box.north = Math.min(mercatorEnd, Math.max(box.north, lat));
  }
  if (!(box.west < box.east && box.south < box.north))
    throw rasterRefusal('layerRasterPlace', `${seen.join(', ')}: ±180, ±${mercatorEnd.toFixed(2)}`);
  const { west, east } = box;
  if (west >= -180 - 1e-9 && east <= 180 + 1e-9)
    return { ...box, west: Math.max(-180, west), east: Math.min(180, east) };
  if (east - west > 180)
    throw rasterRefusal('layerRasterPlace', `${west.toFixed(4)} – ${east.toFixed(4)}: ±180, > 180°`);
  return { ...box, west: withinTurn(west), east: -withinTurn(-east) };
};

/** Columns and rows of the tiles of a level that a box lies on, both ends inclusive; columns go on beyond ±180°. */
export const tileSpan = ({ west, south, east, north }: Bounds, z: number) => {
  const [u0, v0] = toWorld([west, north]);
  const [u1, v1] = toWorld([east < west ? east + 360 : east, south]);
  const last = 2 ** z - 1;
  const mostX = east < west ? Infinity : last;
  const first = (at: number): number => Math.min(last, Math.max(0, Math.floor(at * 2 ** z)));
  const end = (at: number, most: number): number => Math.min(most, Math.max(0, Math.ceil(at * 2 ** z) - 1));
  const x0 = first(u0);
  const x1 = Math.min(x0 + last, Math.max(x0, end(u1, mostX)));
  return { x0, y0: first(v0), x1, y1: Math.max(first(v0), end(v1, last)) };
};

/** The level whose pixels are as large as those of the file, and the one where all of it is a few pixels. */
const zoomsOf = (bounds: Bounds, width: number, height: number, pixelSide: number) => {
  const most = Math.min(limits.layer.rasterTiles, 16 + (8 * width * height) / 65_536);
  // The only tile of level 0 cannot hold a place on both of its edges.
  const least = bounds.west > bounds.east ? 1 : 0;
  let max = Math.round(Math.log2(1 / (256 * pixelSide)));
  max = Math.max(least, Math.min(limits.layer.zoomMax, Number.isFinite(max) ? max : 0));
  for (; max > least; max -= 1) {
    const { x0, y0, x1, y1 } = tileSpan(bounds, max);
    if ((x1 - x0 + 1) * (y1 - y0 + 1) <= most) break;
  }
  const levels = Math.ceil(Math.log2(Math.max(16, width, height))) - 3;
  return { min: Math.max(0, max - levels), max };
};

/** Where a picture lies on the map. @throws Refusal layerRasterPlace, layerProjection */
export function placementOf(tags: GeoTags, width: number, height: number): Placement {
  const [a, b, c, d, e, f] = affineOf(tags);
  const { projection } = systemOf(tags);
  const determinant = a * e - b * d;
  const toPixel = (place: readonly [number, number]): [number, number] => {
    const [x, y] = projection.toModel(place);
    return [(e * (x - c) - b * (y - f)) / determinant, (a * (y - f) - d * (x - c)) / determinant];
  };
  const [x, y] = [width / 2, height / 2];
  const plainly = (column: number, row: number): [number, number] =>
    projection.toDegrees([a * column + b * row + c, d * column + e * row + f]);
  const [middle] = plainly(x, y);
  const toDegrees = (column: number, row: number): [number, number] => {
    const [lng, lat] = plainly(column, row);
    return [middle + eastOf(middle, lng), lat];
  };
  const bounds = boundsOf(edgeOf(width, height), toDegrees, toPixel);
  const [u, v] = toWorld(toDegrees(x, y));
  const [ru, rv] = toWorld(toDegrees(x + 0.5, y));
  const [du, dv] = toWorld(toDegrees(x, y + 0.5));
  const area = Math.abs((ru - u) * (dv - v) - (du - u) * (rv - v)) * 4;
  return {
    bounds,
    zooms: zoomsOf(bounds, width, height, Math.sqrt(area)),
    pixelAt: (worldX, worldY) => toPixel(fromWorld(worldX, worldY)),
    turnAt: (tile) => Math.round(u - tile),
  };
}
