import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { createLog } from '../log.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts';
import { migrate } from './migrate.ts';

const log = createLog({ level: 'silent' });
let dataDir: string;
let postgres: EmbeddedPostgres;
let app: pg.Client;
let same: boolean;

const insert = `insert into audit_log (chain, chain_seq, at, action, outcome, previous_hash, hash)
  values ('general', 1, now(), 'a.b', 'done', '', '')`;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-role-'));
  postgres = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } });
  await migrate({ url: postgres.url, migrations, log });
  // Two servers that start at once get the same account.
  const [first, second] = await Promise.all([postgres.openForApp(), postgres.openForApp()]);
  app = new pg.Client({ connectionString: first });
  same = first === second;
  await app.connect();
  await app.query(insert);
});
afterAll(async () => {
  await app.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

describe('the account that the product works with', () => {
  it.each([
    `update audit_log set outcome = 'x'`,
    'delete from audit_log',
    `update audit_log set chain = 'control'`,
    'truncate audit_log',
    'drop table audit_log',
    'alter table audit_log disable trigger all',
    'alter table audit_log add column x int',
    'drop trigger audit_log_append_only on audit_log',
    `create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
    'delete from audit_head',
    `delete from audit_head where chain = 'control'`,
    `set session_replication_role = replica`,
    `insert into kysely_migration values ('9999-x', now()::text)`,
    'set role eyrie',
    'create table sneaked (x int)',
    'create role friend superuser',
    `copy audit_log to program 'cat'`,
  ])('cannot: %s', async (statement) => {
    await expect(app.query(statement)).rejects.toMatchObject({
      code: expect.stringMatching(/^42501|42P01$/) as string,
    });
  });

  it('is one account, whoever opens it', () => expect(same).toBe(true));

  it('adds rows and works with all other tables', async () => {
    await app.query(insert.replace(`('general', 1,`, `('control', 1,`));
    const { rows } = await app.query('select count(*)::int as count from audit_log');
    expect(rows).toEqual([{ count: 2 }]);
    await app.query(`insert into server_secret (name, value) values ('x', 'y')`);
    await app.query(`update server_secret set value = 'z'`);
    await app.query('delete from server_secret');
    await app.query('create table pgboss.own (x int)');
  });
});
