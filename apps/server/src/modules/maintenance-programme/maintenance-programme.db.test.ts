import {
  batteryCalls,
  droneCalls,
  maintenanceProgrammeCalls,
  type BatteryRecord,
  type DroneRecord,
  type MaintenanceProgrammeRecord,
} from '@eyrie/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import * as battery from '../battery/index.ts';
import {
  batteryList,
  dockDueBy,
  endingInsurances,
  releaseUpkeep,
  sweepUpkeep,
  upkeepNow,
  writeMaintenance,
} from '../device/index.ts';
import { dockList } from '../dock/index.ts';
import * as drone from '../drone/index.ts';
import { endpoints } from './index.ts';

let rooms: TestRooms;
let administrator: string;
let stranger: string;
beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  administrator = await rooms.tokenOf('gamma-administrator');
  stranger = await rooms.tokenOf('omega-administrator');
});
afterAll(() => rooms?.close());

type Declaration = Parameters<TestRooms['call']>[0];
const call = async <T = MaintenanceProgrammeRecord>(
  declaration: Declaration,
  request: unknown,
  token = administrator,
): Promise<T> => {
  const { audit: auditLog, department, organisation } = rooms;
  const needs = {
    auditLog,
    department,
    organisation: { ...organisation, timeZoneOf: async () => 'Asia/Shanghai' },
  };
  const extra = [
    ...endpoints(rooms, needs),
    ...battery.endpoints(rooms, needs),
    ...drone.endpoints(rooms, needs),
  ];
  return (await rooms.call(declaration, request, { token, extra })).data as T;
};
const made = (sn: string): Promise<BatteryRecord> =>
  call<BatteryRecord>(batteryCalls.add, { name: sn, sn, vendor: 'DJI', model: 'TB30' });
/** What the battery said of itself last. */
const reported = (oid: string, cycles: number) =>
  rooms.db
    .insertInto('device_report')
    .values({
      device_oid: oid,
      seen_at: new Date(rooms.clock.wall()),
      cycles,
      dock_oid: null,
      drone_oid: null,
      slot: null,
      model: null,
      firmware: null,
      percent: null,
      voltage: null,
      temperature: null,
      stored_days: null,
      flights: null,
      flight_time: null,
      distance: null,
    })
    .onConflict((conflict) => conflict.column('device_oid').doUpdateSet({ cycles }))
    .execute();

