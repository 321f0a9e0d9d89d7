import { limits } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import { parseForeignJson } from '../../platform/json-depth.ts';
import { heightOf, isZip, readVectorFile, type ShapeHeight } from '../../platform/vector-file/index.ts';
import { isDxf, readDxf } from './dxf.ts';
import { projectionOf, shiftUnknown } from './raster-projection.ts';
import type { Standing } from './surface/shapes.ts';

type Position = [number, number];
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

const wrong = (what: string): Refusal => new Refusal('layerVector', { values: { what: what.slice(0, 80) } });
const misplaced = (place: string): Refusal =>
  new Refusal('layerPlace', { values: { place: place.slice(0, 80) } });

type Bag = Record<string, unknown>;
const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Degrees, about a metre. */
const leftOver = 1e-5;

/** Degrees that a box reaches beyond a line on either side. */
const room = 1e-4;

/** Counts what is read, so that a file ends where its limit is, and knows its box. */
class Reading {
  #vertices = 0;
  readonly bounds: Bounds = { west: 180, south: 90, east: -180, north: -90 };
  /** Third numbers of the places that were read since it was emptied; NaN: there was none. */
  heights: number[] = [];

  /** The box, with some metres of room where all lies on one line: a map has nothing to fit to else. */
  box(): Bounds {
    const { west, south, east, north } = this.bounds;
    const [width, height] = [west === east ? room : 0, south === north ? room : 0];
    return {
      west: Math.max(-180, west - width),
      south: Math.max(-90, south - height),
      east: Math.min(180, east + width),
      north: Math.min(90, north + height),
    };
  }

