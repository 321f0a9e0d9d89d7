import { sessionCalls, type SessionRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';

const password = 'Flug-4711!';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';
let rooms: TestRooms;
let groupRoot: string;
let branch: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  groupRoot = await rooms.seed('south', ['administrator', 'operator', 'leader'], password);
  await rooms.seed('north', ['administrator'], password);
  const root = await rooms.department.rootOf(rooms.db, groupRoot);
  branch = await rooms.department.add(rooms.db, { groupRoot, parentOID: root, name: 'branch' });
  await sql`update member set group_oid = ${branch}::uuid where account = 'south-leader'`.execute(rooms.db);
});
afterAll(() => rooms.close());
beforeEach(async () => {
  await sql`delete from session`.execute(rooms.db);
  rooms.clock.move(60_000);
});

const online = async (token: string, request: object = {}) => {
  const { data } = await rooms.call(sessionCalls.online, request, { token });
  return data as { list: SessionRecord[]; total: number };
};
const idOf = async (token: string): Promise<string> =>
  (await rooms.session.authenticate(token))?.sessionOID ?? '';
const end = async (by: string, tokens: readonly string[]) => {
  const oids = await Promise.all(tokens.map(idOf));
  return reasonOf(rooms.call(sessionCalls.end, { oids }, { token: by }));
};
const alive = async (token: string): Promise<boolean> => (await rooms.session.authenticate(token)) !== null;

describe('who is online', () => {
  it('is everybody within scope, with device and address and never a token', async () => {
    const administrator = await rooms.tokenOf('south-administrator');
    const { data } = await rooms.call(
      sessionCalls.login,
      { account: 'south-operator', password },
      { userAgent: chrome, address: '198.51.100.7' },
    );
    await rooms.tokenOf('north-administrator');
    const { list, total } = await online(administrator);
    expect(total).toBe(2);
    expect(list.map((one) => [one.account, one.current])).toEqual(
      expect.arrayContaining([
        ['south-operator', false],
        ['south-administrator', true],
      ]),
    );
    expect(list.find((one) => one.account === 'south-operator')).toMatchObject({
      device: 'Chrome 153 · Windows',
      address: '198.51.100.7',
      groupName: 'south',
      allowed: ['destroyUserToken'],
    });
    expect(JSON.stringify(list)).not.toContain((data as { authToken: string }).authToken);
  });

  it('is searched and paged by text', async () => {
    const administrator = await rooms.tokenOf('south-administrator');
    for (const account of ['south-operator', 'south-operator', 'south-leader']) await rooms.tokenOf(account);
    expect((await online(administrator, { keyword: 'OPERATOR' })).total).toBe(2);
    expect((await online(administrator, { keyword: '192.0.2.1' })).total).toBe(4);
    expect((await online(administrator, { keyword: '%' })).total).toBe(0);
    const page = await online(administrator, { pageNum: '2', pageSize: '3' });
    expect([page.total, page.list.length]).toEqual([4, 1]);
  });

  it('is nobody whose session has ended, run out, or rested too long', async () => {
    const leader = await rooms.tokenOf('south-leader');
    await rooms.tokenOf('south-operator');
    await sql`update member set enabled = false where account = 'south-leader'`.execute(rooms.db);
    const administrator = await rooms.tokenOf('south-administrator');
    expect((await online(administrator)).list.map((one) => one.account).toSorted()).toEqual([
      'south-administrator',
      'south-operator',
    ]);
    await sql`update member set enabled = true where account = 'south-leader'`.execute(rooms.db);
    rooms.clock.move(2 * 3_600_000);
    const later = await rooms.tokenOf('south-administrator');
    expect((await online(later)).total).toBe(1);
    expect(await alive(leader)).toBe(false);
  });

  it('is no business of those without the page', async () => {
    const operator = await rooms.tokenOf('south-operator');
    expect(await reasonOf(rooms.call(sessionCalls.online, {}, { token: operator }))).toBe('notAllowed');
  });
});

describe('ending sessions from elsewhere', () => {
  it('takes all or none, and only those in sight', async () => {
    const administrator = await rooms.tokenOf('south-administrator');
    const operator = await rooms.tokenOf('south-operator');
    const foreign = await rooms.tokenOf('north-administrator');
    expect(await end(administrator, [operator, foreign])).toBe('notFound');
    expect(await alive(operator)).toBe(true);
    expect(await end(administrator, [operator])).toBe('done');
    expect(await alive(operator)).toBe(false);
    expect(await alive(foreign)).toBe(true);
  });

  it('is told to every process at once', async () => {
    const administrator = await rooms.tokenOf('south-administrator');
    const operator = await rooms.tokenOf('south-operator');
    const oid = await idOf(operator);
    // Word of sessions that ended a moment ago may still be on its way.
    const notified = new Promise<void>(
      (resolve) => void rooms.session.onEnded((ended) => (ended === oid ? resolve() : undefined)),
    );
    await end(administrator, [operator]);
    await notified;
  });

  it('of one’s own needs no right; of others the right and the rank', async () => {
    const first = await rooms.tokenOf('south-operator');
    const second = await rooms.tokenOf('south-operator');
    const administrator = await rooms.tokenOf('south-administrator');
    expect(await end(first, [administrator])).toBe('notAllowed');
    expect(await end(first, [second])).toBe('done');
    expect(await alive(second)).toBe(false);
    await sql`insert into role_resource (role_oid, resource)
      select oid, unnest(array['session:end', '/operation']) from role where group_root = ${groupRoot}::uuid
        and first_key = 'operator'`.execute(rooms.db);
    const strong = await rooms.tokenOf('south-operator');
    expect(await end(strong, [administrator])).toBe('superior');
    const { list } = await online(strong);
    expect(list.find((one) => one.account === 'south-administrator')?.allowed).toEqual([]);
    expect(list.find((one) => one.account === 'south-operator')?.allowed).toEqual(['destroyUserToken']);
    await sql`delete from role_resource where resource in ('session:end', '/operation') and role_oid in (
      select oid from role where first_key = 'operator')`.execute(rooms.db);
  });

  it('lists one’s own, this one first, and ends the others', async () => {
    const here = await rooms.tokenOf('south-operator');
    const others = [await rooms.tokenOf('south-operator'), await rooms.tokenOf('south-operator', true)];
    const { data } = await rooms.call(sessionCalls.own, {}, { token: here });
    const list = data as SessionRecord[];
    expect(list.map((one) => one.current)).toEqual([true, false, false]);
    expect(await rooms.call(sessionCalls.endOthers, {}, { token: here })).toMatchObject({
      data: { count: 2 },
    });
    expect(await Promise.all([here, ...others].map(alive))).toEqual([true, false, false]);
  });
});
