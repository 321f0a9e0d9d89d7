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
const members = reading(
  defineList({
    table: 'member',
    scope: 'department',
    columns: { oid: 'oid', account: 'account', name: 'name' },
    filters: { keyword: keyword('member.name') },
    sort: { account: sql`member.account`, '-account': sql`member.account desc` },
    order: 'account',
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
    values (${oid}, ${oid}, '总部', array[${oid}::uuid])`.execute(db);
  await sql`insert into department (oid, group_root, parent_oid, name, path)
    select gen_random_uuid(), ${oid}, ${oid}::uuid, case when n <= ${most} then '东' else '西' end || n, array[]::uuid[]
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
  expect((await places.page(db, reader, {}, page)).total).toBe(2 * most + 2);
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

it('finds the page of a word in the own departments, however many rows hold it and wherever they stand', async () => {
  const db = database.connection.kysely;
  const inside = '018f0000-0000-7000-8000-00000000000a';
  const outside = '018f0000-0000-7000-8000-00000000000b';
  for (const one of [inside, outside])
    await sql`insert into department (oid, group_root, parent_oid, name, path)
      values (${one}, ${oid}, ${oid}, ${one}, array[${oid}::uuid, ${one}::uuid])`.execute(db);
  // More rows than are read before the index is asked, and a foreign one beside each: two words that many hold, one few.
  await sql`insert into member (oid, group_root, group_oid, account, name, password_hash)
    select gen_random_uuid(), ${oid}, one.oid, one.code || lpad(n::text, 5, '0'),
      case when n > 23490 then '丁' when n > 20500 then '甲' when n % 7 = 0 then '乙' else '丙' end, ''
    from generate_series(1, 23500) n,
      (values (${inside}::uuid, '1'), (${outside}::uuid, '2')) as one (oid, code)`.execute(db);
  await sql`analyze member`.execute(db);
  const own = { caller: { ...reader.caller, groupOID: inside } };
  for (const [word, sort, first, step, total] of [
    ['甲', undefined, 20_501, 1, 2_990],
    ['乙', undefined, 7, 7, 2_928],
    ['甲', '-account', 23_490, -1, 2_990],
    ['丁', undefined, 23_491, 1, 10],
  ] as const)
    for (const pageNum of [1, 3]) {
      const filter = { keyword: word, ...(sort && { sort }) };
      const found = await members.page(db, own, filter, { pageNum, pageSize: 20 });
      const length = Math.max(0, Math.min(20, total - 20 * (pageNum - 1)));
      expect(found.total, word).toBe(total);
      expect(found.rows.map(({ account }) => Number(account))).toEqual(
        Array.from({ length }, (_, at) => 100_000 + first + step * (at + 20 * (pageNum - 1))),
      );
      const narrowed = await members.page(
        db,
        own,
        { ...filter, groupOID: outside },
        { pageNum, pageSize: 20 },
      );
      expect(narrowed).toMatchObject({ total: 0, rows: [] });
    }
});

it('leaves the departments out only for whoever sees all of them, and no more once one is named', async () => {
  const [inside, all] = [
    { ...reader.caller, groupOID: '018f0000-0000-7000-8000-00000000000a' },
    { ...reader.caller, wholeOrganisation: true },
  ];
  const total = async (caller: typeof all | typeof inside, groupOID?: string): Promise<number> =>
    (await members.page(database.connection.kysely, { caller }, { groupOID }, page)).total;
  expect([await total(inside), await total(reader.caller), await total(all)]).toEqual([
    23_500, 47_000, 47_000,
  ]);
  expect(await total(all, oid)).toBe(47_000);
  expect(await total(all, inside.groupOID)).toBe(23_500);
  expect(await total({ ...all, groupRoot: inside.groupOID })).toBe(0);
});
