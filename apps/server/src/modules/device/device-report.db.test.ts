import {
  batteryCalls,
  droneCalls,
  gimbalCalls,
  limits,
  type BatteryRecord,
  type BatteryTrend,
  type DroneRecord,
} from '@eyrie/domain';
import type { DeviceReport } from '@eyrie/dji';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropOldSamples } from './battery-sample.store.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import * as battery from '../battery/index.ts';
import * as drone from '../drone/index.ts';
import * as gimbal from '../gimbal/index.ts';
import { createDeviceReporter } from './device.reporter.ts';
import { writeDeviceReports, type HeardReports } from './device-report.store.ts';

let rooms: TestRooms;
let token: string;
/** Two docks of one organisation with an aircraft each. */
let places: (Omit<HeardReports, 'seenAt' | 'reports'> & { dockOID: string })[];
beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
  token = await rooms.tokenOf('gamma-administrator');
  const make = createTestFlights(rooms.runtime);
  places = [];
  for (const sn of ['AIR1', 'AIR2']) {
    const dockOID = await make.dock('gamma-administrator');
    const dock = await rooms.db
      .selectFrom('dock')
      .selectAll()
      .where('oid', '=', dockOID)
      .executeTakeFirstOrThrow();
    const droneOID = rooms.runtime.newOid();
    const place = { groupRoot: dock.group_root, groupOID: dock.group_oid, dockOID, droneOID };
    await rooms.db
      .transaction()
      .execute((trx) =>
        drone.bindDrones(
          trx,
          [{ drone: { oid: droneOID, sn, model: '0-91-1', name: sn }, dock: { oid: dockOID, ...place } }],
          { heard: true, at: new Date() },
        ),
      );
    places.push(place);
  }
});
afterAll(() => rooms?.close());

type Declaration = Parameters<TestRooms['call']>[0];
const call = async <T = BatteryRecord>(
  declaration: Declaration,
  request: unknown,
  as = token,
): Promise<T> => {
  const { audit: auditLog, department, organisation } = rooms;
  const zone = { ...organisation, timeZoneOf: async () => 'UTC' };
  const extra = [battery, drone, gimbal].flatMap(({ endpoints }) =>
    endpoints(rooms, { auditLog, department, organisation: zone }),
  );
  return (await rooms.call(declaration, request, { token: as, extra })).data as T;
};

const nothing: DeviceReport = {
  kind: 'battery',
  sn: '',
  slot: null,
  model: null,
  firmware: null,
  percent: null,
  cycles: null,
  voltage: null,
  temperature: null,
  storedDays: null,
  spread: null,
  flights: null,
  flightTime: null,
  distance: null,
};
const of = (kind: DeviceReport['kind'], sn: string, more: Partial<DeviceReport> = {}): DeviceReport => ({
  ...nothing,
  kind,
  sn,
  slot: '0',
  ...more,
});
let seconds = 0;
const heardIn = (at: number, ...reports: DeviceReport[]): HeardReports => {
  seconds += 1;
  return { ...places[at]!, seenAt: rooms.clock.wall() + seconds * 1_000, reports };
};
const write = (...all: HeardReports[]): Promise<ReadonlySet<HeardReports>> =>
  rooms.db
    .transaction()
    .execute((trx) =>
      writeDeviceReports(trx, all, { newOid: rooms.runtime.newOid, at: new Date(rooms.clock.wall()) }),
    );
const one = async (sn: string, calls: { query: Declaration } = batteryCalls): Promise<BatteryRecord> => {
  const { list } = await call<{ list: BatteryRecord[] }>(calls.query, { keyword: sn });
  expect(list).toHaveLength(1);
  return list[0]!;
};
const eventsOf = async (oid: string): Promise<unknown[]> =>
  (await call<{ list: object[] }>(batteryCalls.events, { oid })).list.map((event) =>
    [Reflect.get(event, 'event'), Reflect.get(event, 'from'), Reflect.get(event, 'to')].join(' '),
  );

