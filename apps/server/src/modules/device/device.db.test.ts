import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import {
  batteryCalls,
  droneCalls,
  gimbalCalls,
  remoteControllerCalls,
  robotCalls,
  type BatteryRecord,
  type DroneRecord,
} from '@eyrie/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import * as battery from '../battery/index.ts';
import * as drone from '../drone/index.ts';
import * as gimbal from '../gimbal/index.ts';
import * as remoteController from '../remote-controller/index.ts';
import * as robot from '../robot/index.ts';
import { quietDockDeps } from '../../testing/dock-deps.ts';
import { createTestFlights } from '../../testing/flights.ts';

let rooms: TestRooms;
let administrator: string;
let operator: string;
let stranger: string;
beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator', 'operator'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  administrator = await rooms.tokenOf('gamma-administrator');
  operator = await rooms.tokenOf('gamma-operator');
  stranger = await rooms.tokenOf('omega-administrator');
});
afterAll(() => rooms?.close());

type Declaration = Parameters<TestRooms['call']>[0];
const call = async <T = BatteryRecord>(
  declaration: Declaration,
  request: unknown,
  more: object = {},
): Promise<T> => {
  const { audit: auditLog, department, organisation } = rooms;
  const zone = { ...organisation, timeZoneOf: async () => 'Asia/Shanghai' };
  const base = {
    ...rooms,
    ...quietDockDeps,
  };
  const dock = { subscribed: { expect: () => ({ wait: async () => {} }) } };
  const extra = [battery, drone, gimbal, remoteController, robot].flatMap(({ endpoints }) =>
    endpoints(base, { auditLog, department, organisation: zone, dock }),
  );
  return (await rooms.call(declaration, request, { token: administrator, extra, ...more })).data as T;
};

const kinds = [
  ['battery', batteryCalls],
  ['gimbal', gimbalCalls],
  ['remoteController', remoteControllerCalls],
  ['robot', robotCalls],
  ['drone', droneCalls],
] as const;

it('names of aircraft are Chinese alone, at most 20 characters, until the organisation allows others', async () => {
  const given = { sn: 'SN-NAMED', vendor: 'DJI' };
  const refused = async (name: string) =>
    (await refusalOf(call(droneCalls.add, { ...given, name })))?.details.issues?.map(({ path, rule }) => [
      path,
      rule,
    ]);
  expect(await refused('Falcon')).toEqual([['name', 'chineseOnly']]);
  expect(await refused('鹰'.repeat(21))).toEqual([['name', 'chineseMax']]);
  const made = await call<DroneRecord>(droneCalls.add, { ...given, name: '鹰'.repeat(20) });
  expect(made).toMatchObject({ incomplete: ['insuranceCompany', 'policyNumber', 'insuranceUntil'] });
  const { oid } = made;
  const policy = (value: object) =>
    rooms.db
      .updateTable('organisation')
      .set({ policy: JSON.stringify(value) })
      .where('name', '=', 'gamma')
      .execute();
  await policy({ nameChineseOnly: false, insuranceRequired: false });
  expect(await call(droneCalls.edit, { oid, name: 'Falcon' })).toMatchObject({
    name: 'Falcon',
    incomplete: [],
  });
  await policy({});
  await call(droneCalls.remove, { oids: [oid] });
});

it('a device of another vendor that says nothing is incomplete until a person says what it is', async () => {
  const given = { name: 'Pack', sn: 'SN-SILENT', vendor: 'own' };
  const made = await call(batteryCalls.add, given);
  expect(made).toMatchObject({ incomplete: ['model', 'firmware'] });
  const { oid } = made;
  expect(await call(batteryCalls.edit, { oid, model: 'P1', firmware: '1.0' })).toMatchObject({
    incomplete: [],
  });
  await call(batteryCalls.remove, { oids: [oid] });
});

