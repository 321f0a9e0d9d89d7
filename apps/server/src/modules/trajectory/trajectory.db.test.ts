import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import {
  limits,
  trajectoryCalls,
  type CallDeclaration,
  type ResponseOf,
  type TrackPoint,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { createTestRooms } from '../../testing/rooms.ts';
import { trajectoryEndpoints } from './index.ts';

const rooms = await createTestRooms();
await rooms.seed('kappa', ['administrator'], 'Flug-4711!');
await rooms.seed('tau', ['administrator'], 'Flug-4711!');
afterAll(() => rooms.close());
const extra = trajectoryEndpoints(rooms.runtime, { audit: rooms.audit });
const token = await rooms.tokenOf('kappa-administrator');
const foreign = await rooms.tokenOf('tau-administrator');
const call = async <C extends CallDeclaration>(
  one: C,
  request: unknown,
  by = token,
): Promise<ResponseOf<C>> => (await rooms.call(one, request, { token: by, extra })).data as ResponseOf<C>;

const start = rooms.runtime.serverTime() - 3_600_000;
const day = 86_400_000;
const flights = createTestFlights(rooms.runtime);
const addDrone = async (dockOID: string | null = null): Promise<string> => {
  const oid = rooms.runtime.newOid();
  await sql`insert into drone (oid, group_root, group_oid, name, sn, model, dock_oid)
    select ${oid}::uuid, group_root, group_oid, '鹰&"1"', ${oid}, '0-91-1', ${dockOID}::uuid from member
    where account = 'kappa-administrator'`.execute(rooms.db);
  return oid;
};

/** Rows every half second; at the first third it is highest, a gap of a minute lies in the middle. */
const fly = (drone: string, rows: number) =>
  sql`insert into drone_telemetry (drone_oid, at, lng, lat, height, speed_h, percent, payload)
    select ${drone}::uuid, ${new Date(start)}::timestamptz + i * interval '500 ms' + (i / ${rows / 2}) * interval '60 s',
      113.9 + i * 1e-6, 22.5 + case when i = ${Math.floor(rows / 5)} then 0.01 else 0 end,
      case when i = ${Math.floor(rows / 3)} then 400 else 100 end, 10, 80, '{"gimbal":{"pitch":-45,"yaw":"x"}}'
    from generate_series(0, ${rows - 1}) i`.execute(rooms.db);
const whole = (deviceOID: string) => ({ deviceOID, from: start - day, to: start + day });

describe('the way of an aircraft', () => {
  let drone: string;
  const rows = 6_000;
  beforeAll(async () => {
    drone = await addDrone();
    await fly(drone, rows);
  });

  it('is thinned, and keeps the first, the last, the extremes and both ends of a gap', async () => {
    const { points, ...found } = await call(trajectoryCalls.search, { ...whole(drone), most: 200 });
    expect(found).toMatchObject({ kind: 'drone', name: '鹰&"1"', total: rows, thinned: true });
    expect(points.length).toBeGreaterThan(30);
    expect(points.length).toBeLessThanOrEqual(202);
    expect(points[0]?.at).toBe(start);
    expect(points.at(-1)?.at).toBe(start + (rows - 1) * 500 + 60_000);
    expect(Math.max(...points.map(({ height }) => height ?? 0))).toBe(400);
    expect(Math.max(...points.map(({ lat }) => lat))).toBeCloseTo(22.51, 6);
    const gap = points.findIndex((one) => one.gap);
    expect(points.filter((one) => one.gap)).toHaveLength(1);
    expect((points[gap]?.at ?? 0) - (points[gap - 1]?.at ?? 0)).toBe(60_500);
    expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted((a, b) => a - b));
  });

  it('is told exactly where it is short, and without what lies on the line where that is enough', async () => {
    const short = { deviceOID: drone, from: start, to: start + 20_000 };
    const exact = await call(trajectoryCalls.search, short);
    expect(exact).toMatchObject({ total: 40, thinned: false });
    expect(exact.points[0]).toMatchObject({ speedH: 10, percent: 80, gimbalPitch: -45, gimbalYaw: null });
    expect((await call(trajectoryCalls.search, { ...short, tolerance: 1 })).points).toHaveLength(2);
  });

  it('comes whole in pages', async () => {
    const all: TrackPoint[] = [];
    for (let after: number | null = null; ;) {
      const page: ResponseOf<typeof trajectoryCalls.points> = await call(trajectoryCalls.points, {
        ...whole(drone),
        pageSize: 2_500,
        ...(after === null ? {} : { after }),
      });
      all.push(...page.points);
      after = page.next;
      if (after === null) break;
    }
    expect(all).toHaveLength(rows);
    expect(new Set(all.map(({ at }) => at)).size).toBe(rows);
    expect(all.filter(({ gap }) => gap)).toHaveLength(1);
  });

  it('is saved as a file of each kind, and that is written down', async () => {
    const file = async (format: string): Promise<string> =>
      text(
        ((await call(trajectoryCalls.export, { ...whole(drone), format })) as BytesAnswer).body as Readable,
      );
    const geo = JSON.parse(await file('geojson'));
    expect(geo.features).toHaveLength(rows);
    expect(geo.features[0].geometry.coordinates).toEqual([113.9, 22.5, 100]);
    const kml = await file('kml');
    expect(kml.match(/<when>/g)).toHaveLength(rows);
    expect(kml.match(/<gx:Track>/g)).toHaveLength(2);
    expect(kml).toContain('<name>鹰&#38;&#34;1&#34;</name>');
    expect((await file('csv')).trimEnd().split('\r\n')).toHaveLength(rows + 1);
    const written = await sql<{ count: number }>`select count(*)::int as count from audit_log
      where action = 'trajectory.export'`.execute(rooms.db);
    expect(written.rows[0]?.count).toBe(3);
  });

  it.each(['search', 'points', 'export'] as const)('is nothing to another organisation: %s', async (name) => {
    const request = { ...whole(drone), ...(name === 'export' ? { format: 'csv' } : {}) };
    expect(await refusalOf(call(trajectoryCalls[name], request, foreign))).toMatchObject({
      reason: 'notFound',
    });
  });

  it('is refused for a span that ends before it begins, or is longer than a year', async () => {
    for (const to of [start, start + 367 * day])
      expect(
        await refusalOf(call(trajectoryCalls.search, { deviceOID: drone, from: start, to })),
      ).toMatchObject({ reason: 'invalid' });
  });
});

