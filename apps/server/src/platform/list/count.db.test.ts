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