describe.each(kinds)('the room of kind %s', (word, calls) => {
  const given = { name: '一号', sn: `SN-${word}`, vendor: 'DJI' };

  it('adds, changes, retires, reinstates and deletes a device, and stops the second writer', async () => {
    const made = await call(calls.add, { ...given, model: 'X1', manufacturedAt: 1_700_000_000_000 });
    expect(made).toMatchObject({ ...given, model: 'X1', standing: 'inService', online: false, seenAt: null });
    expect(await reasonOf(call(calls.add, given))).toBe('snTaken');
    const edit = { oid: made.oid, name: '二号', firmware: '', version: 0 };
    expect(await call(calls.edit, edit)).toMatchObject({ name: '二号', firmware: null, version: 1 });
    expect(await reasonOf(call(calls.edit, { ...edit, name: '三号' }))).toBe('conflict');
    expect(await call(calls.retire, { oids: [made.oid] })).toEqual({ ok: true });
    expect(await reasonOf(call(calls.retire, { oids: [made.oid] }))).toBe('deviceRetired');
    const retired = await call<{ list: BatteryRecord[] }>(calls.query, { standing: 'retired' });
    expect(retired.list).toMatchObject([{ oid: made.oid, standing: 'retired' }]);
    expect(retired.list[0]?.allowed).not.toContain('retire');
    expect(await reasonOf(call(calls.maintain, { oid: made.oid, maintenance: 'awaiting' }))).toBe(
      'deviceRetired',
    );
    await call(calls.reinstate, { oids: [made.oid] });
    expect(await reasonOf(call(calls.reinstate, { oids: [made.oid] }))).toBe('deviceNotRetired');
    expect(await reasonOf(call(calls.accept, { oids: [made.oid], groupOID: made.groupOID }))).toBe(
      'deviceAccepted',
    );
    await call(calls.remove, { oids: [made.oid] });
    expect(await reasonOf(call(calls.get, { oid: made.oid }))).toBe('notFound');
    // Its serial number is free again.
    const again = await call(calls.add, given);
    await call(calls.remove, { oids: [again.oid] });
  });

  it('moves a maintenance on step by step and keeps who did it', async () => {
    const { oid } = await call(calls.add, given);
    expect(await reasonOf(call(calls.maintain, { oid, maintenance: 'under' }))).toBe('maintenanceStep');
    for (const maintenance of ['awaiting', 'under', 'none'])
      expect(await call(calls.maintain, { oid, maintenance, remark: 'cells' })).toMatchObject({
        maintenance,
      });
    const { list } = await call<{ list: object[] }>(calls.events, { oid });
    expect(list).toHaveLength(3);
    expect(list[0]).toMatchObject({ event: 'maintenance', from: 'under', to: 'none', remark: 'cells' });
    await call(calls.remove, { oids: [oid] });
  });

  it('is seen and changed by nobody of another organisation, where the same serial number is free', async () => {
    const { oid, groupOID } = await call(calls.add, given);
    const theirs = { token: stranger };
    for (const [one, request] of [
      [calls.get, { oid }],
      [calls.events, { oid }],
      [calls.retire, { oids: [oid] }],
      [calls.accept, { oids: [oid], groupOID }],
      [calls.maintain, { oid, maintenance: 'awaiting' }],
    ] as const)
      expect(await reasonOf(call(one, request, theirs))).toBe('notFound');
    const own = await call(calls.add, given, theirs);
    expect(await reasonOf(call(calls.edit, { oid: own.oid, groupOID }, theirs))).toBe('invalid');
    await call(calls.remove, { oids: [own.oid] }, theirs);
    await call(calls.remove, { oids: [oid] });
  });

  it('refuses who may not change devices', async () => {
    expect(await reasonOf(call(calls.add, given, { token: operator }))).toBe('notAllowed');
  });

  it('is exchanged with spreadsheets, all rows or none', async () => {
    const template = await call<BytesAnswer>(calls.template, { format: 'csv' }, { language: 'en' });
    const heading = String(await buffer(template.body as Readable)).trim();
    expect(heading).toContain('Name,Serial number,Vendor');
    const file = (text: string) => ({ file: { name: 'a.csv', bytes: Buffer.from(text) }, language: 'en' });
    const titles = 'Name,Serial number,Vendor,Manufactured';
    const wrong = await call<{ rows: { row: number; issues: { path: string }[] }[] }>(
      calls.import,
      { preview: 'true' },
      file(`${titles}\n一,${word}-1,DJI,2026-01-31\n二,!,DJI,\n三,${word}-3,Other,yesterday`),
    );
    expect(wrong.rows.map(({ issues }) => issues.map(({ path }) => path))).toEqual([
      [],
      ['sn'],
      ['vendor', 'manufacturedAt'],
    ]);
    await call(calls.import, {}, file(`${titles}\n一,${word}-1,DJI,2026-01-31\n二,${word}-2,own,`));
    const { list } = await call<{ list: BatteryRecord[] }>(calls.query, { keyword: `${word}-` });
    expect(list.map(({ sn, vendor }) => `${sn} ${vendor}`).toSorted((a, b) => a.localeCompare(b))).toEqual([
      `${word}-1 DJI`,
      `${word}-2 own`,
    ]);
    const table = await call<BytesAnswer>(calls.export, { format: 'csv' }, { language: 'en' });
    expect(String(await buffer(table.body as Readable))).toContain('2026-01-31');
    await call(calls.remove, { oids: list.map(({ oid }) => oid) });
  });
});