describe('what devices say of themselves', () => {
  it('finds a battery, which is accepted into a department with one call', async () => {
    await write(heardIn(0, of('battery', 'FOUND1', { cycles: 31, voltage: 22.5, percent: 80 })));
    const found = await one('FOUND1');
    expect(found).toMatchObject({ standing: 'found', cycles: 31, percent: 80, slot: '0', droneName: 'AIR1' });
    expect(found.allowed).toContain('accept');
    await call(batteryCalls.accept, { oids: [found.oid], groupOID: found.groupOID });
    expect(await one('FOUND1')).toMatchObject({ standing: 'inService' });
  });

  it('knows a swap as a line in the life of the battery, and makes no second row', async () => {
    await write(heardIn(0, of('battery', 'SWAP1'), of('battery', 'SWAP2', { slot: '1' })));
    const { oid } = await one('SWAP1');
    // The same again is no event.
    await write(heardIn(0, of('battery', 'SWAP1'), of('battery', 'SWAP2', { slot: '1' })));
    await write(heardIn(0, of('battery', 'SWAP2')));
    expect(await one('SWAP1')).toMatchObject({ whereabouts: 'shelf', droneName: null, slot: null });
    await write(heardIn(1, of('battery', 'SWAP1')));
    expect(await one('SWAP1')).toMatchObject({ oid, droneName: 'AIR2' });
    expect(await eventsOf(oid)).toEqual(['mounted  AIR2', 'removed AIR1 ', 'found  AIR1']);
  });

  it('leaves a gimbal where it is when a message names batteries alone', async () => {
    await write(heardIn(0, of('gimbal', 'CAM1', { slot: '81-0-0', model: 'M3TD' })));
    await write(heardIn(0, of('battery', 'ONLY1')));
    expect(await one('CAM1', gimbalCalls)).toMatchObject({ droneName: 'AIR1', status: 'normal' });
  });

  it('keeps the last good figure, and a change of firmware', async () => {
    await write(heardIn(0, of('battery', 'KEEP1', { cycles: 40, firmware: '1.0' })));
    await write(heardIn(0, of('battery', 'KEEP1', { firmware: '1.1' })));
    const kept = await one('KEEP1');
    expect(kept).toMatchObject({ cycles: 40, reportedFirmware: '1.1', firmware: null });
    expect(await eventsOf(kept.oid)).toEqual(['firmware 1.0 1.1', 'found  AIR1']);
  });

  it('takes an older word for no newer one', async () => {
    const late = heardIn(0, of('battery', 'LATE1', { cycles: 50 }));
    const early = {
      ...late,
      seenAt: late.seenAt - 60_000,
      reports: [of('battery', 'LATE1', { cycles: 49 })],
    };
    await write(late);
    await write(early);
    const elsewhere = { ...heardIn(1, of('battery', 'LATE1')), seenAt: early.seenAt };
    await write(elsewhere);
    const { oid, ...kept } = await one('LATE1');
    expect(kept).toMatchObject({ cycles: 50, seenAt: late.seenAt, droneName: 'AIR1' });
    expect(await eventsOf(oid)).toEqual(['found  AIR1']);
  });

  it('counts a battery that two aircraft name where it was heard last', async () => {
    await write(heardIn(0, of('battery', 'TWIN1')), heardIn(1, of('battery', 'TWIN1')));
    expect(await one('TWIN1')).toMatchObject({ droneName: 'AIR2' });
  });

  it('leaves an aircraft to the dock that named it, whatever somebody elsewhere typed', async () => {
    await rooms.seed('omega', ['administrator'], 'Flug-4711!');
    const elsewhere = await rooms.tokenOf('omega-administrator');
    const typed = { name: '猎鹰', sn: 'PROVEN1', vendor: 'DJI' };
    // Typed there first: nobody can tell that it is known or unknown anywhere else.
    await call(droneCalls.add, typed, elsewhere);
    const place = places[0]!;
    const dock = { oid: place.dockOID, groupRoot: place.groupRoot, groupOID: place.groupOID };
    const bind = (sn: string, at: typeof dock) =>
      rooms.db
        .transaction()
        .execute((trx) =>
          drone.bindDrones(
            trx,
            [{ drone: { oid: rooms.runtime.newOid(), sn, model: '0-91-1', name: sn }, dock: at }],
            { heard: true, at: new Date() },
          ),
        );
    expect(await bind('PROVEN1', dock)).toEqual(['bound']);
    // From now on it is this organisation's: a dock elsewhere that names it is refused.
    const make = createTestFlights(rooms.runtime);
    const theirs = await rooms.db
      .selectFrom('dock')
      .selectAll()
      .where('oid', '=', await make.dock('omega-administrator'))
      .executeTakeFirstOrThrow();
    const other = { oid: theirs.oid, groupRoot: theirs.group_root, groupOID: theirs.group_oid };
    expect(await bind('PROVEN1', other)).toEqual(['foreign']);
    await bind('AIR1', dock);
  });

  it('shows the model of an aircraft that was typed right as soon as it reports', async () => {
    await rooms.db.updateTable('drone').set({ heard: false }).where('sn', '=', 'AIR2').execute();
    const shown = async () =>
      (await call<{ list: DroneRecord[] }>(droneCalls.query, { keyword: 'AIR2' })).list[0]?.reportedModel;
    expect(await shown()).toBeNull();
    await write(heardIn(1, { ...of('drone', 'AIR2'), model: '0-91-1' }));
    expect(await shown()).toBe('Matrice 3TD');
  });

  it('shows what a person typed beside what the aircraft says, and settles it by an edit', async () => {
    const { list } = await call<{ list: BatteryRecord[] }>(droneCalls.query, { keyword: 'AIR1' });
    const { oid } = list[0]!;
    await call(droneCalls.edit, { oid, model: 'M4TD', firmware: '9.9' });
    await write(heardIn(0, { ...of('drone', 'AIR1'), model: '0-91-1', firmware: '10.1', flights: 7 }));
    expect(await call(droneCalls.get, { oid })).toMatchObject({
      model: 'Matrice 4TD',
      reportedModel: 'Matrice 3TD',
      firmware: '9.9',
      reportedFirmware: '10.1',
      flights: 7,
    });
    const settled = await call(droneCalls.edit, { oid, model: 'Matrice 3TD' });
    expect(settled).toMatchObject({ model: 'Matrice 3TD', reportedModel: 'Matrice 3TD' });
  });

  it('shows nothing as online once its dock is gone', async () => {
    const { dockOID } = places[1]!;
    await write(heardIn(1, of('battery', 'ALONE1')));
    await sql`insert into dock_snapshot (dock_oid, online, drone_online, written_at)
      values (${dockOID}::uuid, true, true, now())`.execute(rooms.db);
    expect(await one('ALONE1')).toMatchObject({ online: true });
    const gone = (at: Date | null) =>
      rooms.db.updateTable('dock').set({ deleted_at: at }).where('oid', '=', dockOID).execute();
    await gone(new Date());
    expect(await one('ALONE1')).toMatchObject({ online: false, dockOID: null });
    await gone(null);
  });

  it('lets no device that makes serial numbers up fill the book', async () => {
    const { groupRoot, groupOID } = places[0]!;
    await sql`insert into device (oid, kind, group_root, group_oid, name, sn, found)
      select gen_random_uuid(), 'battery', ${groupRoot}::uuid, ${groupOID}::uuid, 'w' || n, 'WAIT' || n, true
      from generate_series(1, ${limits.gateway.devicesFound}::int) n`.execute(rooms.db);
    await write(heardIn(0, of('battery', 'OVERFLOW1')));
    expect(await call(batteryCalls.queryCount, { keyword: 'OVERFLOW1' })).toMatchObject({ count: 0 });
    await rooms.db.deleteFrom('device').where('sn', 'like', 'WAIT%').execute();
  });
});

