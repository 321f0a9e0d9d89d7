import { searchCalls, type SearchKind } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../platform/http/endpoint.ts';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { endpoints } from './index.ts';
import { findRecords } from './search.store.ts';

let rooms: TestRooms;
let flights: TestFlights;
const account = 'psi-administrator';

type Answer = {
  kind: SearchKind;
  list: { oid: string; name: string | null; sn: string | null }[];
  more: boolean;
}[];
const ask = async (keyword: string, who = account): Promise<Answer> => {
  const token = await rooms.tokenOf(who);
  const { data } = await rooms.call(searchCalls.query, { keyword }, { token, extra: endpoints(rooms, {}) });
  return (data as { groups: Answer }).groups;
};
const namesOf = async (kind: SearchKind, keyword: string, who = account) =>
  (await ask(keyword, who)).find((group) => group.kind === kind)?.list.map(({ name }) => name) ?? [];

const rename = (table: string, oid: string, name: string, sn: string | null = null) =>
  sql`update ${sql.table(table)} set name = ${name} ${sn === null ? sql`` : sql`, sn = ${sn}`}
    where oid = ${oid}`.execute(rooms.db);
const addDock = async (name: string, sn: string, who = account): Promise<string> => {
  const oid = await flights.dock(who);
  await rename('dock', oid, name, sn);
  return oid;
};
const addRoute = async (name: string, who = account): Promise<string> => {
  const oid = await flights.route(who);
  await rename('route', oid, name);
  return oid;
};
const addDevice = (table: 'device' | 'drone', name: string, sn: string, kind?: string) =>
  sql`insert into ${sql.table(table)} (oid, group_root, group_oid, name, sn, model ${kind ? sql`, kind` : sql``})
    select ${rooms.runtime.newOid()}, group_root, group_oid, ${name}, ${sn}, '0-91-0' ${kind ? sql`, ${kind}` : sql``}
    from member where account = ${account}`.execute(rooms.db);
const addOrder = (name: string) =>
  sql`insert into work_order (oid, group_root, group_oid, name, class, created_by)
    select ${rooms.runtime.newOid()}, group_root, group_oid, ${name}, 'fire', oid
    from member where account = ${account}`.execute(rooms.db);

beforeAll(async () => {
  rooms = await createTestRooms();
  flights = createTestFlights(rooms.runtime);
  await rooms.seed('psi', ['administrator', 'auditor'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
});
afterAll(() => rooms.close());

describe('the search of everything', () => {
  it('finds each kind by name, in every script, and devices by serial number', async () => {
    const dockOID = await addDock('港口 North', '7CTDM3900B00Z1');
    const routeOID = await addRoute('مسار الميناء');
    const taskOID = await flights.task(account);
    await rename('task', taskOID, '每日巡检');
    const flight = await flights.flight(account, { taskOID, routeOID, dockOID });
    await addDevice('drone', 'Falke', '1581F6Q8D23');
    for (const kind of ['battery', 'gimbal', 'remoteController', 'robot'])
      await addDevice('device', `Ding ${kind}`, `SN-${kind}`, kind);
    await addOrder('Smoke at the harbour');

    expect(await namesOf('dock', '口 n')).toEqual(['港口 North']);
    expect(await namesOf('dock', '3900b')).toEqual(['港口 North']);
    expect(await namesOf('drone', '1581f6q8d23')).toEqual(['Falke']);
    expect(await namesOf('route', 'الميناء')).toEqual(['مسار الميناء']);
    expect(await namesOf('task', '巡检')).toEqual(['每日巡检']);
    expect(await namesOf('workOrder', 'HARBOUR')).toEqual(['Smoke at the harbour']);
    expect((await ask('ding')).map(({ kind }) => kind)).toEqual([
      'remoteController',
      'battery',
      'gimbal',
      'robot',
    ]);
    expect(await namesOf('robot', 'sn-robot')).toEqual(['Ding robot']);
    // A flight is found by its task, dock, route, and its own id.
    for (const word of ['巡检', '港口', 'الميناء', flight])
      expect((await ask(word)).find(({ kind }) => kind === 'flight')?.list, word).toMatchObject([
        { oid: flight, name: '每日巡检', place: '港口 North' },
      ]);
    await sql`update flight set deleted_at = now() where oid = ${flight}`.execute(rooms.db);
    expect(await namesOf('flight', '巡检')).toEqual([]);
  });

  it('answers the most exact first, a few of each kind, and says when there are more', async () => {
    for (const name of ['Old bridge', 'Overbridge', 'Bridge 2', 'bridge', 'Bridge 1']) await addRoute(name);
    expect(await namesOf('route', 'Bridge')).toEqual([
      'bridge',
      'Bridge 1',
      'Bridge 2',
      'Old bridge',
      'Overbridge',
    ]);
    for (let number = 3; number < 6; number += 1) await addRoute(`Bridge ${number}`);
    const [routes] = await ask('bridge');
    expect(routes).toMatchObject({ kind: 'route', more: true });
    expect(routes?.list).toHaveLength(6);
  });

  it('takes what was typed as letters, never as a pattern', async () => {
    await addRoute('100 % sure_thing');
    expect(await namesOf('route', '% sure_')).toEqual(['100 % sure_thing']);
    expect(await namesOf('route', '%')).toEqual(['100 % sure_thing']);
    expect(await namesOf('route', 'sure-')).toEqual([]);
    expect(await ask("'; drop table route; --")).toEqual([]);
  });

  it('shows nobody what lies outside the department, was deleted, or has no page for the reader', async () => {
    const far = await addDock('Zebra', 'Z-1', 'omega-administrator');
    expect(await ask('zebra')).toEqual([]);
    expect(await namesOf('dock', 'zebra', 'omega-administrator')).toEqual(['Zebra']);
    await sql`update dock set deleted_at = now() where oid = ${far}`.execute(rooms.db);
    expect(await ask('zebra', 'omega-administrator')).toEqual([]);

    const route = await addRoute('Quagga');
    const judged = (await ask('quagga', 'psi-auditor')).map(({ kind }) => kind);
    expect(judged).toEqual([]);
    const [member] = (
      await sql<{ oid: string; groupRoot: string; groupOID: string }>`select oid, group_root as "groupRoot",
        group_oid as "groupOID" from member where account = ${account}`.execute(rooms.db)
    ).rows;
    const below = rooms.runtime.newOid();
    await sql`insert into department (oid, group_root, parent_oid, name, path)
      select ${below}::uuid, group_root, oid, 'below', path || ${below}::uuid from department
      where oid = ${member?.groupOID}`.execute(rooms.db);
    const caller = { ...member, memberOID: member?.oid } as unknown as Caller;
    const seenBy = (groupOID: string) =>
      findRecords(rooms.db, { ...caller, groupOID }, ['route'], 'quagga').then((found) => found.length);
    expect(await seenBy(member?.groupOID ?? '')).toBe(1);
    expect(await seenBy(below)).toBe(0);
    await sql`update route set group_oid = ${below} where oid = ${route}`.execute(rooms.db);
    expect(await seenBy(below)).toBe(1);
  });

  it('refuses no word and a word that is too long', async () => {
    await expect(ask('  ')).rejects.toMatchObject({ reason: 'invalid' });
    await expect(ask('x'.repeat(65))).rejects.toMatchObject({ reason: 'invalid' });
  });
});
