import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routeCalls, type PlanDetail, type RouteDetail, type RoutePlan } from '@eyrie/domain';
import { freshPlan } from '@eyrie/planner';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRouteFile } from '../modules/flight/flight.dispatch.ts';
import { routeForFlight } from '../modules/flight/flight.store.ts';
import { createRoute, type RouteRoom } from '../modules/route/index.ts';
import { createDiskObjects, type DiskObjects } from '../platform/objects/index.ts';
import { bareGround } from './bare-ground.ts';
import { createTestRooms, type TestRooms } from './rooms.ts';

let rooms: TestRooms;
let route: RouteRoom;
let objects: DiskObjects;
let dataDir: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-versions-'));
  objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => 'http://127.0.0.1' });
  route = createRoute(rooms.runtime, {
    audit: rooms.audit,
    department: rooms.department,
    objects,
    ground: async () => null,
    surface: bareGround,
  });
  await rooms.seed('alpha', ['operator'], 'Flug-4711!');
});
afterAll(async () => {
  await Promise.all(route.units.map((unit) => unit.stop()));
  await rooms.close();
  await rm(dataDir, { recursive: true });
});

const planAt = (height: number): RoutePlan => ({
  ...freshPlan('waypoint'),
  points: [
    { id: 'p1', lng: 113.95, lat: 22.54, height, actions: [] },
    { id: 'p2', lng: 113.952, lat: 22.54, height, actions: [] },
  ],
});

it('a flight keeps the file and the heights with which it was planned, though its route is saved again', async () => {
  const token = await rooms.tokenOf('alpha-operator');
  const call = async <T>(declaration: Parameters<TestRooms['call']>[0], request: unknown): Promise<T> =>
    (await rooms.call(declaration, request, { token, extra: route.endpoints })).data as T;
  const made = await call<RouteDetail>(routeCalls.add, { name: 'a', plan: planAt(60) });
  const flight = { route_oid: made.oid, route_checksum: made.checksum };
  const store = {
    read: async (key: string) => {
      const found = await objects.get(key);
      return found && new Uint8Array(await new Response(found.stream as never).arrayBuffer());
    },
    write: async () => undefined,
    address: async () => '',
  };
  const before = await routeForFlight(rooms.db, flight);
  await call(routeCalls.edit, { oid: made.oid, plan: planAt(90) });
  const now = await call<PlanDetail>(routeCalls.getPlan, { oid: made.oid });
  expect(now.plan.points[0]?.height).toBe(90);
  expect(await routeForFlight(rooms.db, flight)).toMatchObject({
    object_key: before?.object_key,
    checksum: made.checksum,
    max_height: 60,
    waypoints: [{ height: 60 }, { height: 60 }],
  });
  expect(await readRouteFile(rooms.db, store, flight)).toEqual({
    objectKey: before?.object_key,
    checksum: made.checksum,
  });
  // What was never saved as a version is not flown: the route's own checksum differs from the flight's.
  const unseen = { ...flight, route_checksum: 'x' };
  expect((await routeForFlight(rooms.db, unseen))?.checksum).not.toBe('x');
  await sql`update route set deleted_at = now() where oid = ${made.oid}`.execute(rooms.db);
  expect(await routeForFlight(rooms.db, flight)).toBeUndefined();
});
