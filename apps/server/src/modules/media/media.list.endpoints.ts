import {
  fileCalls,
  mediaCalls,
  recordingFacts,
  resultLimits,
  sidecarCalls,
  snapshotFacts,
  type MediaItem,
  type ParsedRequestOf,
  type RecordingFacts,
  type SnapshotFacts,
} from '@eyrie/domain';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { unnamedTimer, type Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { present } from './media.endpoints.ts';
import { contentTypeOf } from './media.preview.ts';
import { flightVisible } from '../flight/index.ts';
import { keepingEndpoints } from './media.keeping.endpoints.ts';
import { clearBin, retainMedia } from './media.keeping.ts';
import { waypointOfMedia } from './flown-route.store.ts';
import { itemFor } from './media.item.ts';
import { zipAnswer } from './media.zip.ts';
import { storageEndpoints } from './media.storage.endpoints.ts';
import { compareEndpoints } from './media.compare.endpoints.ts';
import { markEndpoints } from './media.marks.endpoints.ts';
import { binSidecars, sidecarsOf } from './media.sidecars.store.ts';
import { mediaGroups } from './media.groups.store.ts';
import { ownPrefixes, unnamedFiles } from './media.unnamed.store.ts';
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

/** Flights of which there are photos among some files. */
const flightsOf = (rows: readonly MediaRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ kind, flight_oid: flight }) => (kind === 'photo' && flight !== null ? flight : [])),
  ),
];

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
      const at = serverTime();
      const gone = await deleteMedia(trx, caller, oids, { at, by: caller.memberOID });
      if (gone !== oids.length) throw notFound();
      const withThem = await binSidecars(trx, caller.groupRoot, flightsOf(rows), {
        at: new Date(at),
        by: caller.memberOID,
        scope: caller,
      });
      const all = [...rows, ...withThem].map(({ oid, name }) => ({ oid, name }));
      await audit.done(trx, context, 'media.delete', { rows: all });
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
    const waypoint = await waypointOfMedia(db, row);
    return { ...itemFor(row, caller), ...models, ...live, waypoint, facts: row.facts, videoFacts: row.video };
  }),
  serve(mediaCalls.preview, async ({ oid }, { caller }) => {
    const row = await one(caller, oid);
    return { url: present(row).url, ...contentTypeOf(row.name) };
  }),
  serve(sidecarCalls.sidecars, async ({ oid }, { caller }) => {
    const { flight_oid: flight } = await one(caller, oid);
    const rows = await sidecarsOf(db, caller, flight === null ? [] : [flight]);
    return { list: rows.map((row) => itemFor(row, caller)) };
  }),
  serve(mediaCalls.remove, remove),
];

/** Gigabytes with one place, as people compare them. */
const gigabytes = (bytes: number): number => Math.ceil(bytes / 1e8) / 10;

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
  serve(fileCalls.downloadFiles, async ({ oids, metadata = false, sidecars = false }, context) => {
    const asked = await all(context.caller, oids);
    const { zipBytes, sidecars: most } = resultLimits;
    const beside = sidecars ? await sidecarsOf(db, context.caller, flightsOf(asked), most + 1) : [];
    // A zip that leaves some out looks like one of all.
    if (beside.length > most) throw new Refusal('sidecarsTooMany', { values: { max: most } });
    const rows = [...asked, ...beside.filter(({ oid }) => !oids.includes(oid))];
    const bytes = rows.reduce((sum, { size }) => sum + Number(size), 0);
    if (bytes > zipBytes)
      throw new Refusal('downloadTooLarge', { values: { size: gigabytes(bytes), max: gigabytes(zipBytes) } });
    await audit.done(db, context, 'media.download', { rows: rows.map(({ oid, name }) => ({ oid, name })) });
    return zipAnswer(rows, objects, { at: serverTime(), metadata, ...context });
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

/** What goes by itself: files that are too old for the rules of their organisation, the bin, and what is listed nowhere. */
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
  unnamedTimer('media.removeUnnamed', runtime, {
    objects,
    own: { prefixes: ownPrefixes, unnamed: (keys) => unnamedFiles(runtime.db, keys) },
  }),
];
