import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAuditLog } from '../modules/audit-log/index.ts';
import { createLog } from '../platform/log.ts';
import { migrate } from '../platform/postgres/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts';
import type { Db } from '../platform/runtime.ts';
import { migrations } from './index.ts';
import { fillFirst, fillNinth } from './released-data.fixture.ts';

/** The last migration of the first release, and of the one before this. */
const first = '0001-first';
const previous = '0009-operation';
const log = createLog({ level: 'silent' });
const names = Object.keys(migrations);
const upToPrevious = names.slice(0, names.indexOf(previous) + 1);
let database: TestDatabase;
let db: Db;

const migrateTo = (upTo?: string): Promise<string[]> => migrate({ url: database.url, log, migrations, upTo });

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  db = database.connection.kysely;
  await migrateTo(first);
  await fillFirst(db);
});
afterEach(() => database.drop());

type Columns = ReadonlyMap<string, readonly string[]>;

/** Every table of the release that is there now, with its columns. */
async function columnsNow(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select columns.table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and not starts_with(table_name, 'kysely_')
    order by 1, ordinal_position`.execute(db);
  const columns = new Map<string, string[]>();
  for (const { table, column } of rows) columns.set(table, [...(columns.get(table) ?? []), column]);
  return columns;
}

/** Every row of these tables in these columns. */
async function rowsOf(columns: Columns): Promise<Map<string, string[]>> {
  const all = new Map<string, string[]>();
  for (const [table, fields] of columns) {
    const list = sql.join(fields.map((name) => sql.ref(name)));
    const { rows } = await sql<{ row: string }>`
      select row_to_json(kept_row)::text as row from (select ${list} from ${sql.table(table)}) kept_row order by 1`.execute(
      db,
    );
    all.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  return all;
}

const applied = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
};

const expectWholeAudit = async (): Promise<void> => {
  const { rows } = await sql<{ oid: string }>`select oid from organisation`.execute(db);
  const audit = createAuditLog({ db, clock: { wall: () => 0, mono: () => 0 } });
  const groupRoot = rows[0]?.oid ?? null;
  expect(await audit.verify(groupRoot)).toMatchObject({ whole: true, rows: 3 });
  // The chain that stands goes on, and the one of control begins beside it.
  for (const face of [audit, audit.forControl])
    await face.write(db, { groupRoot, action: 'dock.edit', outcome: 'done' });
  expect(await audit.verify(groupRoot)).toMatchObject({
    whole: true,
    chains: [
      { chain: 'control', rows: 1 },
      { chain: 'general', rows: 4 },
    ],
  });
};

/** Starts the migration in a process of its own, which can be killed. */
const startMigration = (): ChildProcess =>
  fork(fileURLToPath(new URL('./migrate.fixture.ts', import.meta.url)), [database.url], { stdio: 'ignore' });

describe('data of the previous release', () => {
  beforeEach(async () => {
    await migrateTo(previous);
    await fillNinth(db);
  });

  it('is all there after the migration, row by row, and the audit log is whole', async () => {
    const columns = await columnsNow();
    const before = await rowsOf(columns);
    // Told by name which tables were empty: of those this proves nothing.
    const empty = [...before].filter(([, rows]) => rows.length === 0).map(([table]) => table);
    expect(empty).toEqual([
      'captcha',
      'challenge',
      'control_lease',
      'dock_snapshot',
      'dock_telemetry',
      'drone',
      'drone_telemetry',
      'gateway_claim',
      'instance',
      'live_credential',
      'login_failure',
      'media',
      'one_time_code',
      'server_secret',
      'storage_credential',
      'video_viewer',
    ]);
    await migrateTo();
    const after = await rowsOf(columns);
    // Rights are added; those that were held stay.
    const rights = before.get('role_resource') ?? [];
    expect(after.get('role_resource')).toEqual(expect.arrayContaining(rights));
    // So are the heads of a second chain of audit rows.
    expect(after.get('audit_head')).toEqual(expect.arrayContaining(before.get('audit_head') ?? []));
    // And the reasons of false alarms in every code table.
    for (const filled of ['dictionary_code', 'dictionary_group'])
      expect(after.get(filled)).toEqual(expect.arrayContaining(before.get(filled) ?? []));
    for (const rows of [before, after])
      for (const added of ['role_resource', 'audit_head', 'dictionary_code', 'dictionary_group'])
        rows.delete(added);
    expect(after).toEqual(before);
    await expectWholeAudit();
  });

  it('begins with what this release adds as if nobody had touched it', async () => {
    await migrateTo();
    const { rows } = await sql`select distinct sign_in_epoch, display from member`.execute(db);
    expect(rows).toEqual([{ sign_in_epoch: 0, display: {} }]);
    const { rows: commands } = await sql`select address from command`.execute(db);
    expect(commands).toEqual([{ address: null }]);
    for (const table of ['login_try', 'notice', 'notice_put_away', 'backup_plan'])
      expect((await sql`select * from ${sql.table(table)}`.execute(db)).rows, table).toEqual([]);
  });

  it('ends up with the old schema or the new one when the migration is killed, and can go on', async () => {
    for (let wait = 0; wait < 8; wait += 1) {
      const migration = startMigration();
      // Each round kills a little later; the first ones before it has connected, the last ones after it is done.
      const ended = once(migration, 'exit');
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 100 + wait * 60))]);
      migration.kill('SIGKILL');
      await ended;
      expect([upToPrevious, names]).toContainEqual(await applied());
    }
    await migrateTo();
    expect(await applied()).toEqual(names);
  });

  it('is migrated once by two instances that start at once', async () => {
    const ends = await Promise.all(
      [startMigration(), startMigration()].map(async (one) => (await once(one, 'exit'))[0] as number),
    );
    expect(ends).toEqual([0, 0]);
    expect(await applied()).toEqual(names);
  });
});

describe('data of the first release', () => {
  it('is all there after the migration, and the audit log is whole', async () => {
    const columns = await columnsNow();
    // What an organisation looks like has a table of its own now; the policy keeps the rest. Rights are added.
    columns.set(
      'organisation',
      (columns.get('organisation') ?? []).filter((name) => name !== 'policy'),
    );
    columns.delete('role_resource');
    const before = await rowsOf(columns);
    await migrateTo();
    const after = await rowsOf(columns);
    expect(after.get('audit_head')).toEqual(expect.arrayContaining(before.get('audit_head') ?? []));
    for (const rows of [before, after]) rows.delete('audit_head');
    expect(after).toEqual(before);
    await expectWholeAudit();
  });

  it('gives administrators the new rights and nobody else any', async () => {
    await migrateTo();
    const { rows } = await sql<{ key: string; resource: string }>`
      select first_key as key, resource from role join role_resource on role_oid = oid order by 1, 2`.execute(
      db,
    );
    const held = (key: string): string[] => rows.filter((row) => row.key === key).map((row) => row.resource);
    expect(held('administrator')).toEqual(
      expect.arrayContaining([
        '/DataStatistics',
        '/DaJiAirport',
        '/OrganizationStructure',
        'dock:edit',
        'role:edit',
      ]),
    );
    expect(held('administrator')).not.toContain('platform:operate');
    expect(held('operator')).toEqual(['flight:start']);
  });

  it('makes roles belong to the root department', async () => {
    await migrateTo();
    const { rows } = await sql<{ name: string }>`
      select distinct department.name from role join department on department.oid = role.group_oid`.execute(
      db,
    );
    expect(rows).toEqual([{ name: '总部' }]);
  });
});
