import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  flightCalls,
  layerCalls,
  routeCalls,
  type LayerRecord,
  type ResponseOf,
  type RouteDetail,
  type RoutePlan,
  type RouteWarning,
} from '@eyrie/domain';
import { obstacleField, unpackBlocks } from '@eyrie/geometry';
import { freshPlan, obstacleBoxes } from '@eyrie/planner';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { flightEndpoints } from '../modules/flight/index.ts';
import { createLayer, createLayerThreads, createSurfaceParser } from '../modules/layer/index.ts';
import { createRoute, type RouteRoom } from '../modules/route/index.ts';
import { createDiskObjects } from '../platform/objects/index.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { createSeal } from '../platform/seal.ts';
import { createTestFlights } from './flights.ts';
import { refusalOf } from './refusal-of.ts';
import { createTestRooms, type TestRooms } from './rooms.ts';
import { towerZip } from './tower.fixture.ts';

let rooms: TestRooms;
let route: RouteRoom;
let served: Endpoint[];
let folder: string;
let dockOID: string;
let administrator: string;
const threads = createLayerThreads();
const surfaceParser = createSurfaceParser();

beforeAll(async () => {
  rooms = await createTestRooms();
  const { runtime, audit, department, db, clock } = rooms;
  folder = await mkdtemp(join(tmpdir(), 'eyrie-obstacles-'));
  const objects = await createDiskObjects({ dataDir: folder, clock, publicUrl: () => '' });
  const elsewhere = () => Promise.reject(new Error('not asked'));
  const layer = createLayer({
    runtime,
    audit,
    department,
    threads,
    surfaceParser,
    objects,
    seal: createSeal(db),
    dataDir: folder,
    work: { register: () => undefined, add: elsewhere },
    fetch: elsewhere,
    fetchLarge: elsewhere,
  });
  const { surface } = layer;
  const ground = async (_: unknown, places: readonly unknown[]) => Float32Array.from(places, () => 10);
  route = createRoute(runtime, { audit, department, objects, ground, surface });
  await rooms.seed('alpha', ['administrator'], 'Flug-4711!');
  const flights = createTestFlights(runtime);
  dockOID = await flights.dock('alpha-administrator');
  const taskOID = await flights.task('alpha-administrator');
  const flight = flightEndpoints(runtime, {
    audit,
    department,
    dockInScope: async ({ groupOID }) => ({ oid: dockOID, groupOID }) as never,
    routeForFlight: route.forFlight,
    routeToday: route.today,
    ensureManualTask: async () => taskOID,
    gateNow: async () => null,
  });
  served = [...layer.endpoints, ...route.endpoints, ...flight];
});
afterAll(async () => {
  await Promise.all([...route.units, ...threads.units, surfaceParser].map((unit) => unit.stop()));
  await rooms.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  for (const table of ['flight', 'route', 'layer'])
    await sql`delete from ${sql.table(table)}`.execute(rooms.db);
  administrator = await rooms.tokenOf('alpha-administrator');
});

type Declaration = Endpoint['declaration'];
const call = async <T>(declaration: Declaration, request: unknown, more: object = {}): Promise<T> =>
  (await rooms.call(declaration, request, { token: administrator, extra: served, ...more })).data as T;

