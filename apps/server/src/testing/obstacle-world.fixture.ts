import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  flightCalls,
  layerCalls,
  routeCalls,
  type GateItem,
  type LayerRecord,
  type RouteDetail,
  type RoutePlan,
  type RouteWarning,
} from '@eyrie/domain';
import { freshPlan } from '@eyrie/planner';
import { sql } from 'kysely';
import { flightEndpoints } from '../modules/flight/index.ts';
import { createLayer, createLayerThreads, createSurfaceParser } from '../modules/layer/index.ts';
import { createRoute, type RouteRoom } from '../modules/route/index.ts';
import { createDiskObjects } from '../platform/objects/index.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { createSeal } from '../platform/seal.ts';
import { createTestFlights } from './flights.ts';
import { createTestRooms, type TestRooms } from './rooms.ts';
import { towerZip } from './tower.fixture.ts';

// Routes, layers and flights on one database, for all suites about what stands on the ground.
export let rooms: TestRooms;
export let route: RouteRoom;
export let dockOID: string;
export let administrator: string;
let served: Endpoint[];
let folder: string;
const threads = createLayerThreads();
const surfaceParser = createSurfaceParser();

/** What the gateway answers of a flight. */
export const gateway: {
  items: GateItem[];
  place: { lng: number; lat: number; height: number | null } | null;
} = { items: [], place: null };

/** What a server elsewhere answers. */
export const elsewhere: { answer: (url: string) => Promise<Response> } = {
  answer: () => Promise.reject(new Error('not asked')),
};

export async function openObstacles(): Promise<void> {
  rooms = await createTestRooms();
  const { runtime, audit, department, db, clock } = rooms;
  folder = await mkdtemp(join(tmpdir(), 'eyrie-obstacles-'));
  const objects = await createDiskObjects({ dataDir: folder, clock, publicUrl: () => '' });
  const layer = createLayer({
    publish: () => undefined,
    runtime,
    audit,
    department,
    threads,
    surfaceParser,
    objects,
    seal: createSeal(db),
    dataDir: folder,
    engine: null,
    work: { register: () => undefined, add: () => Promise.reject(new Error('not asked')) },
    fetch: (url) => elsewhere.answer(url),
    fetchLarge: (url) => elsewhere.answer(url),
  });
  const { surface } = layer;
  const ground = async (_: unknown, places: readonly unknown[]) => Float32Array.from(places, () => 10);
  route = createRoute(runtime, { audit, department, objects, ground, surface });
  await rooms.seed('alpha', ['administrator', 'operator'], 'Flug-4711!');
  const flights = createTestFlights(runtime);
  dockOID = await flights.dock('alpha-administrator');
  const taskOID = await flights.task('alpha-administrator');
  const flight = flightEndpoints(runtime, {
    audit,
    department,
    dockInScope: async ({ groupOID }) => ({ oid: dockOID, groupOID }) as never,
    routeForFlight: route.forFlight,
    routeToday: route.today,
    routeFlown: route.flown,
    ensureManualTask: async () => taskOID,
    gateNow: async () => gateway,
  });
  served = [...layer.endpoints, ...route.endpoints, ...flight];
}

export async function closeObstacles(): Promise<void> {
  await Promise.all([...route.units, ...threads.units, surfaceParser].map((unit) => unit.stop()));
  await rooms.close();
  await rm(folder, { recursive: true });
}

/** Before each test: nothing of the one before is left. */
export async function freshObstacles(): Promise<void> {
  for (const table of ['flight', 'route', 'layer', 'dock_snapshot'])
    await sql`delete from ${sql.table(table)}`.execute(rooms.db);
  Object.assign(gateway, { items: [], place: null });
  administrator = await rooms.tokenOf('alpha-administrator');
}

type Declaration = Endpoint['declaration'];
export const call = async <T>(declaration: Declaration, request: unknown, more: object = {}): Promise<T> =>
  (await rooms.call(declaration, request, { token: administrator, extra: served, ...more })).data as T;

export const tower = { lng: 113.951, lat: 22.54, base: 10, top: 105, wide: 4, name: 'WT-03' };
export const stand = async (bytes = towerZip(tower), request: object = {}): Promise<LayerRecord> => {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, bytes);
  const spooled = { name: 'buildings.zip', path, size: bytes.length };
  return call(layerCalls.upload, { name: '风机', source: 'tileset', ...request }, { spooled });
};
export const takeOff = { lng: 113.9495, lat: 22.54, height: 10 };
export const planAt = (height: number): RoutePlan => {
  const fresh = freshPlan('waypoint');
  return {
    ...fresh,
    settings: {
      ...fresh.settings,
      drone: '0-91-1',
      takeOff,
      payload: { type: 81, position: 0 },
      returnHeight: 150,
    },
    points: [
      { id: 'p1', lng: 113.95, lat: 22.54, height, actions: [] },
      { id: 'p2', lng: 113.952, lat: 22.54, height, actions: [] },
    ],
  };
};
export const drawPlan = (plan: RoutePlan): Promise<RouteDetail> =>
  call(routeCalls.add, { name: '北区', plan });
export const draw = (height: number): Promise<RouteDetail> => drawPlan(planAt(height));
export const found = ({ warnings }: Pick<RouteDetail, 'warnings'>): RouteWarning | undefined =>
  warnings.find(({ code, values }) => code === 'collision' && values['missing'] === undefined);
export const arranged = (routeOID: string): Promise<{ oid: string }> =>
  call(flightCalls.add, { routeOID, dockOID, returnAltitude: 150, lostAction: 'return', clarity: 'hd' });
