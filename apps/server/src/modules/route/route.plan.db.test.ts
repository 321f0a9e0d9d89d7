import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  routeCalls,
  type PlanDetail,
  type RouteDetail,
  type RoutePlan,
  type RouteRecord,
  type RouteVersion,
} from '@eyrie/domain';
import { freshPlan } from '@eyrie/planner';
import { buildKmz } from '@eyrie/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createDiskObjects, type DiskObjects } from '../../platform/objects/index.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createRoute, type RouteRoom } from './index.ts';

let rooms: TestRooms;
let route: RouteRoom;
let objects: DiskObjects;
let dataDir: string;
let operator: string;
let leader: string;
let foreigner: string;
/** Metres of the ground above the ellipsoid; null: the organisation has no terrain. */
let terrain: (() => number) | null = null;

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-route-plan-'));
  objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => 'http://127.0.0.1' });
  route = createRoute(rooms.runtime, {
    audit: rooms.audit,
    department: rooms.department,
    objects,
    ground: async (_, places) => terrain && Float32Array.from(places, terrain),
  });
  await rooms.seed('alpha', ['operator', 'leader'], 'Flug-4711!');
  await rooms.seed('beta', ['operator'], 'Flug-4711!');
});
afterAll(async () => {
  await Promise.all(route.units.map((unit) => unit.stop()));
  await rooms.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  await sql`delete from flight`.execute(rooms.db);
  await sql`delete from route`.execute(rooms.db);
  operator = await rooms.tokenOf('alpha-operator');
  leader = await rooms.tokenOf('alpha-leader');
  foreigner = await rooms.tokenOf('beta-operator');
});

type Declaration = Parameters<TestRooms['call']>[0];
const call = async <T>(declaration: Declaration, request: unknown, token = operator): Promise<T> =>
  (await rooms.call(declaration, request, { token, extra: route.endpoints })).data as T;
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => ({ reason: 'done', details: {} as { data?: Record<string, unknown> } }),
    (error: unknown) => error as { reason: string; details: { data?: Record<string, unknown> } },
  );
const reasonOf = async (work: Promise<unknown>): Promise<string> => (await refusalOf(work)).reason;

