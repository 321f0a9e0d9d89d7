import { createHash, type KeyObject } from 'node:crypto';
import { Readable } from 'node:stream';
import { deviationsOf, limits } from '@eyrie/domain';
import { namesWithin, zipNames, zipOf, type ZippedFile } from '../../platform/archive/zip-stream.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { csvOf } from '../../platform/table/write-table.ts';
import { featureOf, stacItemOf, tableOf, type CataloguedFile } from '../media/index.ts';
import { proofName, signBundle, type BundleFile } from './bundle-manifest.ts';
import { planOf, type RecordFlight } from './flight-record.facts.ts';
import { thinnedOf } from './flight-record.replay.ts';
import { recordedPage, type RecordedRow } from './flight-record.store.ts';
import {
  recordedAlarms,
  recordedCommands,
  recordedControl,
  type RecordedMedia,
  type RecordSpan,
} from './record-events.store.ts';

interface BundleDeps {
  db: DbOrTrx;
  objects: Pick<Objects, 'get'>;
  key: KeyObject;
}

async function* rowsOf(db: DbOrTrx, flightOID: string): AsyncGenerator<RecordedRow[]> {
  const { piece } = limits.flightRecord;
  for (let after: number | null = null; ;) {
    const rows: RecordedRow[] = await recordedPage(db, flightOID, after, piece);
    yield rows;
    if (rows.length < piece) return;
    after = rows.at(-1)?.at ?? null;
  }
}

const timed = ({ at, ...row }: { at: number }): string =>
  `${JSON.stringify({ at: new Date(at).toISOString(), ...row })}\n`;

async function* telemetryLines(db: DbOrTrx, oid: string): AsyncGenerator<string> {
  for await (const rows of rowsOf(db, oid)) if (rows.length > 0) yield rows.map(timed).join('');
}

const columns = [
  'lng',
  'lat',
  'height',
  'elevation',
  'speedH',
  'speedV',
  'head',
  'percent',
  'modeCode',
  'wind',
  'link',
  'gimbalPitch',
  'gimbalYaw',
] as const satisfies readonly (keyof RecordedRow)[];

async function* telemetryTable(db: DbOrTrx, oid: string): AsyncGenerator<(string | number | null)[]> {
  yield ['at', ...columns];
  for await (const rows of rowsOf(db, oid))
    for (const row of rows) yield [new Date(row.at).toISOString(), ...columns.map((column) => row[column])];
}

/** To the hundredth of a metre or second. */
const cents = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 100) / 100;

/** Plan against flown on the route, for the moments of a replay: metres along it, beside it and above it, and seconds late. */
async function* deviationTable(
  db: DbOrTrx,
  flight: RecordFlight,
): AsyncGenerator<(string | number | null)[]> {
  yield ['at', 'along', 'cross', 'height', 'late'];
  const { columns: recorded } = await thinnedOf(db, flight);
  for (const one of deviationsOf({ columns: recorded, plan: planOf(flight) }))
    if (one)
      yield [new Date(one.at).toISOString(), ...[one.along, one.cross, one.height, one.late].map(cents)];
}

/** A line needs two places: one that stands alone between two gaps is there twice. */
async function* trackText(db: DbOrTrx, { oid, name, gap }: RecordFlight): AsyncGenerator<string> {
  yield `{"type":"Feature","properties":${JSON.stringify({ name, oid })},"geometry":{"type":"MultiLineString","coordinates":[`;
  let last: { at: number; spot: string } | null = null;
  let alone = false;
  for await (const rows of rowsOf(db, oid)) {
    let out = '';
    for (const { at, lng, lat, height } of rows) {
      if (lng === null || lat === null) continue;
      const spot = JSON.stringify(height === null ? [lng, lat] : [lng, lat, height]);
      if (last && at - last.at <= gap) out += `,${spot}`;
      else out += `${last ? `${alone ? `,${last.spot}` : ''}],\n` : ''}[${spot}`;
      alone = !last || at - last.at > gap;
      last = { at, spot };
    }
    yield out;
  }
  yield `${last ? `${alone ? `,${last.spot}` : ''}]` : ''}]}}\n`;
}

const planText = (flight: RecordFlight): string => {
  const { state, path, seconds } = planOf(flight);
  const features =
    path.length < 2
      ? []
      : [
          {
            type: 'Feature',
            properties: { heightModes: path.map(({ heightMode }) => heightMode), seconds },
            geometry: {
              type: 'LineString',
              coordinates: path.map(({ lng, lat, height }) => [lng, lat, height]),
            },
          },
        ];
  return `${JSON.stringify({ type: 'FeatureCollection', state, features })}\n`;
};