describe('a maintenance programme', () => {
  it('is made, changed and deleted, and asks for something that its kind of device counts', async () => {
    const given = { name: 'Yearly', kind: 'drone', days: 365 };
    const programme = await call(maintenanceProgrammeCalls.add, given);
    expect(programme).toMatchObject({ ...given, model: '', warnPercent: 90, cycles: null });
    expect(await reasonOf(call(maintenanceProgrammeCalls.add, { ...given, days: null, cycles: 5 }))).toBe(
      'programmeEmpty',
    );
    expect(await reasonOf(call(maintenanceProgrammeCalls.add, { ...given, days: 0 }))).toBe('invalid');
    const { oid } = programme;
    expect(await reasonOf(call(maintenanceProgrammeCalls.edit, { oid, days: null }))).toBe('programmeEmpty');
    expect(await call(maintenanceProgrammeCalls.edit, { oid, flights: 50, days: null })).toMatchObject({
      flights: 50,
      days: null,
    });
    expect(await reasonOf(call(maintenanceProgrammeCalls.get, { oid }, stranger))).toBe('notFound');
    await call(maintenanceProgrammeCalls.remove, { oids: [oid] });
  });

  it('makes a battery due at its limit, amber before, and counts anew once it was maintained', async () => {
    const { oid: programmeOID } = await call(maintenanceProgrammeCalls.add, {
      name: 'Cells',
      kind: 'battery',
      model: 'tb30',
      cycles: 100,
    });
    const { oid } = await made('CYCLE1');
    const other = await call<BatteryRecord>(batteryCalls.add, { name: 'x', sn: 'CYCLE2', vendor: 'DJI' });
    await reported(oid, 89);
    await reported(other.oid, 500);
    const get = (): Promise<BatteryRecord> => call<BatteryRecord>(batteryCalls.get, { oid });
    const sweep = () => sweepUpkeep(rooms.runtime, 'battery', batteryList);
    expect((await get()).upkeep).toEqual([]);
    await reported(oid, 90);
    expect((await get()).upkeep).toMatchObject([{ rule: 'cycles', level: 'soon', used: 90, limit: 100 }]);
    expect(await sweep()).toEqual([]);
    await reported(oid, 100);
    expect(await sweep()).toMatchObject([{ oid, item: { programme: 'Cells', rule: 'cycles' } }]);
    // The other server finds nothing left to do, and the battery of another model is nobody's concern.
    expect(await sweep()).toEqual([]);
    const dueBy = { programme: 'Cells', rule: 'cycles', reached: '100/100' };
    expect(await get()).toMatchObject({ maintenance: 'awaiting', unfit: ['maintenanceDue'], dueBy });
    const { list } = await call<{ list: BatteryRecord[] }>(batteryCalls.query, { airworthy: false });
    expect(list.map((one) => one.oid)).toEqual([oid]);
    const events = await call<{ list: object[] }>(batteryCalls.events, { oid });
    expect(events.list).toMatchObject([{ event: 'due', from: 'Cells', to: 'cycles', remark: '100/100' }]);
    await call(batteryCalls.maintain, { oid, maintenance: 'under' });
    expect(await get()).toMatchObject({ unfit: ['underMaintenance'], dueBy });
    await call(batteryCalls.maintain, { oid, maintenance: 'none', remark: 'balanced' });
    expect(await get()).toMatchObject({ unfit: [], upkeep: [], dueBy: null });
    await reported(oid, 189);
    expect((await get()).upkeep).toEqual([]);
    await reported(oid, 200);
    expect((await get()).upkeep).toMatchObject([{ level: 'due', used: 100 }]);
    await call(maintenanceProgrammeCalls.remove, { oids: [programmeOID] });
    expect((await get()).upkeep).toEqual([]);
  });
});

describe('a programme that is gone, or asks for less', () => {
  it('keeps nothing down that it made due, and leaves alone what a person noted or has begun', async () => {
    const given = { name: 'Strict', kind: 'battery', model: 'TB30', cycles: 10 };
    const { oid: programmeOID } = await call(maintenanceProgrammeCalls.add, given);
    const [due, noted, begun] = [await made('GONE1'), await made('GONE2'), await made('GONE3')];
    for (const { oid } of [due, begun]) await reported(oid, 10);
    await reported(noted.oid, 1);
    const sweep = async (): Promise<void> => {
      await releaseUpkeep(rooms.runtime, 'battery', batteryList);
      await sweepUpkeep(rooms.runtime, 'battery', batteryList);
    };
    await sweep();
    await call(batteryCalls.maintain, { oid: noted.oid, maintenance: 'awaiting' });
    await call(batteryCalls.maintain, { oid: begun.oid, maintenance: 'under' });
    const states = async () =>
      Promise.all(
        [due, noted, begun].map(
          async ({ oid }) => (await call<BatteryRecord>(batteryCalls.get, { oid })).maintenance,
        ),
      );
    expect(await states()).toEqual(['awaiting', 'awaiting', 'under']);
    await sweep();
    expect(await states()).toEqual(['awaiting', 'awaiting', 'under']);
    await call(maintenanceProgrammeCalls.remove, { oids: [programmeOID] });
    await sweep();
    expect(await states()).toEqual(['none', 'awaiting', 'under']);
    const events = await call<{ list: object[] }>(batteryCalls.events, { oid: due.oid });
    expect(events.list[0]).toMatchObject({ event: 'maintenance', by: null, from: 'awaiting', to: 'none' });
  });
});

