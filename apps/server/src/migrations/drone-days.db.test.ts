import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { divideRest, layOutDays, thinDays } from '../modules/telemetry/day-table.store.ts';
import { createLog } from '../platform/log.ts';
import { newOid } from '../platform/oid.ts';
import { migrate } from '../platform/postgres/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts';
import { migrations } from './index.ts';

const names = Object.keys(migrations);
const own = '0790-drone-days';
const before = names[names.indexOf(own) - 1];
const log = createLog({ level: 'silent' });
const day = 86_400_000;
const today = Math.floor(Date.now() / day) * day;
const noon = today + day / 2;
const table = 'drone_telemetry';
const flightOID = newOid();

let database: TestDatabase;
const db = () => database.connection.kysely;
const migrateTo = (upTo?: string) => migrate({ url: database.url, log, migrations, upTo });
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  await migrateTo(before);
});
afterEach(() => database.drop());

/** As servers of the release before write it: one row a second of an aircraft, of a flight. */
const write = async (from: number, rows: number): Promise<void> => {
  await sql`insert into drone_telemetry (drone_oid, at, flight_oid, lng, lat, height, payload)
    select '0190a000-0000-7000-8000-000000000001', ${new Date(from)}::timestamptz + n * interval '1 second', ${flightOID}::uuid,
      113.9, 22.5, n, '{"wind": 3}' from generate_series(0, ${rows - 1}::int) n on conflict do nothing`.execute(
    db(),
  );
};
const all = async (): Promise<string[]> => {
  const { rows } = await sql<{
    row: string;
  }>`select row_to_json(one)::text as row from drone_telemetry one order by drone_oid, at`.execute(db());
  return rows.map(({ row }) => row);
};
const places = async (): Promise<Record<string, number>> => {
  const { rows } = await sql<{ place: string; count: number }>`select tableoid::regclass::text as place,
    count(*)::int as count from drone_telemetry group by 1 order by 1`.execute(db());
  return Object.fromEntries(rows.map(({ place, count }) => [place, count]));
};
const nameOf = (at: number): string =>
  `${table}_${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}`;
/** From how many bytes on a rest is not looked through. */
const heapFrom = (bytes: number) =>
  sql
    .raw(
      `create or replace function day_table_most() returns bigint language sql immutable return ${bytes}::bigint`,
    )
    .execute(db());

it('keeps every row, and reads, writes and deletes go on as before', async () => {
  await write(noon - 3 * day, 100);
  await write(noon, 50);
  const kept = await all();
  await migrateTo();
  expect(await all()).toEqual(kept);
  // The same row once more is passed over, and new ones come in.
  await write(noon, 51);
  await write(noon + day, 2);
  expect(await places()).toEqual({ [`${table}_rest`]: 151, [nameOf(noon + day)]: 2 });
  await sql`delete from drone_telemetry where flight_oid = ${flightOID}::uuid and at < ${new Date(noon)}`.execute(
    db(),
  );
  expect(await places()).toEqual({ [`${table}_rest`]: 51, [nameOf(noon + day)]: 2 });
});

it('gives an empty table today already', async () => {
  await migrateTo();
  await write(noon, 1);
  expect(await places()).toEqual({ [nameOf(noon)]: 1 });
});

it('leaves the accounts what they may do, in the moment before anybody grants anew', async () => {
  const role = `server_${randomBytes(4).toString('hex')}`;
  await sql`create role ${sql.id(role)}`.execute(db());
  await sql`grant select, insert on drone_telemetry to ${sql.id(role)}`.execute(db());
  await write(noon, 1);
  await migrateTo();
  const server = new pg.Client({ connectionString: database.url, options: `-c role=${role}` });
  await server.connect();
  try {
    await expect(server.query('select * from drone_telemetry')).resolves.toMatchObject({ rowCount: 1 });
    await expect(server.query('delete from drone_telemetry')).rejects.toThrow('permission denied');
  } finally {
    await server.end();
    await sql`drop owned by ${sql.id(role)}`.execute(db());
    await sql`drop role ${sql.id(role)}`.execute(db());
  }
});