describe('the trend of a battery', () => {
  const hour = 3_600_000;
  const trendOf = (oid: string, more: object = {}, as = token): Promise<BatteryTrend> =>
    call<BatteryTrend>(batteryCalls.trend, { oid, ...more }, as);
  const later = (heard: HeardReports, ms: number, cycles: number): HeardReports => ({
    ...heard,
    seenAt: heard.seenAt + ms,
    reports: heard.reports.map((report) => ({ ...report, cycles })),
  });

  it('is kept once an hour, sooner for another cycle but not at once, and never twice', async () => {
    const figures = { cycles: 30, spread: 0.12, temperature: 31, percent: 60 };
    const first = {
      ...heardIn(0, of('battery', 'TREND1', figures)),
      seenAt: rooms.clock.wall() - 20 * hour,
    };
    expect(await write(first)).toEqual(new Set([first]));
    const { oid } = await one('TREND1');
    expect(await write(later(first, 60_000, 31))).toEqual(new Set());
    const again = later(first, 660_000, 31);
    expect(await write(again)).toEqual(new Set([again]));
    expect(await write(later(first, 660_000, 31))).toEqual(new Set());
    await write(later(first, 660_000 + hour - 1, 31));
    await write(later(first, 660_000 + hour, 31));
    const { list } = await trendOf(oid, { days: 1 });
    expect(list.map(({ at, cycles }) => [at - first.seenAt, cycles])).toEqual([
      [0, 30],
      [660_000, 31],
      [660_000 + hour, 31],
    ]);
    expect(list[0]).toMatchObject({ spread: 0.12, temperature: 31, percent: 60 });
  });

  it('is bounded, of the days that are asked for, of the own scope, and ends with what is too old', async () => {
    await write(heardIn(0, of('battery', 'TREND2', { cycles: 1 })));
    const { oid } = await one('TREND2');
    await sql`insert into battery_sample (device_oid, at, cycles)
      select ${oid}::uuid, ${new Date(rooms.clock.wall())}::timestamptz - n * interval '1 hour', 5000 - n
      from generate_series(1, 9000) n`.execute(rooms.db);
    const whole = await trendOf(oid, { days: limits.device.sampleDays });
    expect(whole.list.length).toBeLessThanOrEqual(limits.device.trendMost);
    expect(whole.list.length).toBeGreaterThan(300);
    expect(whole.list.map(({ at }) => at)).toEqual(whole.list.map(({ at }) => at).toSorted((a, b) => a - b));
    const week = await trendOf(oid, { days: 7 });
    expect(week.list.every(({ at }) => at > week.from)).toBe(true);
    expect(await reasonOf(trendOf(oid, { days: 401 }))).toBe('invalid');
    await rooms.seed('theta', ['administrator'], 'Flug-4711!');
    const elsewhere = await rooms.tokenOf('theta-administrator');
    expect(await reasonOf(trendOf(oid, {}, elsewhere))).toBe('notFound');
    const dropped = await dropOldSamples(rooms.db, new Date(rooms.clock.wall() - 300 * 24 * hour));
    expect(dropped).toBe(9_000 - 300 * 24);
  });
});