describe('what a programme counts', () => {
  const flown = async (part: { droneOID?: string; dockOID?: string; duration: number; reason?: string }) => {
    const make = createTestFlights(rooms.runtime);
    const account = 'gamma-administrator';
    const dockOID = part.dockOID ?? (await make.dock(account));
    const [taskOID, routeOID] = [await make.task(account), await make.route(account)];
    const oid = await make.flight(account, { taskOID, routeOID, dockOID, state: 'over' });
    await sql`update flight set drone_oid = ${part.droneOID ?? null}::uuid, start_time = now(), end_time = now(),
      outcome = 'done', outcome_reason = ${part.reason ?? null}, duration = ${part.duration}
      where oid = ${oid}::uuid`.execute(rooms.db);
  };

  it('are landings recorded here, since the last maintenance, with the parts that were used in it', async () => {
    const programme = { name: 'Gear', kind: 'drone', landings: 2 };
    const { oid: programmeOID } = await call(maintenanceProgrammeCalls.add, programme);
    const { oid: droneOID } = await call<DroneRecord>(droneCalls.add, {
      name: '降落',
      sn: 'LAND1',
      vendor: 'DJI',
    });
    const get = (): Promise<DroneRecord> => call<DroneRecord>(droneCalls.get, { oid: droneOID });
    await flown({ droneOID, duration: 60 });
    await flown({ droneOID, duration: 60, reason: 'endedUnobserved' });
    await flown({ droneOID, duration: 0 });
    expect((await get()).upkeep).toEqual([]);
    await flown({ droneOID, duration: 60 });
    expect((await get()).upkeep).toMatchObject([{ rule: 'landings', level: 'due', used: 2, limit: 2 }]);
    const parts = [{ name: 'Landing gear', number: 'LG-1', quantity: 2 }];
    for (const maintenance of ['awaiting', 'under', 'none'])
      await call(droneCalls.maintain, {
        oid: droneOID,
        maintenance,
        parts: maintenance === 'none' ? parts : [],
      });
    expect((await get()).upkeep).toEqual([]);
    const { list } = await call<{ list: object[] }>(droneCalls.events, { oid: droneOID });
    expect(list).toMatchObject([
      { event: 'maintenance', to: 'none', parts, by: 'gamma administrator' },
      { parts: [] },
      { parts: [] },
    ]);
    const many = Array.from({ length: 21 }, () => parts[0]);
    const wrong = { oid: droneOID, maintenance: 'awaiting' };
    expect(await reasonOf(call(droneCalls.maintain, { ...wrong, parts: many }))).toBe('invalid');
    expect(
      await reasonOf(call(droneCalls.maintain, { ...wrong, parts: [{ ...parts[0], quantity: 0 }] })),
    ).toBe('invalid');
    await call(maintenanceProgrammeCalls.remove, { oids: [programmeOID] });
  });

  it('is what is recorded here with corrections, while the aircraft counts nothing itself', async () => {
    const { oid: programmeOID } = await call(maintenanceProgrammeCalls.add, {
      name: 'Flown',
      kind: 'drone',
      hours: 10,
    });
    const { oid } = await call<DroneRecord>(droneCalls.add, { name: '小时', sn: 'HOURS1', vendor: 'DJI' });
    const upkeep = async () => (await call<DroneRecord>(droneCalls.get, { oid })).upkeep;
    await flown({ droneOID: oid, duration: 3_600 });
    expect(await upkeep()).toEqual([]);
    await call(droneCalls.correct, { oid, flightTime: 9 * 3_600, reason: 'flown before' });
    expect(await upkeep()).toMatchObject([{ rule: 'hours', level: 'due', used: 10 }]);
    await call(maintenanceProgrammeCalls.remove, { oids: [programmeOID] });
  });

  it('is for docks the jobs and hours that they report, else the flights here; each is due once', async () => {
    const { oid: programmeOID } = await call(maintenanceProgrammeCalls.add, {
      name: 'Dock service',
      kind: 'dock',
      jobs: 100,
      runningHours: 500,
    });
    expect(await reasonOf(call(maintenanceProgrammeCalls.add, { name: 'x', kind: 'dock', flights: 1 }))).toBe(
      'programmeEmpty',
    );
    const dockOID = await createTestFlights(rooms.runtime).dock('gamma-administrator');
    const { groupRoot } = await call(maintenanceProgrammeCalls.get, { oid: programmeOID });
    const due = () => upkeepNow(rooms.db, { kind: 'dock', oid: dockOID, groupRoot });
    const changed: string[] = [];
    const sweep = () =>
      sweepUpkeep(rooms.runtime, 'dock', dockList, async (_trx, oids) => void changed.push(...oids));
    await flown({ dockOID, duration: 60 });
    expect(await due()).toEqual([]);
    const says = (values: object) =>
      sql`insert into dock_snapshot (dock_oid, online, dock_values, written_at)
        values (${dockOID}::uuid, true, ${JSON.stringify(values)}::jsonb, now())
        on conflict (dock_oid) do update set dock_values = excluded.dock_values`.execute(rooms.db);
    await says({ job_number: 90, acc_time: 1_000 });
    expect(await due()).toMatchObject([{ rule: 'jobs', level: 'soon', used: 90 }]);
    expect(await sweep()).toEqual([]);
    await says({ job_number: 120, acc_time: 1_000 });
    expect(await sweep()).toMatchObject([{ oid: dockOID, kind: 'dock', item: { rule: 'jobs' } }]);
    expect(await sweep()).toEqual([]);
    expect(changed).toEqual([dockOID]);
    const { maintenance } = await rooms.db
      .selectFrom('dock')
      .select('maintenance')
      .where('oid', '=', dockOID)
      .executeTakeFirstOrThrow();
    expect(maintenance).toBe('awaiting');
    const dueBy = { programme: 'Dock service', rule: 'jobs', reached: '120/100' };
    expect(await dockDueBy(rooms.db, dockOID)).toEqual(dueBy);
    const { oid: by } = await rooms.db.selectFrom('member').select('oid').executeTakeFirstOrThrow();
    const step = { by, remark: '', parts: [], at: new Date(rooms.clock.wall()) };
    await writeMaintenance(rooms.db, 'dock', dockOID, { ...step, from: 'under', maintenance: 'none' });
    expect(await due()).toEqual([]);
    await says({ job_number: 220, acc_time: 1_000 + 500 * 3_600 });
    expect(await due()).toMatchObject([
      { rule: 'jobs', used: 100 },
      { rule: 'runningHours', level: 'due', used: 500 },
    ]);
    await call(maintenanceProgrammeCalls.remove, { oids: [programmeOID] });
  });

  it('names batteries that are to be replaced soon, alike in the badge and by the filter', async () => {
    const rule = {
      name: 'Old cells',
      kind: 'battery',
      model: 'tb60',
      replaceCycles: 300,
      replaceSpread: 200,
    };
    const { oid: programmeOID } = await call(maintenanceProgrammeCalls.add, rule);
    expect(await call(batteryCalls.replaceRules, {})).toMatchObject({
      list: [{ name: 'Old cells', model: 'tb60', replaceCycles: 300, replaceStoredDays: null }],
    });
    const cases = [
      { cycles: 299, spread: 0.199 },
      { cycles: 300, spread: null },
      { cycles: 1, spread: 0.2 },
      { cycles: 0, spread: null },
    ];
    for (const [at, { cycles, spread }] of cases.entries()) {
      const { oid } = await call<BatteryRecord>(batteryCalls.add, {
        name: `R${at}`,
        sn: `REPLACE${at}`,
        vendor: 'DJI',
        model: 'TB60',
      });
      await reported(oid, cycles);
      await rooms.db.updateTable('device_report').set({ spread }).where('device_oid', '=', oid).execute();
    }
    const listed = async (more: object) =>
      (await call<{ list: BatteryRecord[] }>(batteryCalls.query, { keyword: 'REPLACE', ...more })).list;
    const all = await listed({});
    expect(all.map(({ replaceSoon }) => replaceSoon.map((item) => item.rule))).toEqual([
      [],
      ['replaceCycles'],
      ['replaceSpread'],
      [],
    ]);
    const soon = all.filter(({ replaceSoon }) => replaceSoon.length > 0).map(({ oid }) => oid);
    expect((await listed({ replaceSoon: true })).map(({ oid }) => oid)).toEqual(soon);
    expect(await listed({ replaceSoon: false })).toHaveLength(2);
    await call(maintenanceProgrammeCalls.remove, { oids: [programmeOID] });
    expect(await listed({ replaceSoon: true })).toEqual([]);
  });
});

