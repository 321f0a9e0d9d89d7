import { deskCalls, limits, type ResponseOf } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { endpoints, timers } from './index.ts';

let rooms: TestRooms;
let here: readonly Endpoint[];
let there: readonly Endpoint[];
let dock: string;
const tabId = 'tab-desk-1';
const [first, second, stranger] = ['rho-operator', 'rho-administrator', 'chi-operator'];

/** One session for each: a page speaks for its own. */
const tokens = new Map<string, Promise<string>>();
const tokenOf = (account: string): Promise<string> => {
  const token = tokens.get(account) ?? rooms.tokenOf(account);
  tokens.set(account, token);
  return token;
};
const call = async <T>(
  declaration: (typeof deskCalls)[keyof typeof deskCalls],
  request: object,
  by: string,
  server = here,
): Promise<T> =>
  (await rooms.call(declaration, request, { token: await tokenOf(by), extra: server })).data as T;
const desk = (by: string, server = here) =>
  call<ResponseOf<typeof deskCalls.now>>(deskCalls.now, {}, by, server);

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('rho', ['operator', 'administrator', 'auditor'], 'Flug-4711!');
  await rooms.seed('chi', ['operator'], 'Flug-4711!');
  // Two servers on one database.
  here = endpoints(rooms, { auditLog: rooms.audit });
  there = endpoints(rooms, { auditLog: rooms.audit });
  dock = await createTestFlights(rooms.runtime).dock(first);
});
afterAll(() => rooms.close());

describe('who does what now', () => {
  const watch = (open: boolean, by = first) => call(deskCalls.watch, { dockOID: dock, tabId, open }, by);
  const postsOf = async (by: string, server = here) =>
    (await desk(by, server)).people.flatMap(({ name, posts }) =>
      posts.map(({ control, dockOID, since }) => ({ name, control, dockOID, since })),
    );
  const nameOf = async (account: string) =>
    (
      await rooms.db
        .selectFrom('member')
        .select('name')
        .where('account', '=', account)
        .executeTakeFirstOrThrow()
    ).name;

  it('is an open monitor, at every server, until it closes or goes silent', async () => {
    const since = rooms.clock.wall();
    await watch(true);
    const open = [{ name: await nameOf(first), control: null, dockOID: dock, since }];
    expect(await postsOf(second, there)).toEqual(open);
    await watch(false);
    expect(await postsOf(second, there)).toEqual([]);

    await watch(true);
    rooms.clock.move(limits.desk.watchLapses - 1);
    expect(await postsOf(second)).toEqual(open);
    await watch(true);
    expect(await postsOf(second)).toEqual(open);
    rooms.clock.move(limits.desk.watchLapses);
    expect(await postsOf(second)).toEqual([]);
    // Who comes back has not watched all the time.
    await watch(true);
    expect(await postsOf(second)).toEqual([{ ...open[0], since: rooms.clock.wall() }]);
    rooms.clock.move(limits.desk.watchLapses + 1);
    await timers(rooms, {})[0]?.run();
    expect((await sql`select 1 from desk_watch`.execute(rooms.db)).rows).toEqual([]);
  });

  it('is control of a dock, for as long as its lease runs', async () => {
    await sql`insert into control_lease (dock_oid, control, epoch, holder_oid, session_oid, tab_id, expires_at)
      select ${dock}, 'flight', 1, member.oid, session.oid, 'tab', ${new Date(rooms.clock.wall() + 15_000)}
      from member inner join session on session.member_oid = member.oid
      where account = ${second} limit 1`.execute(rooms.db);
    expect(await postsOf(first)).toEqual([
      { name: await nameOf(second), control: 'flight', dockOID: dock, since: null },
    ]);
    rooms.clock.move(15_000);
    expect(await postsOf(first)).toEqual([]);
  });

  it('shows nothing to a stranger, who cannot watch either', async () => {
    await watch(true);
    expect(await postsOf(stranger)).toEqual([]);
    expect(await reasonOf(watch(true, stranger))).toBe('notFound');
    await watch(false);
  });
});

