import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAuditLog } from '../modules/audit-log/index.ts';
import { createLog } from '../platform/log.ts';
import { newOid } from '../platform/oid.ts';
import { migrate } from '../platform/postgres/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts';
import type { Db } from '../platform/runtime.ts';
import { createTestFlights } from '../testing/flights.ts';
import { migrations } from './index.ts';

/** The schema of the release before this one. */
const previous = '0001-first';
const log = createLog({ level: 'silent' });
const names = Object.keys(migrations);
let database: TestDatabase;
let db: Db;

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  db = database.connection.kysely;
  await migrate({ url: database.url, log, migrations, upTo: previous });
  await fillPrevious(db);
});
afterEach(() => database.drop());

/** An organisation as the previous release left it: people, roles, a flight and what led to it, an audit log. */
async function fillPrevious(at: Db): Promise<void> {
  const [root, department, below, administrator, operator] = [1, 2, 3, 4, 5].map(() => newOid());
  await sql`insert into organisation (oid, name, first, policy)
    values (${root}, '老机构', true, '{"appearance": {"pcName": "老系统", "menuTheme": 1}}')`.execute(at);
  await sql`insert into department (oid, group_root, parent_oid, name, path) values
    (${department}, ${root}, null, '总部', array[${department}]::uuid[]),
    (${below}, ${root}, ${department}, '分部', array[${department}, ${below}]::uuid[])`.execute(at);
  for (const [account, groupOID] of [
    ['admin', department],
    ['operator', below],
  ] as const)
    await sql`insert into member (oid, group_root, group_oid, account, name, password_hash)
      values (${newOid()}, ${root}, ${groupOID}, ${account}, ${account}, 'x')`.execute(at);
  await sql`insert into role (oid, group_root, name, type, first_key) values
    (${administrator}, ${root}, '组织管理员', 'menu', 'administrator'),
    (${operator}, ${root}, '飞行操作员', 'menu', 'operator')`.execute(at);
  await sql`insert into role_resource (role_oid, resource) values
    (${administrator}, '/DataStatistics'), (${administrator}, 'dock:edit'), (${operator}, 'flight:start')`.execute(
    at,
  );
  await sql`insert into member_role (member_oid, role_oid)
    select oid, ${administrator}::uuid from member where account = 'admin'`.execute(at);
  const flights = createTestFlights({ db: at, newOid });
  const dockOID = await flights.dock('operator');
  const part = {
    dockOID,
    taskOID: await flights.task('operator'),
    routeOID: await flights.route('operator'),
  };
  await flights.flight('operator', { ...part, state: 'over' });
  const audit = createAuditLog({ db: at, clock: { wall: () => 1_760_000_000_000, mono: () => 0 } });
  for (const action of ['login.password', 'dock.add', 'flight.add'])
    await audit.write(at, { groupRoot: root ?? null, action, outcome: 'done' });
}

const kept = [
  'organisation',
  'department',
  'member',
  'role',
  'member_role',
  'dock',
  'route',
  'task',
  'flight',
];

/** Every row of the tables that the previous release had, with the columns that it had. */
async function rowsOf(at: Db, columns: ReadonlyMap<string, readonly string[]>): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const table of kept) {
    const fields = (columns.get(table) ?? []).map((name) => sql.ref(name));
    const { rows } = await sql`select ${sql.join(fields)} from ${sql.table(table)} order by 1, 2`.execute(at);
    all.push({ table, rows });
  }
  return all;
}

async function columnsOf(at: Kysely<never> | Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' order by table_name, ordinal_position`.execute(at);
  const columns = new Map<string, string[]>();
  for (const { table, column } of rows) columns.set(table, [...(columns.get(table) ?? []), column]);
  return columns;
}

const applied = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
};

/** Starts the migration in a process of its own, which can be killed. */
const startMigration = (): ChildProcess =>
  fork(fileURLToPath(new URL('./migrate.fixture.ts', import.meta.url)), [database.url], { stdio: 'ignore' });

describe('data of the previous release', () => {
  it('is all there after the migration, and the audit log is whole', async () => {
    const columns = await columnsOf(db);
    // What an organisation looks like has a table of its own now; the policy keeps the rest.
    columns.set(
      'organisation',
      (columns.get('organisation') ?? []).filter((name) => name !== 'policy'),
    );
    const before = await rowsOf(db, columns);
    await migrate({ url: database.url, log, migrations });
    expect(await rowsOf(db, columns)).toEqual(before);
    const { rows } = await sql<{ oid: string }>`select oid from organisation`.execute(db);
    const audit = createAuditLog({ db, clock: { wall: () => 0, mono: () => 0 } });
    expect(await audit.verify(rows[0]?.oid ?? null)).toMatchObject({ whole: true, rows: 3 });
  });

  it('gives administrators the new rights and nobody else any', async () => {
    await migrate({ url: database.url, log, migrations });
    const { rows } = await sql<{ key: string; resource: string }>`
      select first_key as key, resource from role join role_resource on role_oid = oid order by 1, 2`.execute(
      db,
    );
    const held = (key: string): string[] => rows.filter((row) => row.key === key).map((row) => row.resource);
    expect(held('administrator')).toEqual(
      expect.arrayContaining(['/DataStatistics', '/OrganizationStructure', 'dock:edit', 'role:edit']),
    );
    expect(held('administrator')).not.toContain('platform:operate');
    expect(held('operator')).toEqual(['flight:start']);
  });

  it('makes roles belong to the root department', async () => {
    await migrate({ url: database.url, log, migrations });
    const { rows } = await sql<{ name: string }>`
      select distinct department.name from role join department on department.oid = role.group_oid`.execute(
      db,
    );
    expect(rows).toEqual([{ name: '总部' }]);
  });

  it('ends up with the old schema or the new one when the migration is killed, and can go on', async () => {
    for (let wait = 0; wait < 8; wait += 1) {
      const migration = startMigration();
      // Each round kills a little later; the first ones before it has connected, the last ones after it is done.
      const ended = once(migration, 'exit');
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 100 + wait * 60))]);
      migration.kill('SIGKILL');
      await ended;
      const now = await applied();
      expect([[previous], names]).toContainEqual(now);
    }
    await migrate({ url: database.url, log, migrations });
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