const flightText = ({ path: _path, ...facts }: RecordFlight): string => `${JSON.stringify(facts, null, 2)}\n`;

/** Hashes what goes by. */
async function* hashed(
  body: AsyncIterable<Buffer | string>,
  done: (size: number, sha256: string) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of body) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    hash.update(bytes);
    yield bytes;
  }
  done(size, hash.digest('hex'));
}

type Content = Omit<ZippedFile, 'at'>;
const textFile = (name: string, body: () => AsyncIterable<string> | string | Promise<string>): Content => ({
  name,
  size: null,
  open: async () => {
    const found = await body();
    return Readable.from(typeof found === 'string' ? [found] : found, { objectMode: false });
  },
});

interface BundledMedia {
  all: readonly RecordedMedia[];
  included: boolean;
}

/** What is written down of the files, under the names that they have in the zip. */
const cataloguedOf = (
  { oid, taskName, dockName }: RecordFlight,
  { all }: BundledMedia,
): readonly CataloguedFile[] => {
  const names = zipNames(all.map(({ name }) => name));
  return all.map(({ objectKey: _key, ...file }, place) => ({
    ...file,
    name: names[place] ?? file.name,
    flightOID: oid,
    taskName,
    dockName,
  }));
};

/** A collection of features, a line each: ten thousand of them are no text of one piece. */
async function* collectionText(
  files: readonly CataloguedFile[],
  asFeature: (file: CataloguedFile) => object,
): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":[';
  for (const [place, file] of files.entries())
    yield `${place === 0 ? '' : ','}\n${JSON.stringify(asFeature(file))}`;
  yield '\n]}\n';
}

const contentsOf = (
  { db, objects }: BundleDeps,
  flight: RecordFlight,
  span: RecordSpan,
  media: BundledMedia,
): Content[] => {
  const lines = (rows: readonly { at: number }[]): string => rows.map(timed).join('');
  const { oid } = flight;
  const said = media.all.map(({ oid: file, name, kind, size, shotAt, createdAt }) => ({
    at: shotAt ?? createdAt,
    oid: file,
    name,
    kind,
    size,
    included: media.included,
  }));
  const catalogue = cataloguedOf(flight, media);
  return [
    textFile('flight.json', () => flightText(flight)),
    textFile('telemetry.jsonl', () => telemetryLines(db, oid)),
    { name: 'telemetry.csv', size: null, open: async () => csvOf(telemetryTable(db, oid)) },
    { name: 'deviation.csv', size: null, open: async () => csvOf(deviationTable(db, flight)) },
    textFile('track.geojson', () => trackText(db, flight)),
    textFile('plan.geojson', () => planText(flight)),
    textFile('commands.jsonl', async () => lines(await recordedCommands(db, span))),
    textFile('alarms.jsonl', async () => lines(await recordedAlarms(db, span))),
    textFile('control.jsonl', async () => lines(await recordedControl(db, span))),
    textFile('media.jsonl', () => lines(said)),
    textFile('media.geojson', () => collectionText(catalogue, featureOf)),
    { name: 'media.csv', size: null, open: async () => csvOf(tableOf(catalogue)) },
    // An item without its file would be none.
    ...(media.included
      ? [textFile('media.stac.json', () => collectionText(catalogue, (file) => stacItemOf(file, 'media/')))]
      : []),
    ...(media.included ? media.all : []).map(({ name, size, objectKey }) => ({
      name,
      folder: 'media',
      size,
      open: async () => (await objects.get(objectKey))?.stream ?? null,
    })),
  ];
};

/**
 * The record of a flight as a zip, made while it is read: a piece of one file is in memory at a time. Its last file is
 * the signed manifest, so that a bundle that broke off has none.
 */
export const bundleOf = (
  deps: BundleDeps,
  flight: RecordFlight,
  span: RecordSpan,
  { media, at }: { media: BundledMedia; at: Date },
): Readable => {
  const contents = contentsOf(deps, flight, span, media);
  const names = namesWithin(contents);
  const files: BundleFile[] = [];
  const signed = contents.map((content, place) => ({
    ...content,
    at,
    open: async () => {
      const body = await content.open();
      return (
        body &&
        Readable.from(
          hashed(body, (size, sha256) => files.push({ name: names[place] ?? '', size, sha256 })),
          { objectMode: false },
        )
      );
    },
  }));
  const proof = textFile(proofName, () =>
    JSON.stringify(signBundle(deps.key, { oid: flight.oid, name: flight.name, madeAt: at.getTime(), files })),
  );
  return zipOf([...signed, { ...proof, at }]);
};
