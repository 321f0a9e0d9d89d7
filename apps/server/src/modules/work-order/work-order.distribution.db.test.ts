import { limits, workOrderCalls, type ResponseOf } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { servedOrders } from './work-order.fixture.ts';

type Answer = ResponseOf<typeof workOrderCalls.distribution>;

let rooms: TestRooms;
let under = '';
const account = 'gamma-administrator';
const day = 86_400_000;

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  const { group_root: groupRoot, group_oid: top } = await rooms.db
    .selectFrom('member')
    .selectAll()
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  under = await rooms.department.add(rooms.db, { groupRoot, parentOID: top, name: '甲' });
  const now = rooms.runtime.serverTime();
  // Old and open, old and done, young, young without a place, and one of a department below that is old.
  for (const [name, state, age, lng, groupOID] of [
    ['old', 'inProcess', 5, 113, top],
    ['closed', 'done', 5, 113, top],
    ['young', 'unassigned', 1, 114, top],
    ['nowhere', 'unassigned', 1, null, top],
    ['below', 'rejected', 9, 115, under],
  ] as const)
    await sql`insert into work_order (oid, group_root, group_oid, name, class, state, lng, lat, created_by, created_at)
      select ${rooms.runtime.newOid()}::uuid, group_root, ${groupOID}::uuid, ${name}, 'crack', ${state},
        ${lng}::float8, ${lng === null ? null : 22}::float8, oid, ${new Date(now - age * day)}
      from member where account = ${account}`.execute(rooms.db);
});
afterAll(() => rooms?.close());

const ask = async (request: object = {}, who = account): Promise<Answer> => {
  const extra = servedOrders(rooms);
  const token = await rooms.tokenOf(who);
  return (await rooms.call(workOrderCalls.distribution, request, { token, extra })).data as Answer;
};
const names = ({ list }: Answer): string[] => list.map(({ name }) => name);

describe('orders on the map', () => {
  it('say which are ageing, which have no place, and how departments stand', async () => {
    const answer = await ask();
    expect(names(answer)).toEqual(expect.arrayContaining(['old', 'closed', 'young', 'nowhere', 'below']));
    expect(answer).toMatchObject({
      total: 5,
      more: false,
      unplaced: 1,
      ageingAfter: limits.workOrder.ageingAfter,
    });
    expect(
      answer.list
        .filter(({ ageing }) => ageing)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['below', 'old']);
    expect(answer.departments.toSorted((a, b) => b.count - a.count)).toMatchObject([
      { count: 4, open: 3, ageing: 1 },
      { oid: under, name: '甲', count: 1, open: 1, ageing: 1 },
    ]);
  });

  it.each([
    [{ keyword: 'YOU' }, ['young']],
    [{ state: 'done' }, ['closed']],
    [{ mine: true }, []],
  ])('are narrowed by %o as the list is', async (request, expected) => {
    expect(names(await ask(request))).toEqual(expected);
  });

  it('are those that came in a span, of a department and below', async () => {
    const now = rooms.runtime.serverTime();
    expect(names(await ask({ from: Math.round(now - 2 * day) })).toSorted()).toEqual(['nowhere', 'young']);
    expect(names(await ask({ to: Math.round(now - 7 * day) }))).toEqual(['below']);
    expect(names(await ask({ groupOID: under }))).toEqual(['below']);
  });

  it('are nothing to another organisation, and its departments never were', async () => {
    expect(await ask({}, 'omega-administrator')).toMatchObject({ list: [], total: 0, departments: [] });
    await expect(ask({ groupOID: under }, 'omega-administrator')).rejects.toMatchObject({
      reason: 'notFound',
    });
  });
});
