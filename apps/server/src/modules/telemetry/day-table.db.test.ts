import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { newOid } from '../../platform/oid.ts';
import { grantUse } from '../../platform/postgres/app-role.ts';
import { patiently } from '../../platform/postgres/index.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts';
import { layOutDays, thinDays, type DayTable } from './day-table.store.ts';
import { dropEarlierStates, insertDockHistory } from './dock-history.store.ts';
import { careForDays } from './telemetry.days.ts';
import { insertDroneTelemetry, thinEarlierRows } from './telemetry.store.ts';

const day = 86_400_000;
const today = Math.floor(Date.now() / day) * day;
const noon = today + day / 2;
const log = createLog({ level: 'silent' });

let database: TestDatabase;
const db = () => database.connection.kysely;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const device = newOid();
const insertInto = (table: DayTable, ...moments: number[]): Promise<void> =>
  table === 'dock_history'
    ? insertDockHistory(
        db(),
        moments.map((at) => ({ dockOID: device, at: new Date(at), payload: { at } })),
      )
    : insertDroneTelemetry(
        db(),
        moments.map((at) => ({ drone_oid: device, at: new Date(at), height: 80 })),
      );

describe.each(['dock_history', 'drone_telemetry'] as const)('the days of %s', (table) => {
  beforeEach(async () => {
    await sql`delete from ${sql.table(table)}`.execute(db());
  });
  const insert = (...moments: number[]) => insertInto(table, ...moments);
  /** In which table every row lies, oldest first. */
  const places = async () => {
    const { rows } = await sql<{
      place: string;
      at: Date;
    }>`select one.tableoid::regclass::text as place, one.at from ${sql.table(table)} one order by one.at`.execute(
      db(),
    );
    return rows.map(({ place, at }) => [place, at.getTime()]);
  };
  const nameOf = (at: number): string =>
    `${table}_${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}`;
  const rest = `${table}_rest`;

  it('a row lies in its day, and what has no day yet among the rest', async () => {
    await insert(noon - 40 * day, noon, noon + day);
    expect(await places()).toEqual([
      [rest, noon - 40 * day],
      [nameOf(noon), noon],
      [nameOf(noon + day), noon + day],
    ]);
  });

  it('a past day that lies among the rest gets a place of its own, today never, tomorrow before it comes', async () => {
    const later = noon + 10 * day;
    await insert(noon - 3 * day, noon - 2 * day, later - day, later);
    await layOutDays(db(), table, later);
    await layOutDays(db(), table, later);
    await insert(later + day, later + 2 * day, later + 3 * day);
    expect((await places()).map(([place]) => place)).toEqual([
      nameOf(noon - 3 * day),
      nameOf(noon - 2 * day),
      nameOf(later - day),
      rest,
      nameOf(later + day),
      nameOf(later + 2 * day),
      rest,
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
    await layOutDays(db(), table, noon);
    for (let turn = 0; turn < 2; turn += 1)
      await thinDays(db(), table, { before: noon - 30 * day, seconds: 600 });
    expect(await places()).toEqual([
      [`${nameOf(old)}_thin`, old],
      [`${nameOf(old)}_thin`, old + minutes(10)],
      [`${nameOf(old)}_thin`, old + minutes(25)],
      [nameOf(noon), noon],
      [nameOf(noon), noon + 1],
    ]);
    // The day that was thinned takes what comes late, and is not laid out again.
    await insert(old + 1);
    await layOutDays(db(), table, noon);
    expect((await places())[1]).toEqual([`${nameOf(old)}_thin`, old + 1]);
  });

  it('days are laid out and thinned by the account of a server too, which may change no table', async () => {
    const role = `days_${randomBytes(4).toString('hex')}`;
    await sql`create role ${sql.id(role)}`.execute(db());
    await grantUse(database.url, role);
    const server = new pg.Client({ connectionString: database.url, options: `-c role=${role}` });
    await server.connect();
    try {
      const old = today - 50 * day;
      await insert(old);
      await server.query('select day_table_lay_out($1, $2)', [table, new Date(noon)]);
      await expect(
        server.query('select day_table_thin($1, $2, 600)', [table, new Date(noon - 30 * day)]),
      ).resolves.toMatchObject({ rows: [{ day_table_thin: true }] });
      await expect(server.query(`drop table ${nameOf(old)}_thin`)).rejects.toThrow('owner');
      await expect(server.query(`select day_table_thin('audit_log', now(), 1)`)).rejects.toThrow(
        'the table audit_log is not divided by days',
      );
    } finally {
      await server.end();
      await sql`alter schema pgboss owner to current_user`.execute(db());
      await sql`drop owned by ${sql.id(role)}`.execute(db());
      await sql`drop role ${sql.id(role)}`.execute(db());
    }
  });
});

it('what servers of an earlier release wrote of docks goes when it is old', async () => {
  for (const at of [noon - 31 * day, noon - 29 * day])
    await sql`insert into dock_telemetry values (${device}::uuid, ${new Date(at)}, '{}')`.execute(db());
  await dropEarlierStates(db(), new Date(noon - 30 * day));
  const { rows } = await sql<{ at: Date }>`select at from dock_telemetry`.execute(db());
  expect(rows.map(({ at }) => at.getTime())).toEqual([noon - 29 * day]);
});

it('rows of aircraft among the rest are thinned one by one, those of a day of their own are not', async () => {
  await sql`delete from drone_telemetry`.execute(db());
  const old = today - 61 * day;
  await insertInto('drone_telemetry', old, old + 1_000);
  await layOutDays(db(), 'drone_telemetry', noon);
  await insertInto('drone_telemetry', old + day, old + day + 1_000, old + day + 10_000);
  await thinEarlierRows(db(), new Date(old + day + 20_000), 10);
  const { rows } = await sql<{ at: Date }>`select at from drone_telemetry order by at`.execute(db());
  expect(rows.map(({ at }) => at.getTime() - old)).toEqual([0, 1_000, day, day + 10_000]);
});

it('statements of such work may take longer than those of a call', async () => {
  const limit = await patiently({ url: database.url, log, name: 'eyrie-days' }, async (own) => {
    const { rows } = await sql<{
      limit: string;
      name: string;
    }>`select current_setting('statement_timeout') as limit,
      current_setting('application_name') as name`.execute(own);
    return rows[0];
  });
  expect(limit).toEqual({ limit: '1h', name: 'eyrie-days' });
});

it('a table that fails keeps none from the other, and is named', async () => {
  await sql`delete from dock_history`.execute(db());
  await sql`delete from drone_telemetry`.execute(db());
  const old = noon - 90 * day;
  await insertInto('dock_history', old);
  await insertInto('drone_telemetry', old);
  // What is laid out has this name.
  const taken = `dock_history_${new Date(old).toISOString().slice(0, 10).replaceAll('-', '')}`;
  await sql`create table ${sql.table(taken)} ()`.execute(db());
  await expect(careForDays({ db: db(), log }, noon)).rejects.toMatchObject({
    errors: [expect.objectContaining({ message: expect.stringContaining(taken) })],
  });
  const { rows } = await sql<{
    place: string;
  }>`select tableoid::regclass::text as place from drone_telemetry`.execute(db());
  expect(rows).toEqual([{ place: taken.replace('dock_history', 'drone_telemetry') + '_thin' }]);
});
