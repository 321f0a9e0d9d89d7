import {
  batteryCalls,
  droneCalls,
  maintenanceProgrammeCalls,
  type BatteryRecord,
  type DroneRecord,
  type MaintenanceProgrammeRecord,
} from '@eyrie/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import * as battery from '../battery/index.ts';
import { batteryList, endingInsurances, sweepUpkeep } from '../device/index.ts';
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
    expect(await get()).toMatchObject({ maintenance: 'awaiting', unfit: ['maintenanceDue'] });
    const { list } = await call<{ list: BatteryRecord[] }>(batteryCalls.query, { airworthy: false });
    expect(list.map((one) => one.oid)).toEqual([oid]);
    const events = await call<{ list: object[] }>(batteryCalls.events, { oid });
    expect(events.list).toMatchObject([{ event: 'due', from: 'Cells', to: 'cycles', remark: '100/100' }]);
    await call(batteryCalls.maintain, { oid, maintenance: 'under' });
    expect(await get()).toMatchObject({ unfit: ['underMaintenance'] });
    await call(batteryCalls.maintain, { oid, maintenance: 'none', remark: 'balanced' });
    expect(await get()).toMatchObject({ unfit: [], upkeep: [] });
    await reported(oid, 189);
    expect((await get()).upkeep).toEqual([]);
    await reported(oid, 200);
    expect((await get()).upkeep).toMatchObject([{ level: 'due', used: 100 }]);
    await call(maintenanceProgrammeCalls.remove, { oids: [programmeOID] });
    expect((await get()).upkeep).toEqual([]);
  });
});

describe('an aircraft', () => {
  it('is not airworthy for its insurance, its battery and itself, each named', async () => {
    const day = 86_400_000;
    const given = { name: '猎鹰', sn: 'FIT1', vendor: 'DJI', insuranceUntil: Date.now() + 40 * day };
    const { oid } = await call<DroneRecord>(droneCalls.add, given);
    const unfit = () => drone.unfitReasonsOf(rooms.db, oid);
    expect(await unfit()).toEqual([]);
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