const plan = (more: Partial<RoutePlan> = {}): RoutePlan => {
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
const square = [
  { lng: 113.95, lat: 22.54 },
  { lng: 113.952, lat: 22.54 },
  { lng: 113.952, lat: 22.542 },
  { lng: 113.95, lat: 22.542 },
];
const draw = (more: object = {}, token = operator) =>
  call<RouteDetail>(routeCalls.add, { name: '北区', plan: plan(), ...more }, token);
const planOf = (oid: string, number?: number) =>
  call<PlanDetail>(routeCalls.getPlan, { oid, ...(number ? { number: String(number) } : {}) });
const versions = async (oid: string): Promise<RouteVersion[]> =>
  (await call<{ list: RouteVersion[] }>(routeCalls.versions, { oid })).list;
const storedFiles = async (): Promise<string[]> =>
  (await readdir(dataDir, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile() && one.name.includes('kmz'))
    .map(({ name }) => name);

describe('a drawn route', () => {
  it('is stored with a file that says what the plan says, and is shown as it was drawn', async () => {
    const made = await draw({ remark: '第一次' });
    expect(made).toMatchObject({
      name: '北区',
      remark: '第一次',
      type: 'waypoint',
      creationMethod: 'own',
      waypointCount: 2,
      droneModel: '0-91-1',
      heightMode: 'relative',
      maxHeight: 80,
    });
    expect(made.warnings.filter(({ blocking }) => blocking)).toEqual([]);
    const shown = await planOf(made.oid);
    expect(shown).toMatchObject({
      name: '北区',
      number: 1,
      version: 0,
      origin: false,
      usedBy: { tasks: 0, flights: 0 },
    });
    expect(shown.plan).toEqual(plan());
    const file = await call<BytesAnswer>(routeCalls.download, { oid: made.oid });
    expect((file.body as Uint8Array).length).toBeGreaterThan(500);
  });

  it('is judged over the terrain of the organisation: unknown, below the flight, above it', async () => {
    const takeOff = { lng: 113.951, lat: 22.5405, height: 10 };
    const over = plan({ settings: { ...plan().settings, takeOff } });
    const blockedBy = async (): Promise<string[]> =>
      (await draw({ plan: over })).warnings.filter(({ blocking }) => blocking).map(({ code }) => code);
    try {
      expect(await blockedBy()).toEqual([]);
      const following = plan({ type: 'regional', settings: { ...over.settings, followTerrain: 60 } });
      const area = { ...following.area, parts: [{ outer: square, holes: [] }] };
      expect(await reasonOf(draw({ plan: { ...following, area } }))).toBe('planFaults');
      terrain = () => 10;
      expect(await blockedBy()).toEqual([]);
      expect((await draw({ plan: { ...following, area } })).waypointCount).toBeGreaterThan(3);
      terrain = () => 200;
      expect(await blockedBy()).toEqual(['collision']);
    } finally {
      terrain = null;
    }
  });

  it('that is no route yet is refused by field, and leaves nothing behind', async () => {
    const before = await storedFiles();
    const late = await refusalOf(draw({ plan: plan({ points: plan().points.slice(0, 1) }) }));
    expect(late).toMatchObject({
      reason: 'planFaults',
      details: { data: { faults: [{ code: 'pointCount', field: 'points' }] } },
    });
    expect(
      await reasonOf(
        draw({ plan: { ...plan(), points: [{ id: 'p1', lng: 500, lat: 0, height: 1, actions: [] }] } }),
      ),
    ).toBe('invalid');
    expect(await reasonOf(draw({ plan: { ...plan(), acknowledged: ['\u0000'] } }))).toBe('invalid');
    expect(await call(routeCalls.queryCount, {})).toEqual({ count: 0 });
    expect(await storedFiles()).toEqual(before);
  });

  it('is for those with the right, in departments that they see', async () => {
    expect(await reasonOf(draw({}, leader))).toBe('notAllowed');
    const other = await rooms.member.byAccount(rooms.db, 'beta-operator');
    expect(await reasonOf(draw({ groupOID: other?.groupOID }))).toBe('notFound');
    const { oid } = await draw();
    for (const [declaration, request] of [
      [routeCalls.getPlan, { oid }],
      [routeCalls.versions, { oid }],
      [routeCalls.edit, { oid, plan: plan() }],
      [routeCalls.versionRestore, { oid, number: 1 }],
      [routeCalls.copy, { oid }],
    ] as const)
      expect(await reasonOf(call(declaration, request, foreigner))).toBe('notFound');
    expect(await versions(oid)).toHaveLength(1);
  });
});

describe('saving a plan again', () => {
  const higher = () => {
    const [first, second] = plan().points as [RoutePlan['points'][number], RoutePlan['points'][number]];
    const third = { id: 'p3', lng: 113.954, lat: 22.541, height: 90, actions: [] };
    return plan({ points: [first, { ...second, height: 95 }, third] });
  };

  it('makes the next version, says what changed, and keeps the file of the one before', async () => {
    const made = await draw();
    const saved = await call<RouteRecord>(routeCalls.edit, {
      oid: made.oid,
      version: 0,
      name: '南区',
      plan: higher(),
    });
    expect(saved).toMatchObject({ name: '南区', waypointCount: 3, maxHeight: 95, version: 1 });
    expect(saved.checksum).not.toBe(made.checksum);
    const list = await versions(made.oid);
    expect(list.map(({ number }) => number)).toEqual([2, 1]);
    expect(list[0]?.summary).toEqual([
      { what: 'pointsAdded', values: { count: 1 } },
      { what: 'pointsChanged', values: { count: 1 } },
    ]);
    expect(list[1]).toMatchObject({ checksum: made.checksum, createdBy: 'alpha operator', waypointCount: 2 });
    expect((await planOf(made.oid, 1)).plan).toEqual(plan());
    expect((await planOf(made.oid)).plan).toEqual(higher());
  });

  it('over a save of somebody else is refused with what that one changed', async () => {
    const { oid } = await draw();
    await call(routeCalls.edit, { oid, version: 0, plan: higher() });
    const before = await storedFiles();
    const late = await refusalOf(call(routeCalls.edit, { oid, version: 0, plan: plan() }));
    expect(late.reason).toBe('conflict');
    const { changes } = late.details.data as { changes: { changes: { field: string }[] }[] };
    expect(changes[0]?.changes.map(({ field }) => field)).toContain('waypointCount');
    expect(await storedFiles()).toEqual(before);
    expect((await planOf(oid)).plan).toEqual(higher());
  });

  it('of two at once stores one', async () => {
    const { oid } = await draw();
    const both = [higher(), plan({ points: higher().points.slice(1) })].map((one) =>
      reasonOf(call(routeCalls.edit, { oid, version: 0, plan: one })),
    );
    expect((await Promise.all(both)).toSorted()).toEqual(['conflict', 'done']);
    expect(await versions(oid)).toHaveLength(2);
  });

  it('that changes nothing makes no version', async () => {
    const { oid } = await draw();
    await call(routeCalls.edit, { oid, version: 0, name: '新名', plan: plan() });
    expect(await planOf(oid)).toMatchObject({ number: 1, version: 1, name: '新名' });
  });

  it('that fails on its way leaves neither row nor file', async () => {
    const { oid } = await draw();
    const before = await storedFiles();
    await sql`alter table route_version add constraint stopped check (number < 2)`.execute(rooms.db);
    await expect(call(routeCalls.edit, { oid, plan: higher() })).rejects.toBeDefined();
    await sql`alter table route_version drop constraint stopped`.execute(rooms.db);
    expect(await storedFiles()).toEqual(before);
    expect(await planOf(oid)).toMatchObject({ number: 1, version: 0, plan: plan() });
  });

  it('brings an earlier version back as the next one', async () => {
    const made = await draw();
    await call(routeCalls.edit, { oid: made.oid, plan: higher() });
    const back = await call<RouteRecord>(routeCalls.versionRestore, { oid: made.oid, number: 1, version: 1 });
    expect(back).toMatchObject({ checksum: made.checksum, waypointCount: 2 });
    expect((await versions(made.oid))[0]?.summary).toEqual([{ what: 'restored', values: { number: 1 } }]);
    expect(await planOf(made.oid)).toMatchObject({ number: 3, plan: plan() });
    expect(await reasonOf(call(routeCalls.versionRestore, { oid: made.oid, number: 9 }))).toBe('notFound');
    expect(await reasonOf(call(routeCalls.versionRestore, { oid: made.oid, number: 1, version: 1 }))).toBe(
      'conflict',
    );
  });

  it('names how many flights wait with the route, and leaves their file alone', async () => {
    const made = await draw();
    const flights = createTestFlights(rooms.runtime);
    const [taskOID, dockOID] = [await flights.task('alpha-operator'), await flights.dock('alpha-operator')];
    await flights.flight('alpha-operator', { taskOID, dockOID, routeOID: made.oid });
    expect(await planOf(made.oid)).toMatchObject({ usedBy: { tasks: 1, flights: 1 } });
    await call(routeCalls.edit, { oid: made.oid, plan: higher() });
    const kept = await sql<{ object_key: string }>`select object_key from route_version
      where route_oid = ${made.oid} and checksum = ${made.checksum}`.execute(rooms.db);
    expect(await objects.head(kept.rows[0]?.object_key ?? '')).not.toBeNull();
  });
});

describe('exporting a route', () => {
  const exported = async (oid: string, request: object, token = operator) => {
    const answer = await call<BytesAnswer>(routeCalls.exportFile, { oid, ...request }, token);
    const bytes = await new Response(answer.body as never).arrayBuffer();
    return { bytes: new Uint8Array(bytes), type: answer.headers['content-type'] };
  };
  const imported = async (bytes: Uint8Array): Promise<RouteDetail> =>
    (
      await rooms.call(
        routeCalls.uploadKmz,
        { preview: 'true' },
        { token: operator, extra: route.endpoints, file: { name: 'x.kmz', bytes } },
      )
    ).data as RouteDetail;

  it('gives the file of the chosen aircraft, camera and version', async () => {
    const { oid, checksum } = await draw();
    expect((await imported((await exported(oid, { as: 'kmz' })).bytes)).checksum).toBe(checksum);
    const other = await exported(oid, { as: 'kmz', drone: '0-100-1', wpmlVersion: '1.0.6' });
    expect(await imported(other.bytes)).toMatchObject({ droneModel: '0-100-1', waypointCount: 2 });
  });

  it('gives points to maps and tables, and takes them back', async () => {
    const { oid } = await draw();
    for (const as of ['csv', 'xlsx', 'kml', 'geojson']) {
      const { bytes } = await exported(oid, { as });
      const read = await rooms.call(
        routeCalls.uploadFile,
        { as: 'points' },
        {
          token: operator,
          extra: route.endpoints,
          file: { name: 'x', bytes: as === 'csv' || as === 'xlsx' ? bytes : lineOnly(as, bytes) },
        },
      );
      const { plan: back } = read.data as { plan: RoutePlan | null };
      expect(
        back?.points.map(({ lng, lat, height }) => [lng, lat, height]),
        as,
      ).toEqual([
        [113.95, 22.54, 60],
        [113.952, 22.54, 80],
      ]);
    }
  });

  it('that must not be flown gives no file for an aircraft, but is shown to maps', async () => {
    const { oid } = await draw();
    await sql`update route set warnings = '[{"code":"height","blocking":true,"values":{}}]' where oid = ${oid}`.execute(
      rooms.db,
    );
    expect(await reasonOf(exported(oid, { as: 'kmz' }))).toBe('routeBlocked');
    expect((await exported(oid, { as: 'kml' })).type).toContain('kml');
    expect(await reasonOf(exported(oid, { as: 'csv' }, foreigner))).toBe('notFound');
  });

  /** The line without the points that stand beside it. */
  function lineOnly(as: string, bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes).toString();
    if (as === 'kml')
      return Buffer.from(text.replaceAll(/<Placemark>(?:(?!<\/Placemark>).)*<Point>.*?<\/Placemark>/gs, ''));
    const read = JSON.parse(text) as { features: { geometry: { type: string } }[] };
    return Buffer.from(
      JSON.stringify({
        ...read,
        features: read.features.filter(({ geometry }) => geometry.type === 'LineString'),
      }),
    );
  }
});

describe('a table of points', () => {
  const send = (text: string, request: object = {}, token = operator) =>
    rooms.call(routeCalls.uploadExcel, request, {
      token,
      extra: route.endpoints,
      file: { name: '点.csv', bytes: Buffer.from(text) },
    });
  const good = 'lng,lat,height\n113.95,22.54,60\n113.96,22.55,70\n';

  it('becomes a route, and as a preview nothing', async () => {
    const shown = (await send(good, { preview: 'true' })).data as { plan: RoutePlan; rows: unknown[] };
    expect(shown).toMatchObject({ rows: [], faults: 0 });
    expect(await call(routeCalls.queryCount, {})).toEqual({ count: 0 });
    const made = (await send(good, { remark: '表' })).data as RouteDetail;
    expect(made).toMatchObject({ name: '点', remark: '表', waypointCount: 2, creationMethod: 'own' });
    expect((await planOf(made.oid)).plan.points).toHaveLength(2);
  });

  it('with faults names them all and stores nothing', async () => {
    const late = await refusalOf(send('lng,lat,height\n113.95,x,\n22.54,113.95,60\n'));
    expect(late).toMatchObject({
      reason: 'routeRows',
      details: { data: { faults: 3, rows: [{ row: 2, column: 'lat', value: 'x' }, {}, {}] } },
    });
    expect(await reasonOf(send('a,b\n1,2\n'))).toBe('tableTemplate');
    expect(await reasonOf(send(good, {}, leader))).toBe('notAllowed');
    expect(await call(routeCalls.queryCount, {})).toEqual({ count: 0 });
  });

  it('is given empty in the language that is asked for', async () => {
    const answer = await call<BytesAnswer>(routeCalls.downloadExcel, { language: 'ar' });
    expect((answer.body as Uint8Array).length).toBeGreaterThan(1_000);
  });
});

describe('an imported file', () => {
  const upload = async (bytes: Uint8Array): Promise<RouteDetail> =>
    (
      await rooms.call(
        routeCalls.uploadKmz,
        {},
        { token: operator, extra: route.endpoints, file: { name: 'x.kmz', bytes } },
      )
    ).data as RouteDetail;

  it('is the first version of a plan, and keeps what no plan knows over saves, copies and restores', async () => {
    const unknown = '<wpml:autoRerouteInfo><wpml:deep>7</wpml:deep></wpml:autoRerouteInfo>';
    const { oid } = await upload(buildKmz({ unknown }));
    const first = await planOf(oid);
    expect(first).toMatchObject({ number: 1, origin: true });
    expect(first.plan.points).toHaveLength(3);
    const moved = first.plan.points.map((point) => ({ ...point, height: point.height + 5 }));
    const saved = await call<RouteRecord>(routeCalls.edit, { oid, plan: { ...first.plan, points: moved } });
    expect(saved).toMatchObject({ creationMethod: 'DJI', maxHeight: 85 });
    const copied = await call<RouteRecord>(routeCalls.copy, { oid, name: 'copy' });
    for (const one of [oid, copied.oid]) {
      const again = await call<RouteRecord>(routeCalls.edit, { oid: one, plan: first.plan });
      const file = await call<BytesAnswer>(routeCalls.download, { oid: one });
      const read = await rooms.call(
        routeCalls.uploadKmz,
        { preview: 'true' },
        {
          token: operator,
          extra: route.endpoints,
          file: { name: 'x.kmz', bytes: file.body as Uint8Array },
        },
      );
      expect(read.data).toMatchObject({ waypointCount: 3, maxHeight: 80 });
      expect(again.maxHeight).toBe(80);
    }
  });

  it('that came before there were plans is read when it is asked for', async () => {
    const { oid } = await upload(buildKmz());
    await sql`update route_version set plan = null where route_oid = ${oid}`.execute(rooms.db);
    expect((await planOf(oid)).plan.points).toHaveLength(3);
    const key =
      (await sql<{ object_key: string }>`select object_key from route where oid = ${oid}`.execute(rooms.db))
        .rows[0]?.object_key ?? '';
    await objects.put(key, Buffer.from('other'));
    expect(await reasonOf(planOf(oid))).toBe('routeChanged');
  });
});
