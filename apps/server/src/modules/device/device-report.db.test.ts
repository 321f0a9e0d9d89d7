import { batteryCalls, droneCalls, gimbalCalls, limits, type BatteryRecord } from '@eyrie/domain';
import type { DeviceReport } from '@eyrie/dji';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  });
});

describe('the reporter', () => {
  it('writes an aircraft at most once in 30 s, and only what is new', async () => {
    const link = {};
    let seenAt = rooms.clock.wall() + 1_000_000;
    const reporter = createDeviceReporter(rooms.runtime, {
      links: () => [link],
      heard: () => ({ ...places[0]!, seenAt, reports: [of('battery', 'SWAP1', { cycles: seenAt % 1_000 })] }),
      write: writeDeviceReports,
    });
    const stored = async (): Promise<number> => (await one('SWAP1')).seenAt ?? 0;
    await reporter.flush();
    expect(await stored()).toBe(seenAt);
    const first = seenAt;
    seenAt += 2_000;
    await reporter.flush();
    expect(await stored()).toBe(first);
    rooms.clock.move(30_000);
    await reporter.flush();
    expect(await stored()).toBe(seenAt);
  });
});
