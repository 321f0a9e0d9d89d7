import { allCalls, memberCalls, type displayCalls, type ResponseOf } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCall } from '../../platform/http/guard.ts';
import { serve, type Caller } from '../../platform/http/endpoint.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, testContext, type TestContext, type TestRooms } from '../../testing/rooms.ts';
import { createDisplays } from './display.service.ts';
import { viewersPage } from './viewer.store.ts';

let rooms: TestRooms;
let boss: TestContext;
let stranger: TestContext;
const room = () => createDisplays(rooms);
const wall = { address: '192.0.2.9', userAgent: 'wall' };

const contextOf = async (account: string): Promise<TestContext> => {
  const caller = await rooms.session.authenticate(await rooms.tokenOf(account));
  if (!caller) throw new Error(`nobody is ${account}`);
  return testContext({ caller });
};
const pair = (code: string, by = boss): Promise<ResponseOf<typeof displayCalls.pair>> =>
  room().pair({ code, name: 'Hall', page: '/CockpitLarge' }, by);
const callerOf = async (key: string): Promise<Caller | null> => {
  const { authToken } = await room().open(key, wall);
  return authToken === null ? null : rooms.session.authenticate(authToken);
};

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('north', ['administrator'], 'Flug-4711!');
  await rooms.seed('south', ['administrator'], 'Flug-4711!');
  boss = await contextOf('north-administrator');
  stranger = await contextOf('south-administrator');
});
afterAll(() => rooms.close());

it('waits until its code is confirmed, once, and is then its cockpit and nothing else', async () => {
  const { code, token: key } = await room().begin(wall.address);
  expect((await room().open(key, wall)).state).toBe('waiting');
  expect(await reasonOf(pair('00000000'))).toBe('displayCode');
  // As a person writes it down.
  const made = await pair(`${code.slice(0, 4)} ${code.slice(4)}`);
  expect(made).toMatchObject({ name: 'Hall', page: '/CockpitLarge', lastSeenAt: null });
  expect(await reasonOf(pair(code))).toBe('displayCode');
  const caller = await callerOf(key);
  expect([...(caller?.resources ?? [])]).toEqual(['/CockpitLarge']);
  expect(caller?.groupRoot).toBe(boss.caller.groupRoot);
  const { list } = await room().query({ pageNum: 1, pageSize: 20 }, boss);
  expect(list.map(({ name, lastAddress }) => [name, lastAddress])).toEqual([['Hall', wall.address]]);
  expect((await room().query({ pageNum: 1, pageSize: 20 }, stranger)).list).toEqual([]);
});

it('is refused every call that changes something, but the credential with which it listens', async () => {
  const { code, token: key } = await room().begin(wall.address);
  await pair(code);
  const caller = await callerOf(key);
  // Whatever rights it were given: it may change nothing.
  const almighty = caller && { ...caller, resources: boss.caller.resources };
  const changes = allCalls.filter(
    ({ effect, permission }) => effect === 'changes' && permission !== 'public',
  );
  const open: string[] = [];
  for (const declaration of changes) {
    const endpoint = serve(declaration, () => Promise.reject(new Error('reached')));
    const reason = await reasonOf(runCall(endpoint, {}, almighty, testContext())).catch(() => 'reached');
    if (reason !== 'viewOnly') open.push(declaration.path);
  }
  expect(changes.length).toBeGreaterThan(200);
  expect(open).toEqual(['/nebula-five/screen_config/get.rest']);
  const reads = serve(memberCalls.resources, async () => []);
  const request = { userOID: caller?.memberOID, type: 'menu' };
  expect(await reasonOf(runCall(reads, request, caller, testContext()))).toBe('done');
});

it('comes back after weeks by its key, and is out at once when it is revoked', async () => {
  const { code, token: key } = await room().begin(wall.address);
  const { oid } = await pair(code);
  rooms.clock.move(40 * 86_400_000);
  const again = await room().open(key, wall);
  expect(again.state).toBe('open');
  expect(await reasonOf(room().remove([oid], stranger))).toBe('notFound');
  await room().remove([oid], boss);
  expect(await rooms.session.authenticate(again.authToken ?? '')).toBeNull();
  expect((await room().open(key, wall)).state).toBe('gone');
});

it('is forgotten when nobody confirms it, and one address has few that wait', async () => {
  const { code, token: key } = await room().begin('192.0.2.77');
  rooms.clock.move(11 * 60_000);
  expect((await room().open(key, wall)).state).toBe('gone');
  expect(await reasonOf(pair(code))).toBe('displayCode');
  const many = Array.from({ length: 22 }, () => reasonOf(room().begin('192.0.2.78')));
  expect((await Promise.all(many)).filter((reason) => reason === 'tooManyRequests')).toHaveLength(2);
});

it('is listed with people who land on a cockpit, each with the view that it is shown', async () => {
  const { code, token: key } = await room().begin(wall.address);
  const { oid } = await pair(code);
  await room().open(key, wall);
  const { groupRoot, groupOID, memberOID } = boss.caller;
  const db = rooms.runtime.db;
  const listed = (by = boss, keyword?: string) =>
    viewersPage(db, by.caller, { keyword, pageNum: 1, pageSize: 20 });
  // Nobody lands on a cockpit from a plain department.
  expect((await listed()).list.map(({ kind }) => kind)).not.toContain('member');
  await sql`update department set type = 'leaderCockpit' where oid = ${groupOID}::uuid`.execute(db);
  const all = await listed();
  expect(all.list.find((one) => one.oid === oid)).toMatchObject({
    kind: 'display',
    page: '/CockpitLarge',
    layoutOf: 'product',
    lastSeenAt: expect.any(Number) as number,
  });
  const person = all.list.find((one) => one.oid === memberOID);
  expect(person).toMatchObject({ kind: 'member', page: '/CockpitOption', layoutOf: null });
  expect(all.list.filter(({ kind }) => kind === 'display').length).toBe(all.total - 1);
  expect((await listed(boss, 'hAL')).list.map(({ name }) => name)).toContain('Hall');
  expect((await listed(boss, 'nobody of that name')).total).toBe(0);
  expect((await listed(stranger)).list).toEqual([]);

  await sql`insert into cockpit_layout (group_root, page, version, layout, changed_at)
    values (${groupRoot}::uuid, '/CockpitLarge', 1, '{}', now())`.execute(db);
  expect((await listed()).list.find((one) => one.oid === oid)?.layoutOf).toBe('organisation');
  await sql`insert into display_layout (display_oid, page, version, layout, changed_at)
    values (${oid}::uuid, '/CockpitLarge', 1, '{}', now())`.execute(db);
  expect((await listed()).list.find((one) => one.oid === oid)?.layoutOf).toBe('display');
  await sql`delete from role_resource where resource like '/Cockpit%'`.execute(db);
  expect((await listed()).list.find((one) => one.oid === memberOID)?.page).toBeNull();
});