describe('where things are, and which is near', () => {
  let dock: string;
  const set = (values: object, part: { online?: boolean; drone?: object } = {}) =>
    sql`insert into dock_snapshot (dock_oid, online, lng, lat, last_seen_at, dock_values, drone_values, drone_online)
      values (${dock}, ${part.online ?? true}, 113.9, 22.5, ${new Date(rooms.runtime.serverTime() - 2_000)},
        ${JSON.stringify(values)}, ${JSON.stringify(part.drone ?? {})}, true)
      on conflict (dock_oid) do update set online = excluded.online, dock_values = excluded.dock_values,
        drone_values = excluded.drone_values`.execute(rooms.db);
  const ready = {
    mode_code: 0,
    emergency_stop_state: 0,
    wind_speed: 3,
    rainfall: 0,
    position_state: { is_fixed: 2, quality: 5, gps_number: 20, rtk_number: 20 },
    home_position_is_valid: 1,
    storage: { total: 100_000_000, used: 0 },
    cover_state: 0,
    putter_state: 0,
    drone_charge_state: { state: 0, capacity_percent: 90 },
    sub_device: { device_sn: 'x', device_model_key: '0-91-1', device_online_status: 0, device_paired: 1 },
    flighttask_step_code: 5,
  };
  beforeEach(async () => {
    await sql`update dock set deleted_at = now()`.execute(rooms.db);
    await sql`update drone set deleted_at = now()`.execute(rooms.db);
    dock = await flights.dock('kappa-administrator');
    await sql`update dock set insurance_until = '2100-01-01' where oid = ${dock}`.execute(rooms.db);
    await addDrone(dock);
  });
  const nearest = async (by = token) =>
    (await call(trajectoryCalls.nearest, { lng: 113.9, lat: 22.509 }, by)).list;

  it('tells last places with their age, also within bounds, and none to others', async () => {
    await set(ready, { drone: { longitude: 113.91, latitude: 22.51, height: 120 } });
    const bounds = { west: 113.905, south: 22, east: 114, north: 23 };
    const { list } = await call(trajectoryCalls.places, {});
    expect(list.map(({ kind, ageMs }) => [kind, ageMs])).toEqual(
      expect.arrayContaining([
        ['dock', 2_000],
        ['drone', null],
      ]),
    );
    expect((await call(trajectoryCalls.places, { bounds })).list.map(({ kind }) => kind)).toEqual(['drone']);
    expect((await call(trajectoryCalls.places, { kinds: ['robot'] })).list).toEqual([]);
    expect((await call(trajectoryCalls.places, {}, foreign)).list).toEqual([]);
  });

  it('tells how far an aircraft lets itself go, where it said so', async () => {
    await set(ready, { drone: { distance_limit_status: { state: 1, distance_limit: 2_000 } } });
    const areas = (await call(trajectoryCalls.areas, {})).list;
    expect(areas).toMatchObject([{ kind: 'reach', radius: 2_000, centre: { lng: 113.9, lat: 22.5 } }]);
    expect((await call(trajectoryCalls.areas, {}, foreign)).list).toEqual([]);
    await set(ready, { drone: { distance_limit_status: { state: 0, distance_limit: 2_000 } } });
    expect((await call(trajectoryCalls.areas, {})).list).toEqual([]);
  });

  it('finds a dock that is ready, with metres, seconds and battery', async () => {
    await set(ready);
    const [found] = await nearest();
    expect(found?.items).toEqual([]);
    expect(found).toMatchObject({ dockOID: dock, ready: true, percent: 90 });
    expect(found?.distance).toBeCloseTo(1_000.8, 0);
    expect(found?.seconds).toBeGreaterThan(83);
    expect(found?.seconds).toBeLessThan(95);
    // 26 % for the way there and home with the reserve: no dock starts with that.
    expect(found?.percentNeeded).toBe(limits.gate.batteryStartPercent);
    expect(await nearest(foreign)).toEqual([]);
  });

  it.each([
    ['wind', { wind_speed: 15 }],
    ['rain', { rainfall: 2 }],
    ['battery', { drone_charge_state: { state: 0, capacity_percent: 29 } }],
    ['dockIdle', { mode_code: 4 }],
    ['emergencyStop', { emergency_stop_state: 1 }],
    ['home', { home_position_is_valid: 0 }],
    ['cover', { cover_state: 3 }],
  ])('names what keeps a dock back: %s', async (item, values) => {
    await set({ ...ready, ...values });
    const [found] = await nearest();
    expect(found?.ready).toBe(false);
    expect(found?.items.map((entry) => entry.item)).toEqual([item]);
  });

  it('holds back a dock that is offline, has an alarm or nothing to fly', async () => {
    await set(ready, { online: false });
    expect((await nearest())[0]?.items.map(({ item }) => item)).toContain('dataAge');
    await set(ready);
    await sql`insert into device_health (oid, group_root, group_oid, dock_oid, device, code, level, in_the_sky, first_at,
        last_at) select gen_random_uuid(), group_root, group_oid, oid, 'dock', '0x1', 2, false, now(), now()
      from dock where oid = ${dock}`.execute(rooms.db);
    expect((await nearest())[0]?.items.map(({ item }) => item)).toContain('health');
    await sql`update drone set dock_oid = null where dock_oid = ${dock}`.execute(rooms.db);
    expect((await nearest())[0]).toMatchObject({ ready: false, droneName: null });
  });
});
