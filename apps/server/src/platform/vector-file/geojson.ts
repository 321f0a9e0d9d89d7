import { fileGeometry, type DrawnGeometry } from '@eyrie/domain';
import { parseForeignJson } from '../json-depth.ts';
import { heightOf, type ShapeHeight } from './height.ts';

/** One shape of a file, not judged yet. */
export interface FileRow {
  name: string;
  /** Null: what stands there is no geometry. */
  geometry: DrawnGeometry | null;
  /** What stands there where it is no geometry that can be read; missing: nothing does. */
  kind?: string;
  radius: number | null;
  colour: string | null;
  /** Missing: the file does not say how high it stands. */
  height?: ShapeHeight;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nameFields = ['name', 'Name', 'NAME', 'title', '名称'];
const nameOf = (properties: Fields): string => {
  const found = nameFields
    .map((field) => properties[field])
    .find((one) => typeof one === 'string' && one.trim() !== '');
  return typeof found === 'string' ? found.trim().slice(0, 64) : '';
};
const colourOf = (properties: Fields): string | null => {
  const found = ['fill', 'stroke', 'color', 'colour'].map((field) => properties[field]);
  const colour = found.find((one) => typeof one === 'string' && /^#[0-9a-fA-F]{6}$/.test(one));
  return typeof colour === 'string' ? colour : null;
};

/** A geometry of several parts is several regions. */
function partsOf(geometry: Fields): unknown[] {
  const { type, coordinates } = geometry;
  const single = typeof type === 'string' && type.startsWith('Multi') ? type.slice(5) : null;
  if (single !== null && Array.isArray(coordinates))
    return coordinates.map((part: unknown) => ({ type: single, coordinates: part }));
  return [geometry];
}

const flatParts = (geometry: unknown, depth = 0): unknown[] => {
  if (!isFields(geometry)) return [geometry];
  const inner = geometry['geometries'];
  if (geometry['type'] === 'GeometryCollection' && Array.isArray(inner))
    return depth > 8
      ? [{ type: 'GeometryCollection > 8' }]
      : inner.flatMap((one: unknown) => flatParts(one, depth + 1));
  return partsOf(geometry);
};

const isEmpty = ({ coordinates }: Fields): boolean => Array.isArray(coordinates) && coordinates.length === 0;

/** Heights and measures beyond the third number are dropped. */
const plain = (value: unknown): unknown =>
  Array.isArray(value) ? (typeof value[0] === 'number' ? value.slice(0, 3) : value.map(plain)) : value;

/** Rows of one feature: as many as its geometry has parts. */
export function rowsOf({ geometry, properties }: { geometry: unknown; properties: unknown }): FileRow[] {
  const fields = isFields(properties) ? properties : {};
  const parts = flatParts(geometry);
  const name = nameOf(fields);
  const radius = fields['radius'];
  const height = heightOf(fields);
  return parts.map((part, at) => {
    const read = isFields(part)
      ? fileGeometry.safeParse({ type: part['type'], coordinates: plain(part['coordinates']) })
      : null;
    const found = read?.success ? read.data : null;
    return {
      name: parts.length > 1 && name !== '' ? `${name.slice(0, 58)} ${at + 1}` : name,
      geometry: found,
      ...(found || !isFields(part) || isEmpty(part) ? {} : { kind: String(part['type']) }),
      radius: found?.type === 'Point' && typeof radius === 'number' && radius > 0 ? radius : null,
      colour: colourOf(fields),
      ...(height ? { height } : {}),
    };
  });
}

/** Before 2016 a file could name another system of coordinates; WGS-84 is called so. */
const wgs84 = /CRS:?84|4326|4979/;

/** Rows of a GeoJSON text: a collection, a feature or a bare geometry. @throws when it is none */
export function featuresOf(text: string): FileRow[] {
  const read = parseForeignJson(text);
  if (!isFields(read)) throw new Error('no GeoJSON object');
  const crs = read['crs'];
  if (crs !== undefined && crs !== null && !wgs84.test(JSON.stringify(crs)))
    throw new Error('coordinates in another system than WGS-84');
  const features = read['features'];
  if (read['type'] === 'FeatureCollection') {
    if (!Array.isArray(features)) throw new Error('a collection without features');
    return features.flatMap((one: unknown) =>
      rowsOf(
        isFields(one)
          ? { geometry: one['geometry'], properties: one['properties'] }
          : { geometry: null, properties: {} },
      ),
    );
  }
  if (read['type'] === 'Feature')
    return rowsOf({ geometry: read['geometry'], properties: read['properties'] });
  return rowsOf({ geometry: read, properties: {} });
}
