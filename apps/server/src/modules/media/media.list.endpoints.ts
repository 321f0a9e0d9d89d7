import { Readable } from 'node:stream';
import {
  fileCalls,
  mediaCalls,
  recordingFacts,
  resultLimits,
  snapshotFacts,
  type MediaItem,
  type ParsedRequestOf,
  type RecordingFacts,
  type SnapshotFacts,
} from '@eyrie/domain';
import {
  BytesAnswer,
  serve,
  type CallContext,
  type Caller,
  type Endpoint,
} from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { attachment } from '../../platform/http/attachment.ts';
import { namesWithin, zipOf, type ZippedFile } from '../../platform/archive/zip-stream.ts';
import { csvOf } from '../../platform/table/write-table.ts';
import { geoJsonOf, stacItemOf, tableOf } from './media.catalogue.ts';
import { present } from './media.endpoints.ts';
import { contentTypeOf } from './media.preview.ts';
import { flightVisible } from '../flight/index.ts';
import { keepingEndpoints } from './media.keeping.endpoints.ts';
import { clearBin, retainMedia } from './media.keeping.ts';
import { itemFor } from './media.item.ts';
import { storageEndpoints } from './media.storage.endpoints.ts';
import { compareEndpoints } from './media.compare.endpoints.ts';
import { markEndpoints } from './media.marks.endpoints.ts';
import { mediaGroups } from './media.groups.store.ts';
import { deleteMedia, filesOfFlight, mediaByOids, mediaPage, type MediaRow } from './media.list.store.ts';

export interface MediaListDependencies {
  audit: AuditLog;
  objects: Objects;
  /** In which the days of an organisation begin. */
  timeZoneOf(groupRoot: string): Promise<string>;
}

const valueOf = (metadata: unknown, key: string): unknown =>
  metadata !== null && typeof metadata === 'object' ? Reflect.get(metadata, key) : null;

const said = (metadata: unknown, key: string): string | null => {
  const value = valueOf(metadata, key);
  return typeof value === 'string' ? value : null;
};

/** From where a photo or a video is that a server made of a live picture; null: it is none. */
const liveOf = (metadata: unknown): { snapshot: SnapshotFacts | null; recording: RecordingFacts | null } => ({
  snapshot: snapshotFacts.safeParse(valueOf(metadata, 'snapshot')).data ?? null,
  recording: recordingFacts.safeParse(valueOf(metadata, 'recording')).data ?? null,
});

type Listed = ParsedRequestOf<typeof mediaCalls.query>;
type Deletion = ParsedRequestOf<typeof mediaCalls.remove>;

/** What both families of calls do with files. */
const fileActs = ({ db, serverTime }: Runtime, { audit }: MediaListDependencies) => ({
  async one(caller: Caller, oid: string): Promise<MediaRow> {
    const [row] = await mediaByOids(db, caller, [oid]);
    if (!row) throw notFound();
    return row;
  },
  async all(caller: Caller, asked: readonly string[]): Promise<MediaRow[]> {
    const oids = new Set(asked);
    const rows = await mediaByOids(db, caller, [...oids]);
    if (rows.length !== oids.size) throw notFound();
    return rows;
  },
  async list(wanted: Listed, { caller }: CallContext) {
    const { rows, total } = await mediaPage(db, caller, wanted);
    const { pageNum, pageSize } = wanted;
    return { list: rows.map((row) => itemFor(row, caller)), total, pageNum, pageSize };
  },
  async remove(request: Deletion, context: CallContext) {
    const { caller } = context;
    const oids = [...new Set(request.oids)];
    await db.transaction().execute(async (trx) => {
      const rows = await mediaByOids(trx, caller, oids);
      const held = rows.find((row) => row.held_at !== null);
      if (held) throw new Refusal('mediaHeld', { values: { name: held.name } });
      const gone = await deleteMedia(trx, caller, oids, { at: serverTime(), by: caller.memberOID });
      if (gone !== oids.length) throw notFound();
      await audit.done(trx, context, 'media.delete', { rows: rows.map(({ oid, name }) => ({ oid, name })) });
    });
    return { ok: true as const };
  },
});

/** One file as its reader sees it. */
export const mediaItemOf =
  ({ db }: Pick<Runtime, 'db'>) =>
  async (caller: Caller, oid: string): Promise<MediaItem> => {
    const [row] = await mediaByOids(db, caller, [oid]);
    if (!row) throw notFound();
    return itemFor(row, caller);
  };
type FileActs = ReturnType<typeof fileActs>;

