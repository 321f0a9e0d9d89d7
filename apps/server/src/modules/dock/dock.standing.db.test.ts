import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { dockCalls, type DockRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { embeddedAccounts } from '../../platform/mqtt/device-accounts.ts';
import { Directory } from '../../platform/mqtt/directory.ts';
import { quietDockDeps } from '../../testing/dock-deps.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { dockEndpoints, dockIdentities, unfitReasonsOfDock } from './index.ts';

const account = 'gamma-administrator';
const rooms = await createTestRooms();
await rooms.seed('gamma', ['administrator', 'operator'], 'Flug-4711!');
await rooms.seed('omega', ['administrator'], 'Flug-4711!');
afterAll(() => rooms.close());
const suspended: string[] = [];
const extra = dockEndpoints(rooms.runtime, {
  giveCode: async () => ({ code: '', expiresAt: 0 }),
  ...quietDockDeps,
  timeZoneOf: async () => 'Asia/Shanghai',
  accounts: {
    ...embeddedAccounts(rooms.database.connection.pool),
    suspendDock: async (sn) => void suspended.push(sn),
  },
  audit: rooms.audit,
  department: rooms.department,
});
const token = await rooms.tokenOf(account);
const operator = await rooms.tokenOf('gamma-operator');
const stranger = await rooms.tokenOf('omega-administrator');
const call = async <T = DockRecord>(
  declaration: Parameters<TestRooms['call']>[0],
  request: unknown,
  more: object = {},
): Promise<T> => (await rooms.call(declaration, request, { token, extra, ...more })).data as T;
const flights = createTestFlights(rooms.runtime);
let oid: string;
beforeEach(async () => {
  await sql`update dock set deleted_at = now()`.execute(rooms.db);
  oid = await flights.dock(account);
});

const hear = () =>
  sql`insert into dock_snapshot (dock_oid, online, last_seen_at, written_at)
    values (${oid}::uuid, true, now(), now())`.execute(rooms.db);
const get = () => call(dockCalls.get, { oid });
const flight = async (state: string): Promise<string> =>
  flights.flight(account, {
    taskOID: await flights.task(account),
    routeOID: await flights.route(account),
    dockOID: oid,
    state,
  });
const found = async (filter: object): Promise<string[]> =>
  (await call<{ list: DockRecord[] }>(dockCalls.query, { pageNum: 1, pageSize: 20, ...filter })).list.map(
    (dock) => dock.oid,
  );
const withDrone = async (): Promise<string> => {
  const droneOID = rooms.runtime.newOid();
  await sql`insert into drone (oid, group_root, group_oid, name, sn, model, dock_oid, heard)
    select ${droneOID}::uuid, group_root, group_oid, '无人机', ${droneOID}, '0-91-1', oid, true from dock
    where oid = ${oid}::uuid`.execute(rooms.db);
  return droneOID;
};
const alarm = (device: 'dock' | 'drone', level: number, droneOID: string | null = null) =>
  sql`insert into device_health (oid, group_root, group_oid, dock_oid, drone_oid, device, code, level, in_the_sky, args,
      first_at, last_at)
    select gen_random_uuid(), group_root, group_oid, oid, ${droneOID}::uuid, ${device}, ${`0x${level}`}, ${level}, false,
      '{}', now(), now() from dock where oid = ${oid}::uuid`.execute(rooms.db);

describe('a dock', () => {
  it('with flights is retired and not deleted, signs in no more, and is found again', async () => {
    await hear();
    await flight('over');
    const droneOID = await withDrone();
    const { sn } = await get();
    const directory = new Directory(rooms.database.connection, () => rooms.clock.mono());
    expect(await directory.read([sn])).toHaveProperty('size', 1);
    const refused = await refusalOf(call(dockCalls.remove, { oids: [oid] }));
    expect(refused).toMatchObject({
      reason: 'inUse',
      details: {
        data: { inTheWay: [{ oid, kind: 'flight', count: 1, link: expect.stringContaining(oid) }] },
      },
    });
    expect(await reasonOf(call(dockCalls.retire, { oids: [oid] }))).toBe('done');
    expect(await get()).toMatchObject({
      standing: 'retired',
      online: false,
      unfit: ['retired'],
      droneOID: null,
    });
    expect((await get()).allowed).toEqual(['edit', 'delete', 'reinstate']);
    expect(await directory.read([sn])).toHaveProperty('size', 0);
    expect(suspended).toContain(sn);
    expect(await dockIdentities(rooms.db, [oid])).toEqual([]);
    expect(await unfitReasonsOfDock(rooms.db, oid)).toEqual(['retired']);
    expect(await found({ standing: 'inService' })).toEqual([]);
    expect(await found({ standing: 'retired' })).toEqual([oid]);
    const { rows } =
      await sql`select 1 from drone where oid = ${droneOID}::uuid and dock_oid is null`.execute(rooms.db);
    expect(rows).toHaveLength(1);
    expect(await refusalOf(call(dockCalls.retire, { oids: [oid] }))).toMatchObject({
      reason: 'deviceRetired',
      details: { values: { name: '机场' } },
    });
    expect(await reasonOf(call(dockCalls.maintain, { oid, maintenance: 'awaiting' }))).toBe('deviceRetired');
    await call(dockCalls.reinstate, { oids: [oid] });
    expect(await get()).toMatchObject({ standing: 'inService', unfit: [] });
    expect(await directory.read([sn])).toHaveProperty('size', 1);
    expect(await reasonOf(call(dockCalls.reinstate, { oids: [oid] }))).toBe('deviceNotRetired');
    const { list } = await call<{ list: { changes: { field: string }[] }[] }>(dockCalls.history, { oid });
    expect(list.map(({ changes }) => changes.map(({ field }) => field))).toEqual([
      ['retiredAt'],
      ['retiredAt'],
    ]);
  });

  it('is not retired under a flight that waits, and none of the others with it', async () => {
    await flight('created');
    const other = await flights.dock(account);
    expect(await reasonOf(call(dockCalls.retire, { oids: [other, oid] }))).toBe('inUse');
    expect(await found({ standing: 'retired' })).toEqual([]);
  });

  it('is retired by nobody who may not, and by nobody of another organisation', async () => {
    for (const declaration of [dockCalls.retire, dockCalls.reinstate]) {
      expect(await reasonOf(call(declaration, { oids: [oid] }, { token: operator }))).toBe('notAllowed');
      expect(await reasonOf(call(declaration, { oids: [oid] }, { token: stranger }))).toBe('notFound');
    }
  });
});

it('the history of a dock names the departments that its reader sees, and who moved it', async () => {
  const { groupOID, groupRoot } = await get();
  const below = await rooms.department.add(rooms.db, { groupRoot, parentOID: groupOID, name: '北区' });
  await call(dockCalls.edit, { oid, groupOID: below });
  const { list } = await call<{ list: unknown[] }>(dockCalls.history, { oid });
  const called = { from: 'gamma', to: '北区' };
  expect(list).toMatchObject([
    {
      by: { name: 'gamma administrator' },
      changes: [{ field: 'groupOID', from: groupOID, to: below, called }],
    },
  ]);
  await sql`update member set group_oid = ${below}::uuid where account = 'gamma-operator'`.execute(rooms.db);
  const narrow = await rooms.tokenOf('gamma-operator');
  const seen = await call<{ list: unknown[] }>(dockCalls.history, { oid }, { token: narrow });
  expect(seen.list).toMatchObject([{ changes: [{ called: { from: null, to: '北区' } }] }]);
  await sql`update member set group_oid = ${groupOID}::uuid where account = 'gamma-operator'`.execute(
    rooms.db,
  );
});

describe('a dock is not airworthy', () => {
  // The organisation only warns of maintenance, insurance and airworthiness, as it does at first.
  const cases: [string, string, boolean, () => unknown][] = [
    [
      'maintenance is due',
      'maintenanceDue',
      false,
      () => call(dockCalls.maintain, { oid, maintenance: 'awaiting' }),
    ],
    [
      'its insurance is over',
      'insuranceOver',
      false,
      () => call(dockCalls.edit, { oid, insuranceUntil: 1_000 }),
    ],
    ['a red alarm of it stands', 'alarm', true, () => alarm('dock', 2)],
    [
      'its aircraft is under maintenance',
      'carried',
      true,
      async () => {
        const droneOID = await withDrone();
        await sql`update drone set maintenance = 'under' where oid = ${droneOID}::uuid`.execute(rooms.db);
      },
    ],
    ['its aircraft has a red alarm', 'carried', true, async () => alarm('drone', 2, await withDrone())],
  ];
  it.each(cases)('while %s', async (_why, reason, grounds, happen) => {
    expect(await get()).toMatchObject({ unfit: ['unheard'], airworthiness: 'unheard', grounded: false });
    expect(await found({ airworthy: true })).toEqual([]);
    await hear();
    expect(await get()).toMatchObject({ unfit: [], airworthiness: 'fit' });
    await happen();
    expect(await get()).toMatchObject({ unfit: [reason], grounded: grounds });
    expect((await get()).airworthiness).toBe(grounds ? 'grounded' : 'warned');
    expect(await found({ airworthy: false })).toEqual([oid]);
    expect(await found({ airworthy: true })).toEqual([]);
  });

  it('but for a yellow alarm it is', async () => {
    await hear();
    await alarm('dock', 1);
    expect(await found({ airworthy: true })).toEqual([oid]);
  });
});

describe('a spreadsheet of docks', () => {
  const file = (...rows: string[]) => ({
    language: 'en',
    file: {
      name: 'docks.csv',
      bytes: Buffer.from(['Name,Serial number,Model,Vendor,Wind limit,Insured until', ...rows].join('\n')),
    },
  });
  interface Imported {
    added: number;
    rows: { row: number; issues: { path: string; rule: string; message: string }[] }[];
  }
  it('is judged row by row, and makes docks that nobody can sign in with yet', async () => {
    const { sn } = await get();
    const rows = file(
      '北,DIMP0001,DJI Dock 2,DJI,8,2027-03-31',
      `南,${sn},3-2-0,DJI,,`,
      '西,DIMP0002,Toaster,DJI,,',
      '双,dimp0001,DJI Dock 2,DJI,,',
    );
    const judged = await call<Imported>(dockCalls.import, { preview: 'true' }, rows);
    expect(judged).toMatchObject({ added: 0 });
    expect(judged.rows.map(({ issues }) => issues.map(({ rule }) => rule))).toEqual([
      [],
      ['snTaken'],
      ['unknownValue'],
      ['twin'],
    ]);
    expect(judged.rows[3]?.issues[0]?.message).toBe('Serial number “dimp0001” stands in row 2 as well');
    expect(judged.rows[2]?.issues[0]?.message).toContain('Toaster');
    expect(await reasonOf(call(dockCalls.import, {}, rows))).toBe('invalid');
    const first = '北,DIMP0001,DJI Dock 2,DJI,8,2027-03-31';
    expect(await call<Imported>(dockCalls.import, {}, file(first))).toMatchObject({ added: 1 });
    const [made] = (await call<{ list: DockRecord[] }>(dockCalls.query, { keyword: 'DIMP0001', pageNum: 1 }))
      .list;
    expect(made).toMatchObject({ name: '北', windLimit: 8, bound: false, groupName: 'gamma' });
    expect(made?.insuranceUntil).toBe(Date.UTC(2027, 2, 31, 16) - 1);
    const table = await call<BytesAnswer>(dockCalls.export, { format: 'csv', keyword: 'DIMP0001' });
    expect(String(await buffer(table.body as Readable))).toContain('DIMP0001');
    expect(await reasonOf(call(dockCalls.import, {}, { ...file(first), token: operator }))).toBe(
      'notAllowed',
    );
  });
});
