import { Readable } from 'node:stream';
import { limits, type TrackPoint } from '@eyrie/domain';

type Format = 'geojson' | 'kml' | 'csv';

export const exportTypes: Readonly<Record<Format, string>> = {
  geojson: 'application/geo+json',
  kml: 'application/vnd.google-earth.kml+xml',
  csv: 'text/csv; charset=utf-8',
};

const xml = (text: string): string =>
  text.replace(/[<>&'"]/g, (character) => `&#${character.codePointAt(0)};`);

interface Writer {
  head(name: string): string;
  /** @param first no other stands before it */
  point(point: TrackPoint, first: boolean): string;
  tail: string;
}

const spot = ({ lng, lat, height }: TrackPoint): number[] =>
  height === null ? [lng, lat] : [lng, lat, height];

const columns = [
  'at',
  'lng',
  'lat',
  'height',
  'elevation',
  'speedH',
  'speedV',
  'head',
  'percent',
  'gimbalPitch',
  'gimbalYaw',
  'flightOID',
] as const satisfies readonly (keyof TrackPoint)[];

const cell = (point: TrackPoint, column: (typeof columns)[number]): string =>
  column === 'at' ? new Date(point.at).toISOString() : String(point[column] ?? '');

/** What a file says before, of and after its points. Lines begin anew after a gap: nothing is known of it. */
const writers: Readonly<Record<Format, Writer>> = {
  csv: {
    head: () => `\ufeff${columns.join(',')}\r\n`,
    point: (point) => `${columns.map((column) => cell(point, column)).join(',')}\r\n`,
    tail: '',
  },
  geojson: {
    head: (name) => `{"type":"FeatureCollection","name":${JSON.stringify(name)},"features":[`,
    point: ({ lng: _lng, lat: _lat, height: _height, ...rest }, first) =>
      `${first ? '' : ',\n'}${JSON.stringify({
        type: 'Feature',
        geometry: {
          type: 'Point',
          coordinates: spot({ lng: _lng, lat: _lat, height: _height } as TrackPoint),
        },
        properties: { ...rest, time: new Date(rest.at).toISOString() },
      })}`,
    tail: ']}\n',
  },
  kml: {
    head: (name) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>${xml(name)}</name><Placemark><name>${xml(name)}</name><gx:MultiTrack><gx:interpolate>0</gx:interpolate><gx:Track>\n`,
    point: (point, first) =>
      `${point.gap && !first ? '</gx:Track><gx:Track>\n' : ''}<when>${new Date(point.at).toISOString()}</when><gx:coord>${point.lng} ${point.lat} ${point.height ?? 0}</gx:coord>\n`,
    tail: '</gx:Track></gx:MultiTrack></Placemark></Document></kml>\n',
  },
};

/** The file, written as it is read: a page of points is in memory at a time. */
export const exportFile = (
  format: Format,
  name: string,
  page: (after: number | null, most: number) => Promise<TrackPoint[]>,
): Readable => {
  const writer = writers[format];
  const write = async function* (): AsyncGenerator<string> {
    yield writer.head(name);
    let after: number | null = null;
    for (;;) {
      const points: TrackPoint[] = await page(after, limits.trajectory.points);
      if (points.length > 0)
        yield points.map((point, index) => writer.point(point, after === null && index === 0)).join('');
      if (points.length < limits.trajectory.points) break;
      after = points.at(-1)?.at ?? null;
    }
    yield writer.tail;
  };
  return Readable.from(write());
};