const tower = { lng: 113.951, lat: 22.54, base: 10, top: 105, wide: 4, name: 'WT-03' };
const stand = async (zip = towerZip(tower), request: object = {}): Promise<LayerRecord> => {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, zip);
  const spooled = { name: 'buildings.zip', path, size: zip.length };
  return call(layerCalls.upload, { name: '风机', source: 'tileset', ...request }, { spooled });
};
const planAt = (height: number): RoutePlan => {
  const fresh = freshPlan('waypoint');
  const takeOff = { lng: 113.9495, lat: 22.54, height: 10 };
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
const draw = (height: number): Promise<RouteDetail> =>
  call(routeCalls.add, { name: '北区', plan: planAt(height) });
const found = ({ warnings }: Pick<RouteDetail, 'warnings'>): RouteWarning | undefined =>
  warnings.find(({ code, values }) => code === 'collision' && values['missing'] === undefined);
const arrange = (routeOID: string) =>
  refusalOf(
    call(flightCalls.add, { routeOID, dockOID, returnAltitude: 150, lostAction: 'return', clarity: 'hd' }),
  );

it('a route through a tower is refused with its name where it is saved, exported and arranged', async () => {
  await stand();
  const low = await draw(60);
  expect(found(low)).toMatchObject({
    blocking: true,
    values: { obstacle: 'WT-03', layer: '风机', leg: '1→2' },
  });
  // 60 m above take-off at 10 m, below a top of 105 m.
  expect(found(low)?.values['found']).toBeCloseTo(-35, 0);
  const exported = await refusalOf(call(routeCalls.exportFile, { oid: low.oid, as: 'kmz' }));
  expect(exported).toMatchObject({ reason: 'routeBlocked' });
  expect(await arrange(low.oid)).toMatchObject({
    reason: 'routeBlocked',
    details: { values: { why: expect.stringContaining('WT-03 · 风机') } },
  });
  const high = await draw(130);
  expect(found(high)).toBeUndefined();
  expect(await arrange(high.oid)).toBeNull();
});

it('a tower that was put up after the save is found when the route is arranged, and one that is gone frees it', async () => {
  const before = await draw(60);
  expect(found(before)).toBeUndefined();
  const layer = await stand();
  expect(await arrange(before.oid)).toMatchObject({ reason: 'routeBlocked' });
  expect(found(await call<RouteDetail>(routeCalls.get, { oid: before.oid }))).toBeDefined();
  await call(layerCalls.edit, { oid: layer.oid, role: 'layer' });
  expect(await arrange(before.oid)).toBeNull();
});

it('what cannot be read is said, never passed', async () => {
  await stand(towerZip(tower, { extensions: { KHR_draco_mesh_compression: { bufferView: 0 } } }));
  const { warnings } = await draw(60);
  expect(warnings.find(({ values }) => values['missing'] === 'obstacles')).toMatchObject({
    code: 'clearance',
    blocking: false,
    values: { layer: '风机' },
  });
});

it('the editor is told the same, by places and names', async () => {
  const boxes = obstacleBoxes(planAt(60));
  type Answer = ResponseOf<typeof layerCalls.surface>;
  expect(await call<Answer>(layerCalls.surface, { boxes })).toMatchObject({ known: false, labels: [] });
  await stand();
  const { known, blocks, labels } = await call<Answer>(layerCalls.surface, { boxes });
  const field = obstacleField(unpackBlocks(Buffer.from(blocks, 'base64')), labels);
  expect(known).toBe(true);
  const top = field.at(tower);
  expect(top).toMatchObject({ name: 'WT-03', layer: '风机' });
  expect(top?.top).toBeCloseTo(105, 2);
  expect(field.at({ lng: 113.951, lat: 22.5402 })).toBeNull();
  const far = [{ west: 10, south: 10, east: 10.1, north: 10.1 }];
  expect(await call<Answer>(layerCalls.surface, { boxes: far })).toMatchObject({ known: false, blocks: '' });
});

it('a role that the source has nothing for is refused', async () => {
  const tiles = { name: 'x', source: 'xyz', address: 'https://a.example.org/{z}/{x}/{y}' };
  expect(await refusalOf(call(layerCalls.add, { ...tiles, role: 'surface' }))).toMatchObject({
    reason: 'layerRole',
  });
  const { oid, role } = await stand();
  expect(role).toBe('surface');
  expect(await refusalOf(call(layerCalls.edit, { oid, role: 'terrain' }))).toMatchObject({
    reason: 'layerRole',
  });
});