describe('an aircraft', () => {
  it('is named by the rule of the organisation, and is insured', async () => {
    const given = { name: 'Falcon', sn: 'RULE1', vendor: 'DJI' };
    expect(await reasonOf(call(droneCalls.add, given))).toBe('invalid');
    const insured = { insuranceCompany: 'PICC', policyNumber: 'P1', insuranceUntil: 1_900_000_000_000 };
    const made = await call<DroneRecord>(droneCalls.add, {
      ...given,
      name: '猎鹰',
      model: 'm3td',
      ...insured,
    });
    expect(made).toMatchObject({ ...insured, model: 'Matrice 3TD', reportedModel: null });
    const long = { oid: made.oid, policyNumber: 'x'.repeat(31) };
    expect(await reasonOf(call(droneCalls.edit, long))).toBe('invalid');
    await call(droneCalls.remove, { oids: [made.oid] });
  });

  it('with a flight is not deleted, and can be retired', async () => {
    const make = createTestFlights(rooms.runtime);
    const dockOID = await make.dock('gamma-operator');
    const part = {
      dockOID,
      taskOID: await make.task('gamma-operator'),
      routeOID: await make.route('gamma-operator'),
      state: 'over',
    };
    const flightOID = await make.flight('gamma-operator', part);
    const made = await call(droneCalls.add, { name: '飞过', sn: 'FLOWN1', vendor: 'DJI' });
    await rooms.db.updateTable('flight').set({ drone_oid: made.oid }).where('oid', '=', flightOID).execute();
    const compared = { oid: made.oid };
    const none = { flights: null, flightTime: null, distance: null };
    expect(await call(droneCalls.reconcile, compared)).toMatchObject({
      reported: none,
      recorded: { flights: 0, flightTime: 0, distance: 0 },
      since: null,
    });
    const flown = { start_time: new Date(1_750_000_000_000), duration: 90, distance: 1_200 };
    await rooms.db.updateTable('flight').set(flown).where('oid', '=', flightOID).execute();
    expect(await call(droneCalls.reconcile, compared)).toMatchObject({
      recorded: { flights: 1, flightTime: 90, distance: 1_200 },
      since: 1_750_000_000_000,
    });
    expect(await reasonOf(call(droneCalls.reconcile, compared, { token: stranger }))).toBe('notFound');
    expect(await reasonOf(call(droneCalls.remove, { oids: [made.oid] }))).toBe('inUse');
    expect(await call(droneCalls.retire, { oids: [made.oid] })).toEqual({ ok: true });
  });
});
