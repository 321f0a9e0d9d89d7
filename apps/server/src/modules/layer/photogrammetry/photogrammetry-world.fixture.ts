import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { photogrammetryCalls, type PhotogrammetryRecord, type ResponseOf } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Endpoint } from '../../../platform/http/endpoint.ts';
import { createDiskObjects, type DiskObjects } from '../../../platform/objects/index.ts';
import { createSourceFetch } from '../../../platform/outgoing.ts';
import { createSeal } from '../../../platform/seal.ts';
import { createTestFlights } from '../../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../../testing/rooms.ts';
import { createLayer, createLayerThreads, createSurfaceParser } from '../index.ts';
import type { LayerDeps, Processing } from '../layer.deps.ts';
import { createEngine, type Engine } from './engine.ts';
import { startStandIn, type StandIn } from './engine.fixture.ts';
import { unpackIn, type FollowDeps } from './photogrammetry.deps.ts';
import { followNext } from './photogrammetry.ts';
import { resultZip } from './result.fixture.ts';
import { takeFor } from './take-file.ts';

/** An organisation with flights, and an engine; one for all tests of a file. */
export let rooms: TestRooms;
export let engine: StandIn;
export let dataDir: string;
let objects: DiskObjects;
let layerDeps: LayerDeps;
let dockOID: string;
let threads: ReturnType<typeof createLayerThreads>;
let surfaceParser: ReturnType<typeof createSurfaceParser>;
/** What was published to open consoles. */
export const published: Processing[] = [];
const account = 'rho-administrator';

async function start(): Promise<void> {
  rooms = await createTestRooms();
  threads = createLayerThreads();
  surfaceParser = createSurfaceParser();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-photogrammetry-'));
  const { runtime, audit, department, db, clock } = rooms;
  objects = await createDiskObjects({ dataDir, clock, publicUrl: () => '' });
  engine = await startStandIn();
  const nowhere = createSourceFetch({ answer: 300, bodyBytes: 1, redirects: 0, hosts: [] });
  layerDeps = {
    publish: (_of, processing) => void published.push(processing),
    runtime,
    audit,
    department,
    threads,
    surfaceParser,
    objects,
    seal: createSeal(db),
    dataDir,
    engine: null,
    work: { register: () => undefined, add: () => Promise.resolve(runtime.newOid()) },
    fetch: nowhere,
    fetchLarge: nowhere,
  };
  // Names no work: what is made of the files is the business of other tests.
  layerDeps.work.add = async (trx, { kind, groupRoot }) => {
    const oid = runtime.newOid();
    await sql`insert into work (oid, kind, group_root, request, created_at, updated_at)
      values (${oid}, ${kind}, ${groupRoot}, '{}', now(), now())`.execute(trx);
    return oid;
  };
  await rooms.seed('rho', ['administrator', 'operator'], 'Flug-4711!');
  await rooms.seed('phi', ['administrator'], 'Flug-4711!');
  dockOID = await createTestFlights(runtime).dock(account);
}

async function stop(): Promise<void> {
  engine.server.closeAllConnections();
  engine.server.close();
  for (const unit of threads.units) await unit.stop();
  await surfaceParser.stop();
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
}

async function clear(): Promise<void> {
  // What another test left open would be followed in its place.
  await sql`update layer_photogrammetry set state = 'cancelled', left_uuids = '{}'
    where state not in ('done', 'failed') or left_uuids <> '{}'`.execute(rooms.db);
  Object.assign(engine, {
    token: undefined,
    maxImages: null,
    result: resultZip(),
    atOnce: false,
    isOld: false,
  });
  for (const kept of [engine.opened, engine.tasks]) kept.clear();
  for (const kept of [engine.calls, engine.faults, published]) kept.length = 0;
}

/** Starts the world for a file of tests. Files share what they have loaded, so hooks beside the imports would be those of the first alone. */
export const usePhotogrammetryWorld = (): void => {
  beforeAll(start);
  afterAll(stop);
  beforeEach(clear);
};

/** A flight that is over, with so many photos. */
export const flightWith = async (photos: number): Promise<string> => {
  const flights = createTestFlights(rooms.runtime);
  const [taskOID, routeOID] = [await flights.task(account), await flights.route(account)];
  const createdAt = new Date(rooms.clock.wall());
  const flightOID = await flights.flight(account, { taskOID, routeOID, dockOID, state: 'over', createdAt });
  for (let at = 0; at < photos; at += 1) await addPhoto(flightOID, `DJI ${at}.JPG`, `photo ${at}`);
  return flightOID;
};
export const addPhoto = async (flightOID: string, name: string, text: string, lens = 'wide') => {
  const oid = rooms.runtime.newOid();
  await objects.put(`media/${oid}`, Buffer.from(text));
  await sql`insert into media (oid, group_root, group_oid, dock_oid, flight_oid, object_key, name, kind, size, lens, shot_at)
    select ${oid}::uuid, group_root, group_oid, oid, ${flightOID}::uuid, ${`media/${oid}`}, ${name}, 'photo', ${text.length},
      ${lens}, now() from dock where oid = ${dockOID}`.execute(rooms.db);
  return oid;
};

const live = new AbortController().signal;
export const engineOf = (token?: string): Engine => createEngine({ url: engine.url, token });
/** A server that follows tasks. @param own its engine, where it is another one */
export const server = (own: Engine = engineOf(engine.token)): FollowDeps => ({
  runtime: rooms.runtime,
  objects,
  dataDir,
  engine: own,
  publish: layerDeps.publish,
  take: takeFor(layerDeps),
  unpack: unpackIn(threads),
});
/** Goes on until nothing is due, so many times with a while in between. */
export const follow = async (times = 6, deps: FollowDeps = server()): Promise<void> => {
  for (let turn = 0; turn < times; turn += 1) {
    while (await followNext(deps, live));
    rooms.clock.move(61_000);
  }
};
export const once = (deps: FollowDeps, signal = live): Promise<boolean> => followNext(deps, signal);

const endpoints = (own: Engine | null): Endpoint[] => createLayer({ ...layerDeps, engine: own }).endpoints;
export const ask = async <T = PhotogrammetryRecord>(
  declaration: Endpoint['declaration'],
  request: object,
  { by = account, own = engineOf(engine.token) }: { by?: string; own?: Engine | null } = {},
): Promise<T> =>
  (await rooms.call(declaration, request, { token: await rooms.tokenOf(by), extra: endpoints(own) }))
    .data as T;
export const begin = (flightOID: string, outputs = ['orthophoto', 'model', 'cloud']) =>
  ask(photogrammetryCalls.begin, { flightOID, outputs });
export const query = (by = account, own: Engine | null = engineOf(engine.token)) =>
  ask<ResponseOf<typeof photogrammetryCalls.query>>(photogrammetryCalls.query, {}, { by, own });
export const taskOf = async (oid: string): Promise<PhotogrammetryRecord> => {
  const found = (await query()).list.find((one) => one.oid === oid);
  if (!found) throw new Error(`no task ${oid}`);
  return found;
};
export const layersOf = ({ oid }: PhotogrammetryRecord) =>
  rooms.db
    .selectFrom('layer')
    .innerJoin('layer_photogrammetry_output as made', 'made.layer_oid', 'layer.oid')
    .select(['layer.oid', 'layer.name', 'layer.type', 'layer.source'])
    .where('made.task_oid', '=', oid)
    .orderBy('layer.type')
    .execute();
