import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { connectDatabase, isDatabaseDown } from './database.ts';
import { migrate, NewerSchemaError } from './migrate.ts';
import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

const log = createLog({ level: 'silent' });
let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase({ empty: true });
});
afterAll(() => db.drop());

async function until(condition: () => boolean | Promise<boolean>, within = 10_000): Promise<void> {
  const deadline = performance.now() + within;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('the awaited state did not come');
    await delay(20);
  }
}

/** A relay before the database that can swallow everything or cut all connections. */
async function relayTo(url: string) {
  const target = new URL(url);
  const { hostname } = target;
  const port = Number(target.port);
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    const far = connect(port, hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => silent || to.write(chunk));
      from.on('close', () => to.destroy());
      from.on('error', () => undefined);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  target.port = String((server.address() as AddressInfo).port);
  return {
    url: target.href,
    silence: (on: boolean) => (silent = on),
    cut: () => sockets.forEach((socket) => socket.destroy()),
    close: () => server.close(),
  };
}

test('no call hangs on a database that has gone silent, and the pool is whole afterwards', async () => {
  const relay = await relayTo(db.url);
  const connection = connectDatabase({
    url: relay.url,
    log,
    poolSize: 2,
    queryTimeout: 500,
    connectTimeout: 500,
  });
  await sql`select 1`.execute(connection.kysely);
  relay.silence(true);
  const started = performance.now();
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => sql`select 1`.execute(connection.kysely)),
  );
  expect(performance.now() - started).toBeLessThan(promised(2_000));
  expect(answers.every((one) => one.status === 'rejected' && isDatabaseDown(one.reason))).toBe(true);
  expect(await connection.ping()).toBeInstanceOf(Error);
  expect(await connection.confirm()).toBe(false);
  relay.silence(false);
  await until(() =>
    sql`select 1`.execute(connection.kysely).then(
      () => true,
      () => false,
    ),
  );
  expect(connection.pool.totalCount).toBeLessThanOrEqual(2);
  expect(await connection.ping()).toBeNull();
  expect(await connection.confirm()).toBe(true);
  await connection.close();
  relay.close();
});

test('a connection lost inside a transaction is an error of that transaction only', async () => {
  const relay = await relayTo(db.url);
  const connection = connectDatabase({ url: relay.url, log, poolSize: 1 });
  const broken = connection.kysely.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx);
    relay.cut();
    await delay(50);
    await sql`select 1`.execute(trx);
  });
  await expect(broken).rejects.toThrow(/connection/i);
  expect((await sql<{ one: number }>`select 1 as one`.execute(connection.kysely)).rows).toEqual([{ one: 1 }]);
  await connection.close();
  relay.close();
});

test('a statement that takes too long is ended by the database', async () => {
  const connection = connectDatabase({ url: db.url, log, statementTimeout: 100 });
  const slow: unknown = await sql`select pg_sleep(5)`
    .execute(connection.kysely)
    .catch((error: unknown) => error);
  expect(isDatabaseDown(slow)).toBe(true);
  await connection.close();
});

test('notifications arrive, also after the connection was lost, and the gap is told', async () => {
  const relay = await relayTo(db.url);
  const connection = connectDatabase({ url: relay.url, log });
  const heard: string[] = [];
  let gaps = 0;
  const stop = await connection.listen(
    'words',
    (payload) => heard.push(payload),
    () => (gaps += 1),
  );
  const say = (word: string) => sql`select pg_notify('words', ${word})`.execute(db.connection.kysely);
  await say('one');
  await until(() => heard.includes('one'));
  relay.cut();
  await until(() => gaps === 1);
  await say('two');
  await until(() => heard.includes('two'));
  expect(heard).toEqual(['one', 'two']);
  await stop();
  await connection.close();
  relay.close();
});

const named = (name: string) => ({
  up: (kysely: Kysely<unknown>) => kysely.schema.createTable(name).addColumn('n', 'integer').execute(),
});

test('two instances migrate at once: each migration runs once', async () => {
  const own = await createTestDatabase({ empty: true });
  const migrations = { '0001-a': named('a'), '0002-b': named('b') };
  const applied = await Promise.all([1, 2].map(() => migrate({ url: own.url, log, migrations })));
  expect(applied.flat().toSorted()).toEqual(['0001-a', '0002-b']);
  await own.drop();
});

test('a failing migration leaves the schema as it was', async () => {
  const own = await createTestDatabase({ empty: true });
  const fails = { up: () => Promise.reject(new Error('no')) };
  await expect(
    migrate({ url: own.url, log, migrations: { '0001-a': named('a'), '0002-b': fails } }),
  ).rejects.toThrow('0002-b');
  const { rows } = await sql<{ a: string | null }>`select to_regclass('a')::text as a`.execute(
    own.connection.kysely,
  );
  expect(rows).toEqual([{ a: null }]);
  await own.drop();
});

