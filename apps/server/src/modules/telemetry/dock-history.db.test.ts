import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { grantUse } from '../../platform/postgres/app-role.ts';
import { newOid } from '../../platform/oid.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts';
import { insertDockHistory, layOutDays, thinDockHistory } from './dock-history.store.ts';

const day = 86_400_000;
const today = Math.floor(Date.now() / day) * day;
const noon = today + day / 2;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => sql`delete from dock_history`.execute(database.connection.kysely));
afterAll(() => database?.drop());

const dockOID = newOid();
const insert = (...moments: number[]) =>
  insertDockHistory(
    database.connection.kysely,
    moments.map((at) => ({ dockOID, at: new Date(at), payload: { at } })),
  );
/** In which table every row lies, oldest first. */
const places = async () => {
  const { rows } = await sql<{ place: string; at: number }>`select tableoid::regclass::text as place,
    (payload->>'at')::float8 as at from dock_history order by dock_history.at`.execute(
    database.connection.kysely,
  );
  return rows.map(({ place, at }) => [place, at]);
};
const nameOf = (at: number): string =>
  `dock_history_${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}`;

it('a state of a dock lies in its day, and what has no day yet among the rest', async () => {
  await insert(noon - 40 * day, noon, noon + day);
  expect(await places()).toEqual([
    ['dock_history_rest', noon - 40 * day],
    [nameOf(noon), noon],
    [nameOf(noon + day), noon + day],
  ]);
});

it('a past day that lies among the rest gets a place of its own, today never, tomorrow before it comes', async () => {
  const later = noon + 10 * day;
  await insert(noon - 3 * day, noon - 2 * day, later - day, later);
  await layOutDays(database.connection.kysely, later);
  await layOutDays(database.connection.kysely, later);
  await insert(later + day, later + 2 * day, later + 3 * day);
  expect((await places()).map(([place]) => place)).toEqual([
    nameOf(noon - 3 * day),
    nameOf(noon - 2 * day),
    nameOf(later - day),
    'dock_history_rest',
    nameOf(later + day),
    nameOf(later + 2 * day),
    'dock_history_rest',
  ]);
});

it('a day that is old keeps the first row of every ten minutes, once, and the others keep all', async () => {
  const old = today - 35 * day;
  const minutes = (count: number): number => count * 60_000;
  await insert(
    old,
    old + minutes(1),
    old + minutes(9.9),
    old + minutes(10),
    old + minutes(25),
    noon,
    noon + 1,
  );
  await layOutDays(database.connection.kysely, noon);
  for (let turn = 0; turn < 2; turn += 1)
    await thinDockHistory(database.connection.kysely, noon - 30 * day, 600);
  expect(await places()).toEqual([
    [`${nameOf(old)}_thin`, old],
    [`${nameOf(old)}_thin`, old + minutes(10)],
    [`${nameOf(old)}_thin`, old + minutes(25)],
    [nameOf(noon), noon],
    [nameOf(noon), noon + 1],
  ]);
  // The day that was thinned takes what comes late, and is not laid out again.
  await insert(old + 1);
  await layOutDays(database.connection.kysely, noon);
  expect((await places())[1]).toEqual([`${nameOf(old)}_thin`, old + 1]);
});

it('what the release before wrote goes when it is old', async () => {
  const { kysely } = database.connection;
  for (const at of [noon - 31 * day, noon - 29 * day])
    await sql`insert into dock_telemetry values (${dockOID}::uuid, ${new Date(at)}, '{}')`.execute(kysely);
  await thinDockHistory(kysely, noon - 30 * day, 600);
  const { rows } = await sql<{ at: Date }>`select at from dock_telemetry`.execute(kysely);
  expect(rows.map(({ at }) => at.getTime())).toEqual([noon - 29 * day]);
});

it('days are laid out and thinned by the account of a server too, which may change no table', async () => {
  const { kysely } = database.connection;
  const role = `days_${randomBytes(4).toString('hex')}`;
  await sql`create role ${sql.id(role)}`.execute(kysely);
  await grantUse(database.url, role);
  const server = new pg.Client({ connectionString: database.url, options: `-c role=${role}` });
  await server.connect();
  try {
    const old = new Date(today - 50 * day);
    await server.query(`insert into dock_history values ($1, $2, '{}')`, [dockOID, old]);
    await server.query('select dock_history_lay_out($1)', [new Date(noon)]);
    await expect(
      server.query('select dock_history_thin($1, 600)', [new Date(noon - 30 * day)]),
    ).resolves.toMatchObject({
      rows: [{ dock_history_thin: true }],
    });
    await expect(server.query(`drop table ${nameOf(old.getTime())}_thin`)).rejects.toThrow('owner');
  } finally {
    await server.end();
    await sql`alter schema pgboss owner to current_user`.execute(kysely);
    await sql`drop owned by ${sql.id(role)}`.execute(kysely);
    await sql`drop role ${sql.id(role)}`.execute(kysely);
  }
});