describe('a battery in its aircraft', () => {
  it('is found by where it is, and shows how its dock stores it while both are heard of', async () => {
    const { dockOID } = places[0]!;
    await write(heardIn(0, of('battery', 'PLACE1', { spread: 0.4, voltage: 22 })));
    await sql`insert into dock_snapshot (dock_oid, online, drone_online, dock_values, written_at)
      values (${dockOID}::uuid, true, true, '{"battery_store_mode": 1, "drone_charge_state": {"state": 0}}', now())
      on conflict (dock_oid) do update set online = true, dock_values = excluded.dock_values`.execute(
      rooms.db,
    );
    expect(await one('PLACE1')).toMatchObject({ whereabouts: 'mounted', storeMode: 'plan', spread: 0.4 });
    const counted = async (whereabouts: string): Promise<unknown> =>
      (await call<{ list: { sn: string }[] }>(batteryCalls.query, { whereabouts, keyword: 'PLACE1' })).list;
    expect(await counted('mounted')).toHaveLength(1);
    expect(await counted('shelf')).toEqual([]);
    await write(heardIn(0, of('gimbal', 'PLACE2', { slot: '81-0-0', model: 'M3TD' })));
    await rooms.db
      .updateTable('dock_snapshot')
      .set({ dock_values: JSON.stringify({ battery_store_mode: 1, drone_charge_state: { state: 1 } }) })
      .where('dock_oid', '=', dockOID)
      .execute();
    expect(await one('PLACE1')).toMatchObject({ whereabouts: 'charging' });
    expect(await one('PLACE2', gimbalCalls)).toMatchObject({ whereabouts: 'mounted', droneName: 'AIR1' });
    await rooms.db
      .updateTable('dock_snapshot')
      .set({ online: false })
      .where('dock_oid', '=', dockOID)
      .execute();
    expect(await one('PLACE1')).toMatchObject({ storeMode: null });
    await call(batteryCalls.add, { name: 'x', sn: 'SHELF1', vendor: 'DJI' });
    expect(await one('SHELF1')).toMatchObject({ whereabouts: 'shelf', storeMode: null, spread: null });
  });
});

describe('firmware', () => {
  it('is compared with the newest of the same model in the organisation', async () => {
    const gimbalOf = (sn: string, model: string, firmware: string) =>
      of('gimbal', sn, { model, firmware, slot: sn });
    await write(
      heardIn(
        0,
        gimbalOf('HEAD1', 'H20', '9.10'),
        gimbalOf('HEAD2', 'H20', '10.1'),
        gimbalOf('HEAD3', 'L2', '2.0'),
      ),
    );
    expect(await one('HEAD1', gimbalCalls)).toMatchObject({
      reportedFirmware: '9.10',
      latestFirmware: '10.1',
    });
    expect(await one('HEAD3', gimbalCalls)).toMatchObject({ latestFirmware: '2.0' });
  });
});

describe('the reporter', () => {
  it('writes an aircraft at most once in 30 s, and only what is new', async () => {
    const link = {};
    let seenAt = rooms.clock.wall() + 1_000_000;
    const reporter = createDeviceReporter(rooms.runtime, {
      timer: 'device.write',
      links: () => [link],
      heard: () => ({ ...places[0]!, seenAt, reports: [of('battery', 'SWAP1', { cycles: 60 })] }),
      write: writeDeviceReports,
    });
    const stored = async (): Promise<number> => (await one('SWAP1')).seenAt ?? 0;
    await reporter.flush();
    expect(await stored()).toBe(seenAt);
    const first = seenAt;
    seenAt += 2_000;
    await reporter.flush();
    expect(await stored()).toBe(first);
    // The battery was sampled as well, and both were writes: its aircraft waits twice as long.
    rooms.clock.move(30_000);
    await reporter.flush();
    expect(await stored()).toBe(first);
    rooms.clock.move(30_000);
    await reporter.flush();
    expect(await stored()).toBe(seenAt);
    const second = seenAt;
    seenAt += 2_000;
    rooms.clock.move(29_000);
    await reporter.flush();
    expect(await stored()).toBe(second);
    rooms.clock.move(1_000);
    await reporter.flush();
    expect(await stored()).toBe(seenAt);
  });
});