describe('a change of a table that somebody uses', () => {
  const widens = {
    '0001-a': named('a'),
    '0002-b': {
      up: (kysely: Kysely<unknown>) => kysely.schema.alterTable('a').addColumn('more', 'integer').execute(),
    },
  };
  /** Reads a table and does not end, as a backup does. */
  const backup = async (own: TestDatabase) => {
    const client = await own.connection.pool.connect();
    await client.query(`set application_name = 'eyrie-backup'`);
    await client.query('begin isolation level repeatable read read only');
    await client.query('select from a');
    return async (): Promise<void> => {
      await client.query('commit');
      client.release(true);
    };
  };

  test('holds nobody back, and is made once that ends', async () => {
    const own = await createTestDatabase({ empty: true });
    const { url } = own;
    await migrate({ url, log, migrations: { '0001-a': named('a') } });
    const end = await backup(own);
    let applied: readonly string[] | null = null;
    const changing = migrate({ url, log, migrations: widens }).then((names) => (applied = names));
    // Behind the change that waits: within what a statement of a server may take.
    await until(async () => {
      const { rows } = await own.connection.pool.query(`select from pg_locks
        where not granted and mode = 'AccessExclusiveLock' and relation = 'a'::regclass`);
      return rows.length > 0;
    });
    const from = performance.now();
    await own.connection.pool.query('select from a');
    expect(performance.now() - from).toBeLessThan(promised(limits.postgres.statement));
    expect(applied).toBeNull();
    await end();
    expect(await changing).toEqual(['0002-b']);
    await own.drop();
  });

  test('is given up by the name of who uses it, and nothing of it stands', async () => {
    const own = await createTestDatabase({ empty: true });
    const { url } = own;
    await migrate({ url, log, migrations: { '0001-a': named('a') } });
    const end = await backup(own);
    await expect(migrate({ url, log, migrations: widens, tries: 1 })).rejects.toThrow('eyrie-backup');
    await end();
    expect(await migrate({ url, log, migrations: widens })).toEqual(['0002-b']);
    await own.drop();
  });
});

test('a schema newer than the code is refused by name', async () => {
  const own = await createTestDatabase({ empty: true });
  await migrate({ url: own.url, log, migrations: { '0001-a': named('a'), '0002-later': named('b') } });
  const older = migrate({ url: own.url, log, migrations: { '0001-a': named('a') } });
  await expect(older).rejects.toThrow(NewerSchemaError);
  await expect(older).rejects.toThrow('0002-later');
  await own.drop();
});

test('a migration that lands after one with a higher number is applied, once', async () => {
  const own = await createTestDatabase({ empty: true });
  const { url } = own;
  const before = { '0001-a': named('a'), '0003-c': named('c') };
  const now = { ...before, '0002-b': { ...named('b'), additive: true } };
  await migrate({ url, log, migrations: before });
  expect(await migrate({ url, log, migrations: now })).toEqual(['0002-b']);
  expect(await migrate({ url, log, migrations: now })).toEqual([]);
  // The release before it restarts beside it.
  expect(await migrate({ url, log, migrations: before })).toEqual([]);
  await own.drop();
});

test('a release runs beside a newer one that only added, and changes nothing', async () => {
  const own = await createTestDatabase({ empty: true });
  const { url } = own;
  const first = { '0001-a': named('a') };
  const added = { ...first, '0002-b': { ...named('b'), additive: true } };
  await migrate({ url, log, migrations: added });
  expect(await migrate({ url, log, migrations: first })).toEqual([]);
  const beside = { ...first, '0003-c': { ...named('c'), additive: true } };
  await expect(migrate({ url, log, migrations: beside })).rejects.toThrow('0002-b');
  await migrate({ url, log, migrations: { ...added, '0004-d': named('d') } });
  await expect(migrate({ url, log, migrations: first })).rejects.toThrow('0002-b, 0004-d');
  expect(await migrate({ url, log, migrations: { ...added, '0004-d': named('d') } })).toEqual([]);
  await own.drop();
});

test('the template is cloned fast and clones do not see each other', async () => {
  const first = await createTestDatabase();
  const started = performance.now();
  const second = await createTestDatabase();
  const took = performance.now() - started;
  await sql`create table mine (n int)`.execute(first.connection.kysely);
  const { rows } = await sql<{ t: string | null }>`select to_regclass('mine')::text as t`.execute(
    second.connection.kysely,
  );
  expect(rows).toEqual([{ t: null }]);
  expect(took).toBeLessThan(promised(2_000));
  await first.drop();
  await second.drop();
});