it('divides a table of many rows without a look through it under a lock, and loses none', async () => {
  await write(noon - 3 * day, 100);
  await write(noon, 50);
  const kept = await all();
  await migrateTo();
  await heapFrom(0);
  const cut = noon + 7 * day;
  // Before it is divided nothing is laid out: that would look through all of it.
  const days = await places();
  await layOutDays(db(), table, noon + 9 * day);
  expect(await places()).toEqual(days);
  await sql`drop table ${sql.table(nameOf(noon + day))}, ${sql.table(nameOf(noon + 2 * day))}`.execute(db());

  expect(await divideRest(db(), table, noon)).toBe(true);
  expect(await all()).toEqual(kept);
  await write(cut - day, 1);
  await write(cut, 1);
  await write(cut + day, 1);
  const past = `${table}_before_${nameOf(cut - day).slice(-8)}`;
  expect(await places()).toEqual({ [past]: 151, [nameOf(cut)]: 1, [`${table}_rest`]: 1 });
  // Days up to the bound lie in it, those behind it are laid out.
  await layOutDays(db(), table, cut - 2 * day);
  await layOutDays(db(), table, cut + 2 * day);
  expect(await places()).toEqual({ [past]: 151, [nameOf(cut)]: 1, [nameOf(cut + day)]: 1 });
  expect(await divideRest(db(), table, noon)).toBe(true);

  await thinDays(db(), table, { before: cut, seconds: 10 });
  expect(await places()).toEqual({ [`${past}_thin`]: 16, [nameOf(cut)]: 1, [nameOf(cut + day)]: 1 });
});

it('exchanges the tables by what was checked before, and reads nothing then', async () => {
  await write(noon, 50);
  await migrateTo();
  await sql`drop table ${sql.table(nameOf(noon + day))}, ${sql.table(nameOf(noon + 2 * day))}`.execute(db());
  await heapFrom(0);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const notices: (string | undefined)[] = [];
  client.on('notice', ({ message }) => notices.push(message));
  try {
    await client.query('set client_min_messages = debug1');
    for (const answer of ['bound', 'checked', 'divided']) {
      notices.length = 0;
      const { rows } = await client.query('select day_table_divide($1, $2) as answer', [
        table,
        new Date(noon),
      ]);
      expect(rows).toEqual([{ answer }]);
    }
    const past = `${table}_before_${nameOf(noon + 6 * day).slice(-8)}`;
    expect(notices).toContain(`partition constraint for table "${past}" is implied by existing constraints`);
  } finally {
    await client.end();
  }
});

it('sets a bound anew that came too near, and none before rows of days that have not come', async () => {
  await write(noon, 10);
  await migrateTo();
  await sql`drop table ${sql.table(nameOf(noon + day))}, ${sql.table(nameOf(noon + 2 * day))}`.execute(db());
  await heapFrom(0);
  const step = async (now: number): Promise<string | undefined> => {
    const { rows } = await sql<{
      answer: string;
    }>`select day_table_divide(${table}, ${new Date(now)}::timestamptz) as answer`.execute(db());
    return rows[0]?.answer;
  };
  expect(await step(noon)).toBe('bound');
  await expect(write(noon + 7 * day, 1)).rejects.toThrow('drone_telemetry_bound');
  expect(await step(noon + 6 * day)).toBe('again');
  await write(noon + 7 * day, 1);
  expect(await step(noon)).toBe('ahead');
  expect(await divideRest(db(), table, noon)).toBe(false);
  expect(await step(noon + 6 * day)).toBe('bound');
  expect(await step(noon + 6 * day)).toBe('checked');
  expect(await step(noon + 6 * day)).toBe('divided');
  expect(await step(noon + 6 * day)).toBe('done');
  expect(await places()).toMatchObject({ [`${table}_before_${nameOf(noon + 12 * day).slice(-8)}`]: 11 });
});

it('makes a rest that a restore filled the partition before the days that are there', async () => {
  await migrateTo();
  await write(noon - 3 * day, 100);
  await write(noon, 50);
  const kept = await all();
  await heapFrom(0);
  expect(await divideRest(db(), table, noon)).toBe(true);
  expect(await all()).toEqual(kept);
  expect(await places()).toEqual({
    [`${table}_before_${nameOf(noon - day).slice(-8)}`]: 100,
    [nameOf(noon)]: 50,
  });
});