const mediaServed = (
  { db }: Runtime,
  { timeZoneOf }: MediaListDependencies,
  { one, list, remove }: FileActs,
): Endpoint[] => [
  serve(mediaCalls.query, list),
  serve(mediaCalls.groups, async (wanted, { caller }) =>
    mediaGroups(db, caller, wanted, await timeZoneOf(caller.groupRoot)),
  ),
  serve(mediaCalls.detail, async ({ oid }, { caller }) => {
    const row = await one(caller, oid);
    const models = {
      droneModel: said(row.metadata, 'droneModel'),
      payloadModel: said(row.metadata, 'payloadModel'),
    };
    const live = liveOf(row.metadata);
    return { ...itemFor(row, caller), ...models, ...live, facts: row.facts, videoFacts: row.video };
  }),
  serve(mediaCalls.preview, async ({ oid }, { caller }) => {
    const row = await one(caller, oid);
    return { url: present(row).url, ...contentTypeOf(row.name) };
  }),
  serve(mediaCalls.remove, remove),
];

/** Gigabytes with one place, as people compare them. */
const gigabytes = (bytes: number): number => Math.ceil(bytes / 1e8) / 10;

const textFile = (name: string, at: number, write: () => Readable | object) => ({
  name,
  size: null,
  at: new Date(at),
  open: async () => {
    const written = write();
    return written instanceof Readable
      ? written
      : Readable.from([Buffer.from(`${JSON.stringify(written, null, 2)}\n`)]);
  },
});

/** What is known of files, beside them in an archive, in the forms that other programs read. */
const catalogueOf = (rows: readonly MediaRow[], names: readonly string[], at: number): ZippedFile[] => {
  const listed = rows.map((row, place) => ({
    ...present(row),
    dockName: row.dock_name,
    taskName: row.task_name,
    labels: row.labels,
    name: names[place] ?? row.name,
  }));
  return [
    textFile('files.geojson', at, () => geoJsonOf(listed)),
    textFile('files.csv', at, () => csvOf(tableOf(listed))),
    ...listed.map((file) => ({
      ...textFile(`${file.name}.json`, at, () => stacItemOf(file, '../')),
      folder: 'stac',
    })),
  ];
};

const zipAnswer = (
  rows: readonly MediaRow[],
  objects: Objects,
  { at, metadata }: { at: number; metadata: boolean },
): BytesAnswer => {
  const files = rows.map(({ name, object_key: key, size, shot_at: shotAt, created_at: createdAt }) => ({
    name,
    size: Number(size),
    at: shotAt ?? createdAt,
    open: async () => (await objects.get(key))?.stream ?? null,
  }));
  const beside = metadata ? catalogueOf(rows, namesWithin(files), at) : [];
  return new BytesAnswer(zipOf([...files, ...beside]), {
    'content-type': 'application/zip',
    'content-disposition': attachment(new Date(at).toISOString().slice(0, 10), 'zip'),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
};

const filesServed = (
  { db, serverTime }: Runtime,
  { audit, objects }: MediaListDependencies,
  { one, all, list, remove }: FileActs,
): Endpoint[] => [
  serve(fileCalls.query, list),
  serve(fileCalls.flightFiles, async ({ id }, { caller }) => {
    if (!(await flightVisible(db, caller, id))) throw notFound();
    return { list: (await filesOfFlight(db, caller, id)).map((row) => itemFor(row, caller)) };
  }),
  serve(fileCalls.deleteFiles, remove),
  serve(fileCalls.downloadFiles, async ({ oids, metadata = false }, context) => {
    const rows = await all(context.caller, oids);
    const bytes = rows.reduce((sum, { size }) => sum + Number(size), 0);
    const { zipBytes } = resultLimits;
    if (bytes > zipBytes)
      throw new Refusal('downloadTooLarge', { values: { size: gigabytes(bytes), max: gigabytes(zipBytes) } });
    await audit.done(db, context, 'media.download', { rows: rows.map(({ oid, name }) => ({ oid, name })) });
    return zipAnswer(rows, objects, { at: serverTime(), metadata });
  }),
  serve(fileCalls.downLoadURL, async ({ oid }, { caller }) => {
    const row = await one(caller, oid);
    return { url: present(row).url, name: row.name, size: Number(row.size) };
  }),
];

/** Lists of files, and what is done with them. */
export const mediaListEndpoints = (runtime: Runtime, deps: MediaListDependencies): Endpoint[] => {
  const acts = fileActs(runtime, deps);
  return [
    ...mediaServed(runtime, deps, acts),
    ...filesServed(runtime, deps, acts),
    ...compareEndpoints(runtime),
    ...markEndpoints(runtime, deps),
    ...keepingEndpoints(runtime, deps),
    ...storageEndpoints(runtime, deps),
  ];
};

/** What goes by itself: files that are too old for the rules of their organisation, and the bin. */
export const mediaTimers = (
  runtime: Runtime,
  { objects, audit }: Pick<MediaListDependencies, 'objects' | 'audit'>,
): Timer[] => [
  {
    name: 'media.cleanUp',
    every: resultLimits.clearEvery,
    once: 'any',
    run: () => clearBin(runtime, objects),
  },
  {
    name: 'media.retain',
    every: resultLimits.clearEvery,
    once: 'any',
    run: () => retainMedia(runtime, audit),
  },
];