describe('what is open', () => {
  it('is what the reader may see: alarms, the gravest first, and orders, the oldest first', async () => {
    const { newOid } = rooms.runtime;
    for (const [code, level] of [
      ['0x1', 1],
      ['0x2', 2],
      ['0x3', 0],
    ] as const)
      await sql`insert into device_health (oid, group_root, group_oid, dock_oid, heard_on, device, code, level,
          in_the_sky, args, first_at, last_at)
        select ${newOid()}::uuid, group_root, group_oid, oid, 'dock', 'dock', ${code}, ${level}::int, false, '{}', now(),
          now() from dock where oid = ${dock}`.execute(rooms.db);
    for (const [name, state] of [
      ['old', 'toBeClaimed'],
      ['new', 'unassigned'],
      ['over', 'done'],
    ])
      await sql`insert into work_order (oid, group_root, group_oid, name, class, state, created_by, created_at)
        select ${newOid()}::uuid, group_root, group_oid, ${name}, 'fire', ${state}, oid,
          ${new Date(rooms.clock.wall() + (name === 'old' ? 0 : 1000))} from member
        where account = ${first}`.execute(rooms.db);
    const { alarms, orders } = await desk(first);
    expect(alarms).toMatchObject({ warnings: 1, cautions: 1 });
    expect(alarms?.list.map(({ code }) => code)).toEqual(['0x2', '0x1']);
    expect(orders?.list.map(({ name }) => name)).toEqual(['old', 'new']);
    expect(orders?.counts).toContainEqual({ state: 'toBeClaimed', count: 1 });
    expect(await desk(stranger)).toMatchObject({ alarms: { warnings: 0, list: [] }, orders: { list: [] } });
  });
});

describe('a hand-over note', () => {
  it('is written once and acknowledged once, by somebody else, by name and time, and both are in the log', async () => {
    const { oid } = await call<{ oid: string }>(deskCalls.note, { text: '  Dock 3 drips\n看一下 ' }, first);
    const waiting = (await desk(second, there)).notes.open;
    expect(waiting).toMatchObject([
      { oid, text: 'Dock 3 drips\n看一下', acknowledgedBy: null, allowed: ['acknowledge'] },
    ]);
    expect((await desk(first)).notes.open[0]?.allowed).toEqual([]);
    expect(await reasonOf(call(deskCalls.acknowledge, { oid }, first))).toBe('noteOwn');
    expect(await reasonOf(call(deskCalls.acknowledge, { oid }, stranger))).toBe('notFound');

    const at = rooms.clock.wall();
    const both = await Promise.allSettled([
      call(deskCalls.acknowledge, { oid }, second, here),
      call(deskCalls.acknowledge, { oid }, second, there),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await reasonOf(call(deskCalls.acknowledge, { oid }, second))).toBe('noteAcknowledged');
    const { open, past } = (await desk(first)).notes;
    expect(open).toEqual([]);
    expect(past).toMatchObject([{ oid, acknowledgedAt: at, allowed: [] }]);
    const { rows } = await sql<{ action: string }>`select action from audit_log where action like 'desk.%'
      and outcome = 'done' order by chain_seq`.execute(rooms.db);
    expect(rows.map(({ action }) => action)).toEqual(['desk.note', 'desk.acknowledge']);
  });

  it('is left by whoever stands a shift, and says something', async () => {
    expect(await reasonOf(call(deskCalls.note, { text: 'x' }, 'rho-auditor'))).toBe('notAllowed');
    expect(await reasonOf(call(deskCalls.note, { text: ' ' }, first))).toBe('invalid');
    expect(await reasonOf(call(deskCalls.note, { text: 'x'.repeat(2_001) }, first))).toBe('invalid');
  });
});
