import {
  measureFileTypes,
  measures,
  type AdditiveName,
  type DaySpan,
  type Drilling,
  type MeasureFormat,
} from '@eyrie/domain';
import { attachment } from '../../platform/http/attachment.ts';
import { BytesAnswer } from '../../platform/http/endpoint.ts';
import { partsOf, sumOf, type Summed } from './measure-columns.ts';

/** A day, or a department or dock over the whole period. */
export interface MeasuredRow {
  /** Null: of no department or dock that is known. */
  oid: string | null;
  /** The day such as `2027-03-31`, or a name. */
  of: string;
  /** First moment, and the first one after it, epoch ms. */
  from: number;
  to: number;
  sums: Summed;
}

export interface MeasureFile {
  name: string;
  measure: AdditiveName;
  of: 'day' | Drilling;
  span: DaySpan;
  timeZone: string;
  rows: readonly MeasuredRow[];
}

/** Programs know columns by names that no language changes. */
const partNames = (measure: AdditiveName): string[] => partsOf(measure, {}).map(({ part }) => part);

const described = ({ measure, of, span, timeZone }: MeasureFile) => ({
  measure,
  unit: measures[measure].unit,
  of,
  from: span.from,
  to: span.to,
  timeZone,
});

interface Column {
  name: string;
  type: 'STRING' | 'TIMESTAMP' | 'INT64' | 'DOUBLE';
  nullable?: boolean;
  data: (string | Date | bigint | number | null)[];
}

/** A column for each value of a row; counts are whole numbers. */
const columnsOfFile = ({ measure, of, rows }: MeasureFile): Column[] => {
  const counts = measures[measure].unit === 'count';
  const figures = (name: string, valueOf: (sums: Summed) => number): Column => ({
    name,
    type: counts ? 'INT64' : 'DOUBLE',
    nullable: false,
    data: rows.map(({ sums }) => (counts ? BigInt(Math.round(valueOf(sums))) : valueOf(sums))),
  });
  const texts = (name: string, textOf: (row: MeasuredRow) => string | null): Column => ({
    name,
    type: 'STRING',
    data: rows.map(textOf),
  });
  const moments = (name: 'from' | 'to'): Column => ({
    name,
    type: 'TIMESTAMP',
    nullable: false,
    data: rows.map((row) => new Date(row[name])),
  });
  return [
    ...(of === 'day' ? [texts('day', (row) => row.of)] : []),
    ...(of === 'day' ? [] : [texts('oid', (row) => row.oid), texts('name', (row) => row.of)]),
    moments('from'),
    moments('to'),
    figures('value', (sums) => sumOf(measure, sums)),
    ...partNames(measure).map((name) =>
      figures(name, (sums) => partsOf(measure, sums).find(({ part }) => part === name)?.value ?? 0),
    ),
  ];
};

const answerOf = (body: Uint8Array, name: string, format: MeasureFormat): BytesAnswer =>
  new BytesAnswer(body, {
    'content-type': measureFileTypes[format],
    'content-disposition': attachment(name, format),
    'x-content-type-options': 'nosniff',
  });

/** A measure as an Apache Parquet file: moments in UTC, and what it is of in the metadata of the file. */
export const parquetAnswer = async (file: MeasureFile): Promise<BytesAnswer> => {
  // Loaded when it is needed: few ask for it.
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const buffer = parquetWriteBuffer({
    columnData: columnsOfFile(file),
    kvMetadata: Object.entries(described(file)).map(([key, value]) => ({ key, value })),
    createdBy: 'eyrie',
  });
  return answerOf(new Uint8Array(buffer), file.name, 'parquet');
};

export type Places = ReadonlyMap<string, { lng: number; lat: number }>;

/** A measure of docks as GeoJSON (RFC 7946); one whose place is not known has no geometry. */
export const geoJsonAnswer = (file: MeasureFile, places: Places): BytesAnswer => {
  const { measure, name, rows } = file;
  const features = rows.map(({ oid, of, from, to, sums }) => {
    const place = oid === null ? undefined : places.get(oid);
    return {
      type: 'Feature',
      ...(oid === null ? {} : { id: oid }),
      geometry: place ? { type: 'Point', coordinates: [place.lng, place.lat] } : null,
      properties: {
        name: of,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        value: sumOf(measure, sums),
        ...Object.fromEntries(partsOf(measure, sums).map(({ part, value }) => [part, value])),
      },
    };
  });
  const collection = { type: 'FeatureCollection', name, ...described(file), features };
  return answerOf(Buffer.from(`${JSON.stringify(collection)}\n`), name, 'geojson');
};