  /** @throws Refusal layerPlace outside the world, which is also where swapped latitudes end. */
  position(value: unknown): Position {
    if ((this.#vertices += 1) > limits.layer.vertices) throw wrong(`> ${limits.layer.vertices}`);
    if (!Array.isArray(value) || value.length < 2 || value.length > 4) throw wrong('coordinates');
    const [given, lat, height] = value as unknown[];
    this.heights.push(typeof height === 'number' ? height : Number.NaN);
    if (typeof given !== 'number' || typeof lat !== 'number') throw wrong('coordinates');
    // Programs write 180 with what their arithmetic left over.
    const lng = Math.abs(given) <= 180 + leftOver ? Math.max(-180, Math.min(180, given)) : given;
    if (Math.abs(lng) > 180 || Math.abs(lat) > 90 || !Number.isFinite(lng + lat))
      throw misplaced(`${lng}, ${lat}`);
    const box = this.bounds;
    box.west = Math.min(box.west, lng);
    box.east = Math.max(box.east, lng);
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
    return [lng, lat];
  }

  /** @throws Refusal layerPlace where a line steps over ±180°: GeoJSON has it cut there. */
  path(value: unknown, least: number): Position[] {
    if (!Array.isArray(value) || value.length < least) throw wrong(`coordinates < ${least}`);
    const places = value.map((one) => this.position(one));
    for (const [at, [lng, lat]] of places.entries()) {
      const before = places[at - 1];
      if (before && Math.abs(lng - before[0]) > 180) throw misplaced(`±180°: ${lng}, ${lat}`);
    }
    return places;
  }

  ring(value: unknown): Position[] {
    const places = this.path(value, 4);
    const [first, last] = [places[0], places.at(-1)];
    if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) throw wrong('Polygon: open ring');
    if (new Set(places.map(([lng, lat]) => `${lng} ${lat}`)).size < 3) throw wrong('Polygon: ring < 3');
    return places;
  }
}

const each = <T>(value: unknown, read: (one: unknown) => T, name: string): T[] => {
  if (!Array.isArray(value) || value.length === 0) throw wrong(name);
  return value.map((one) => read(one));
};

const readers: Record<string, (reading: Reading, value: unknown) => unknown> = {
  Point: (reading, value) => reading.position(value),
  MultiPoint: (reading, value) => each(value, (one) => reading.position(one), 'MultiPoint'),
  LineString: (reading, value) => reading.path(value, 2),
  MultiLineString: (reading, value) => each(value, (one) => reading.path(one, 2), 'MultiLineString'),
  Polygon: (reading, value) => each(value, (one) => reading.ring(one), 'Polygon'),
  MultiPolygon: (reading, value) =>
    each(value, (one) => each(one, (ring) => reading.ring(ring), 'Polygon'), 'MultiPolygon'),
};

const geometryOf = (reading: Reading, value: unknown): Bag => {
  const type = isBag(value) ? String(value['type']) : '';
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (!isBag(value) || !read) throw wrong(type === '' ? 'geometry' : type);
  return { type, coordinates: read(reading, value['coordinates']) };
};

const nameOf = (properties: unknown): string => {
  const { name, title } = isBag(properties) ? properties : {};
  const given = [name, title].find((one) => typeof one === 'string' || typeof one === 'number');
  return given === undefined ? '' : String(given).toWellFormed().slice(0, 64);
};

const featuresOf = (value: unknown): unknown[] => {
  if (!isBag(value)) throw wrong('GeoJSON');
  if (value['type'] === 'FeatureCollection') {
    if (!Array.isArray(value['features'])) throw wrong('features');
    return value['features'] as unknown[];
  }
  return [value['type'] === 'Feature' ? value : { type: 'Feature', geometry: value }];
};

/** GeoJSON once could name another system; all that it may name is WGS-84, longitude first. */
const requireWgs84 = (value: unknown): void => {
  const crs = isBag(value) ? value['crs'] : undefined;
  if (crs === undefined || crs === null) return;
  const name = JSON.stringify(crs);
  if (!/CRS84|EPSG:{1,2}4326/.test(name)) throw wrong(`crs ${name}`);
};

/** A feature before it is judged. */
interface Given {
  name: string;
  colour: string | null;
  geometry: unknown;
  height?: ShapeHeight | undefined;
}

/** How high a feature stands, as it is kept with it; null: it is not known, which a layer of what stands on the ground says. */
const standingOf = (height: ShapeHeight | undefined, heights: readonly number[]): Standing | null => {
  if (!height || height.top !== undefined) return height ?? null;
  return heights.every(Number.isFinite) ? { over: height.over, tops: heights } : null;
};

const hexColour = /^#[0-9a-fA-F]{6}$/;
const colourOf = (properties: unknown): string | null => {
  const { stroke, fill } = isBag(properties) ? properties : {};
  const given = [stroke, fill].find((one) => typeof one === 'string' && hexColour.test(one));
  return typeof given === 'string' ? given : null;
};

/** Geometries of a feature: it may lie nowhere, or hold several, which hold others. */
const partsOf = (geometry: unknown, depth = 0): unknown[] => {
  if (geometry === null) return [];
  if (!isBag(geometry)) return [geometry];
  const { type, coordinates, geometries } = geometry;
  if (Array.isArray(coordinates) && coordinates.length === 0) return [];
  if (type !== 'GeometryCollection' || !Array.isArray(geometries)) return [geometry];
  if (depth >= 8) throw wrong('GeometryCollection > 8');
  return geometries.flatMap((one: unknown) => partsOf(one, depth + 1));
};

const givenByGeojson = (text: string): Given[] => {
  let value: unknown;
  try {
    value = parseForeignJson(text);
  } catch {
    throw wrong('JSON');
  }
  requireWgs84(value);
  return featuresOf(value).flatMap((one) => {
    if (!isBag(one) || one['type'] !== 'Feature') throw wrong('Feature');
    const { geometry, properties } = one;
    const height = heightOf(properties) ?? undefined;
    const shown = { name: nameOf(properties), colour: colourOf(properties), height };
    return partsOf(geometry).map((part) => ({ ...shown, geometry: part }));
  });
};

/** KML, KMZ and Shapefiles. What of them is no point, line or area is refused and not left out unseen. */
const givenByOthers = (bytes: Uint8Array): Given[] => {
  const { vectorBytes: fileBytes, vectorExpandedBytes: expandedBytes, features } = limits.layer;
  const read = readVectorFile(bytes, { fileBytes, expandedBytes, rows: features });
  if (!read.ok) throw read.tooBig ? new Refusal('layerVectorTooBig') : wrong(read.detail);
  return read.rows.flatMap(({ name, colour, geometry, kind, height }, at) => {
    // A shape without a place is left out; one that cannot be drawn is named.
    if (!geometry && kind === undefined) return [];
    if (!geometry) throw wrong(`#${at + 1} ${name}: ${kind}`);
    return [{ name, colour, geometry, height }];
  });
};

/** A DXF names no system: its places are those of the one that is said with it. */
const givenByDxf = (bytes: Uint8Array, epsg: string): Given[] => {
  const projection = epsg === '' ? null : projectionOf(Number(epsg));
  if (shiftUnknown.has(Number(epsg))) throw new Refusal('layerShift', { values: { what: `EPSG:${epsg}` } });
  if (!projection)
    throw new Refusal('layerDxfSystem', { values: { what: epsg === '' ? 'EPSG: –' : `EPSG:${epsg}` } });
  const { features, vertices } = limits.layer;
  return readDxf(Buffer.from(bytes).toString('utf8'), {
    features,
    vertices,
    inDegrees: projection.inDegrees,
    toDegrees: projection.toDegrees,
    wrong,
  });
};

const given = (bytes: Uint8Array, epsg: string): Given[] => {
  const start = Buffer.from(bytes.subarray(0, 1_000))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (isDxf(start)) return givenByDxf(bytes, epsg);
  return isZip(bytes) || start.startsWith('<')
    ? givenByOthers(bytes)
    : givenByGeojson(Buffer.from(bytes).toString('utf8'));
};

export interface Vectors {
  /** GeoJSON as it is kept and drawn: geometry, name, colour and how high it stands, and nothing else. */
  text: string;
  bounds: Bounds;
}

/**
 * Vectors of a GeoJSON, KML, KMZ, zipped Shapefile or DXF in WGS-84 longitude and latitude, degrees.
 * @param epsg code of the system of a DXF; empty: none was said
 * @throws Refusal layerVector naming what is wrong, layerPlace naming the place, layerDxfSystem, layerShift
 */
export function readVectors(bytes: Uint8Array, epsg = ''): Vectors {
  const all = given(bytes, epsg);
  if (all.length === 0) throw wrong('features = 0');
  if (all.length > limits.layer.features) throw wrong(`> ${limits.layer.features}`);
  const reading = new Reading();
  const features = all.map(({ name, colour, geometry: found, height }) => {
    reading.heights = [];
    const geometry = geometryOf(reading, found);
    const standing = standingOf(height, reading.heights);
    const properties = { name, ...(colour === null ? {} : { colour }), ...(standing ? { standing } : {}) };
    return { type: 'Feature', properties, geometry };
  });
  return { text: JSON.stringify({ type: 'FeatureCollection', features }), bounds: reading.box() };
}
