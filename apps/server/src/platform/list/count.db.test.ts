import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts';
import { defineList, keyword } from './define.ts';
import { reading } from './read.ts';

const oid = '018f0000-0000-7000-8000-000000000001';
const reader = { caller: { groupRoot: oid, groupOID: oid, memberOID: oid } };
const most = limits.list.countMost;
const places = reading(
  defineList({
    table: 'department',
    scope: 'organisation',
    columns: { oid: 'oid', name: 'name' },
    filters: { keyword: keyword('department.name') },
    sort: { name: sql`department.name` },
    order: 'name',
    name: 'name',
  }),
);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const db = database.connection.kysely;
  await sql`insert into organisation (oid, name, first) values (${oid}, '台账', false)`.execute(db);
  // One half has one row more than is counted, the other as many.
  await sql`insert into department (oid, group_root, name, path)
    select gen_random_uuid(), ${oid}, case when n <= ${most} then '东' else '西' end || n, array[]::uuid[]
    from generate_series(1, ${2 * most + 1}) n`.execute(db);
});
afterAll(() => database.drop());

const page = { pageNum: 1, pageSize: 2 };

it('counts what holds a word to a limit, and says that there is more', async () => {
  const db = database.connection.kysely;
  const found = await places.page(db, reader, { keyword: '西' }, page);
  expect(found).toMatchObject({ total: most, totalMore: true });
  expect(found.rows).toHaveLength(2);
  expect(await places.counted(db, reader, { keyword: '西' })).toEqual({ total: most, totalMore: true });
});

it('says no more of as many as the limit, and counts all without a word', async () => {
  const db = database.connection.kysely;
  const found = await places.page(db, reader, { keyword: '东' }, page);
  expect([found.total, found.totalMore]).toEqual([most, undefined]);
  expect((await places.page(db, reader, {}, page)).total).toBe(2 * most + 1);
});

it('counts also behind the last page', async () => {
  const found = await places.page(
    database.connection.kysely,
    reader,
    { keyword: '东123' },
    { pageNum: 9, pageSize: 200 },
  );
  expect([found.rows.length, found.total]).toEqual([0, 11]);
});

it('finds the page of a word whether the first rows hold it or only those further down', async () => {
  const db = database.connection.kysely;
  const [{ oid: groupOID }] = (
    await sql<{ oid: string }>`select oid from department order by name limit 1`.execute(db)
  ).rows as [{ oid: string }];
  // More rows than are read before the index is asked; both words stand in an eighth of them.
  await sql`insert into member (oid, group_root, group_oid, account, name, password_hash)
    select gen_random_uuid(), ${oid}, ${groupOID}::uuid, lpad(n::text, 5, '0'),
      case when n > 20500 then '甲' when n % 7 = 0 then '乙' else '丙' end, ''
    from generate_series(1, 23500) n`.execute(db);
  await sql`analyze member`.execute(db);
  const members = reading(
    defineList({
      table: 'member',
      scope: 'organisation',
      columns: { oid: 'oid', account: 'account', name: 'name' },
      filters: { keyword: keyword('member.name') },
      sort: { account: sql`member.account`, '-account': sql`member.account desc` },
      order: 'account',
      name: 'name',
    }),
  );
  for (const [word, sort, first, step] of [
    ['甲', undefined, 20_501, 1],
    ['乙', undefined, 7, 7],
    ['甲', '-account', 23_500, -1],
  ] as const)
    for (const pageNum of [1, 3]) {
      const filter = { keyword: word, ...(sort && { sort }) };
      const { rows } = await members.page(db, reader, filter, { pageNum, pageSize: 20 });
      expect(rows.map(({ account }) => Number(account))).toEqual(
        Array.from({ length: 20 }, (_, at) => first + step * (at + 20 * (pageNum - 1))),
      );
    }
});