describe('an aircraft', () => {
  it('is not airworthy for its insurance, its battery and itself, each named', async () => {
    const day = 86_400_000;
    const given = { name: '猎鹰', sn: 'FIT1', vendor: 'DJI', insuranceUntil: Date.now() + 40 * day };
    const { oid } = await call<DroneRecord>(droneCalls.add, given);
    const unfit = () => drone.unfitReasonsOf(rooms.db, oid);
    // What was only typed says nothing for itself.
    expect(await unfit()).toEqual(['unheard']);
    expect(await call(droneCalls.get, { oid })).toMatchObject({ airworthiness: 'unheard' });
    await rooms.db.updateTable('drone').set({ heard: true }).where('oid', '=', oid).execute();
    expect(await unfit()).toEqual([]);
    expect(await call(droneCalls.get, { oid })).toMatchObject({ airworthiness: 'fit' });
    const carried = await made('CARRIED1');
    await reported(carried.oid, 1);
    await rooms.db
      .updateTable('device_report')
      .set({ drone_oid: oid })
      .where('device_oid', '=', carried.oid)
      .execute();
    await call(batteryCalls.maintain, { oid: carried.oid, maintenance: 'awaiting' });
    expect(await unfit()).toEqual(['carried']);
    await call(droneCalls.edit, { oid, insuranceUntil: Date.now() - day });
    await call(droneCalls.maintain, { oid, maintenance: 'awaiting' });
    await call(droneCalls.maintain, { oid, maintenance: 'under' });
    expect(await unfit()).toEqual(['underMaintenance', 'insuranceOver', 'carried']);
    expect(await call(droneCalls.get, { oid })).toMatchObject({ airworthiness: 'grounded' });
    await call(droneCalls.retire, { oids: [oid] });
    expect(await unfit()).toContain('retired');
    expect(await drone.unfitReasonsOf(rooms.db, carried.oid)).toBeNull();
  });

  it('reminds of the end of its insurance once at 30, 7 and 0 days', async () => {
    const day = 86_400_000;
    const now = rooms.clock.wall();
    const given = { name: '保险', sn: 'ENDS1', vendor: 'DJI', insuranceUntil: now + 31 * day };
    const { oid } = await call<DroneRecord>(droneCalls.add, given);
    const reminded = async () =>
      (await endingInsurances(rooms.runtime)).filter((one) => one.oid === oid).map(({ days }) => days);
    expect(await reminded()).toEqual([]);
    rooms.clock.move(2 * day);
    expect(await reminded()).toEqual([30]);
    expect(await reminded()).toEqual([]);
    rooms.clock.move(23 * day);
    expect(await reminded()).toEqual([7]);
    rooms.clock.move(7 * day);
    expect(await reminded()).toEqual([0]);
    expect(await reminded()).toEqual([]);
  });
});
