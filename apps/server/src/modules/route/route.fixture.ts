import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  routeCalls,
  type PlanDetail,
  type RouteDetail,
  type RoutePlan,
  type RouteVersion,
} from '@eyrie/domain';
import { freshPlan } from '@eyrie/planner';
import { buildKmz } from '@eyrie/testing';
import { sql } from 'kysely';
import { createDiskObjects, type DiskObjects } from '../../platform/objects/index.ts';
import { bareGround } from '../../testing/bare-ground.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createRoute, type RouteRoom } from './index.ts';

// One database, one object store and one set of threads for all suites of this room: each of them costs seconds to start.
export let rooms: TestRooms;
export let route: RouteRoom;
export let objects: DiskObjects;
let dataDir: string;
export let operator: string;
export let leader: string;
export let foreigner: string;

/** Metres of the ground above the ellipsoid; null: the organisation has no terrain. */
export const land: { height: (() => number) | null } = { height: null };

export async function openRoutes(): Promise<void> {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-route-'));
  objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => 'http://127.0.0.1' });
  route = createRoute(rooms.runtime, {
    audit: rooms.audit,
    department: rooms.department,
    objects,
    ground: async (_, places) => land.height && Float32Array.from(places, land.height),
    surface: bareGround,
  });
  await rooms.seed('alpha', ['operator', 'leader', 'administrator'], 'Flug-4711!');
  await rooms.seed('beta', ['operator'], 'Flug-4711!');
}

export async function closeRoutes(): Promise<void> {
  await Promise.all(route.units.map((unit) => unit.stop()));
  await rooms.close();
  await rm(dataDir, { recursive: true });
}

export async function signIn(): Promise<void> {
  operator = await rooms.tokenOf('alpha-operator');
  leader = await rooms.tokenOf('alpha-leader');
  foreigner = await rooms.tokenOf('beta-operator');
}

/** Before each test: nothing of the one before is left. */
export async function freshRoutes(): Promise<void> {
  land.height = null;
  for (const table of ['flight', 'route_recording', 'route', 'region'])
    await sql`delete from ${sql.table(table)}`.execute(rooms.db);
  await signIn();
}

type Declaration = Parameters<TestRooms['call']>[0];
type Refused = {
  reason: string;
  details: { data?: Record<string, unknown>; issues?: { path: string; message: string }[] };
};

export const call = async <T>(declaration: Declaration, request: unknown, token = operator): Promise<T> =>
  (await rooms.call(declaration, request, { token, extra: route.endpoints })).data as T;

export const send = async <T>(
  declaration: Declaration,
  request: object,
  file: { name: string; bytes: Uint8Array },
  token = operator,
): Promise<T> => (await rooms.call(declaration, request, { token, extra: route.endpoints, file })).data as T;

export const upload = (
  name = '北区巡检.kmz',
  request: object = {},
  token = operator,
  bytes: Uint8Array = buildKmz(),
): Promise<RouteDetail> => send(routeCalls.uploadKmz, request, { name, bytes }, token);

export const refusalOf = (work: Promise<unknown>): Promise<Refused> =>
  work.then(
    () => ({ reason: 'done', details: {} }),
    (error: unknown) => error as Refused,
  );
export const reasonOf = async (work: Promise<unknown>): Promise<string> => (await refusalOf(work)).reason;

export const plan = (more: Partial<RoutePlan> = {}): RoutePlan => {
  const fresh = freshPlan('waypoint');
  return {
    ...fresh,
    settings: { ...fresh.settings, drone: '0-91-1', payload: { type: 81, position: 0 } },
    points: [
      { id: 'p1', lng: 113.95, lat: 22.54, height: 60, actions: [{ type: 'takePhoto' }] },
      { id: 'p2', lng: 113.952, lat: 22.54, height: 80, actions: [] },
    ],
    ...more,
  };
};
export const draw = (more: object = {}, token = operator): Promise<RouteDetail> =>
  call<RouteDetail>(routeCalls.add, { name: '北区', plan: plan(), ...more }, token);
export const planOf = (oid: string, number?: number): Promise<PlanDetail> =>
  call<PlanDetail>(routeCalls.getPlan, { oid, ...(number ? { number: String(number) } : {}) });
export const versions = async (oid: string): Promise<RouteVersion[]> =>
  (await call<{ list: RouteVersion[] }>(routeCalls.versions, { oid })).list;
export const storedFiles = async (): Promise<string[]> =>
  (await readdir(dataDir, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile() && one.name.includes('kmz'))
    .map(({ name }) => name);
