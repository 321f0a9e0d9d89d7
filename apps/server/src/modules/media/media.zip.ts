import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { plannedZip } from '../../platform/archive/zip-answer.ts';
import type { StoredFile } from '../../platform/archive/zip-ranges.ts';
import { namesWithin } from '../../platform/archive/zip-stream.ts';
import type { BytesAnswer, CallContext } from '../../platform/http/endpoint.ts';
import type { Objects } from '../../platform/objects/index.ts';
import { csvOf } from '../../platform/table/write-table.ts';
import { geoJsonOf, stacItemOf, tableOf } from './media.catalogue.ts';
import { present } from './media.endpoints.ts';
import type { MediaRow } from './media.list.store.ts';

/** A file that is written anew each time it is read: of ten thousand none waits in memory. */
const textFile = async (
  name: string,
  at: Date,
  write: () => Readable | object,
  folder?: string,
): Promise<StoredFile> => {
  const bytesOf = async (): Promise<Buffer> => {
    const written = write();
    return written instanceof Readable
      ? buffer(written)
      : Buffer.from(`${JSON.stringify(written, null, 2)}\n`);
  };
  const { length: size, sum } = await bytesOf().then((bytes) => ({
    length: bytes.length,
    sum: crc32(bytes),
  }));
  return {
    name,
    ...(folder === undefined ? {} : { folder }),
    at,
    size,
    mark: String(sum),
    crc32: async () => sum,
    open: async ({ start, end }) => {
      const bytes = await bytesOf();
      return { stream: Readable.from([bytes.subarray(start, end + 1)]), size: bytes.length };
    },
  };
};

/** What is known of files, beside them in an archive, in the forms that other programs read. */
const catalogueOf = async (
  rows: readonly MediaRow[],
  names: readonly string[],
  at: Date,
): Promise<StoredFile[]> => {
  const listed = rows.map((row, place) => ({
    ...present(row),
    dockName: row.dock_name,
    taskName: row.task_name,
    labels: row.labels,
    name: names[place] ?? row.name,
  }));
  const files = [
    await textFile('files.geojson', at, () => geoJsonOf(listed)),
    await textFile('files.csv', at, () => csvOf(tableOf(listed))),
  ];
  for (const file of listed)
    files.push(await textFile(`${file.name}.json`, at, () => stacItemOf(file, '../'), 'stac'));
  return files;
};

/** A file of results as it lies in the store. */
export const storedFile =
  (objects: Objects) =>
  ({ name, object_key: key, size, shot_at: shotAt, created_at: createdAt }: MediaRow): StoredFile => ({
    name,
    size: Number(size),
    at: shotAt ?? createdAt,
    mark: key,
    crc32: async () => (await objects.head(key))?.crc32 ?? null,
    open: async (range) => {
      const found = await objects.get(key, range);
      return found && { stream: found.stream, size: found.info.size };
    },
  });

/** Files as one zip, or any range of it: a download that was cut goes on where it was. */
export const zipAnswer = async (
  rows: readonly MediaRow[],
  objects: Objects,
  { at, metadata, ...asked }: { at: number; metadata: boolean } & Pick<CallContext, 'range' | 'ifRange'>,
): Promise<BytesAnswer> => {
  const files = rows.map(storedFile(objects));
  // The same whenever it is asked for: a range may be asked for on another day.
  const last = new Date(Math.max(...rows.map((row) => row.created_at.getTime())));
  const beside = metadata ? await catalogueOf(rows, namesWithin(files), last) : [];
  return plannedZip([...files, ...beside], { name: new Date(at).toISOString().slice(0, 10), ...asked });
};
