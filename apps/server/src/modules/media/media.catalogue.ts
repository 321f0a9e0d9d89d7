import { resultLimits, type MediaItem } from '@eyrie/domain';
import type { Cell } from '../../platform/table/cell.ts';
import { contentTypeOf } from './media.preview.ts';

/** What is written down of a file beside it. */
export type CataloguedFile = Pick<
  MediaItem,
  | 'oid'
  | 'kind'
  | 'size'
  | 'lng'
  | 'lat'
  | 'absoluteAltitude'
  | 'relativeAltitude'
  | 'gimbalYaw'
  | 'shotAt'
  | 'createdAt'
  | 'width'
  | 'height'
  | 'lens'
  | 'flightOID'
  | 'taskName'
  | 'dockName'
  | 'labels'
> & {
  /** Its name in the archive, where it differs from others. */
  name: string;
};

const iso = (at: number): string => new Date(at).toISOString();

const pointOf = ({ lng, lat }: CataloguedFile) =>
  lng === null || lat === null ? null : ({ type: 'Point', coordinates: [lng, lat] } as const);

/** What is known of a file beside its place: heights in metres as its device reports them, headings in degrees, bytes, UTC. */
const propertiesOf = (file: CataloguedFile) => ({
  name: file.name,
  kind: file.kind,
  takenAt: file.shotAt === null ? null : iso(file.shotAt),
  arrivedAt: iso(file.createdAt),
  size: file.size,
  width: file.width,
  height: file.height,
  lens: file.lens,
  absoluteAltitude: file.absoluteAltitude,
  relativeAltitude: file.relativeAltitude,
  gimbalYaw: file.gimbalYaw,
  flight: file.flightOID,
  task: file.taskName,
  dock: file.dockName,
  labels: file.labels,
});

/** A file as a feature of GeoJSON (RFC 7946): a point where it was taken, no geometry where nobody knows it. */
export const featureOf = (file: CataloguedFile) => ({
  type: 'Feature',
  id: file.oid,
  geometry: pointOf(file),
  properties: propertiesOf(file),
});

/** Files as GeoJSON. */
export const geoJsonOf = (files: readonly CataloguedFile[]) => ({
  type: 'FeatureCollection',
  features: files.map(featureOf),
});

const columns = [
  'name',
  'kind',
  'takenAt',
  'arrivedAt',
  'size',
  'width',
  'height',
  'lens',
  'absoluteAltitude',
  'relativeAltitude',
  'gimbalYaw',
  'flight',
  'task',
  'dock',
] as const satisfies readonly (keyof ReturnType<typeof propertiesOf>)[];

/** Files as rows of a table, the names of its columns first; labels stand in one cell. */
export function* tableOf(files: readonly CataloguedFile[]): Generator<Cell[]> {
  yield ['oid', 'lng', 'lat', ...columns, 'labels'];
  for (const file of files) {
    const properties = propertiesOf(file);
    yield [
      file.oid,
      file.lng,
      file.lat,
      ...columns.map((column) => properties[column]),
      file.labels.join('; '),
    ];
  }
}

/**
 * When a file was taken, as STAC asks for it: a moment, or the bounds of one that nobody knows – it was taken before it
 * arrived.
 */
const timesOf = ({ shotAt, createdAt }: CataloguedFile) =>
  shotAt === null
    ? {
        datetime: null,
        start_datetime: iso(Math.min(Date.UTC(resultLimits.firstYear, 0, 1), createdAt)),
        end_datetime: iso(createdAt),
      }
    : { datetime: iso(shotAt) };

const known = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== ''),
  ) as Partial<T>;

/**
 * A file as an item of a SpatioTemporal Asset Catalog, STAC 1.0.0, with the extensions `file` and `view`.
 * @param folder the way from the item to the folder of the file, such as `../`
 */
export const stacItemOf = (file: CataloguedFile, folder: string) => {
  const geometry = pointOf(file);
  const { gimbalYaw, absoluteAltitude, relativeAltitude, lens, width, height } = file;
  const turned = gimbalYaw === null ? null : ((gimbalYaw % 360) + 360) % 360;
  return {
    type: 'Feature',
    stac_version: '1.0.0',
    stac_extensions: [
      'https://stac-extensions.github.io/file/v2.1.0/schema.json',
      ...(turned === null ? [] : ['https://stac-extensions.github.io/view/v1.0.0/schema.json']),
    ],
    id: file.oid,
    geometry,
    // Asked for with a geometry, forbidden without one.
    ...(geometry === null ? {} : { bbox: [...geometry.coordinates, ...geometry.coordinates] }),
    properties: {
      ...timesOf(file),
      created: iso(file.createdAt),
      title: file.name,
      ...known({
        instruments: lens === null ? null : [lens],
        'view:azimuth': turned,
        'eyrie:absolute_altitude': absoluteAltitude,
        'eyrie:relative_altitude': relativeAltitude,
        'eyrie:width': width,
        'eyrie:height': height,
        'eyrie:flight': file.flightOID,
        'eyrie:task': file.taskName,
        'eyrie:dock': file.dockName,
        keywords: file.labels.length === 0 ? null : file.labels,
      }),
    },
    links: [],
    assets: {
      data: {
        href: `${folder}${encodeURIComponent(file.name)}`,
        title: file.name,
        type: contentTypeOf(file.name).contentType,
        roles: ['data'],
        'file:size': file.size,
      },
    },
  };
};
