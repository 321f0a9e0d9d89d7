import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@eyrie/domain';
import { connectDock, type DockClient, promised } from '@eyrie/testing';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../migrations/index.ts';
import { createAuditLog } from '../modules/audit-log/index.ts';
import { unconfirmFlights } from '../modules/flight/index.ts';
import { endRestoredRuns } from '../modules/task/index.ts';
import { restoreInstance } from '../modules/operation/index.ts';
import { BackupRefused, checkBackup, writeBackup } from '../platform/backup/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { connectDatabase } from '../platform/postgres/index.ts';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts';
import { until } from '../testing/caller.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** What a restore changes on purpose, and what nobody restores. */
const changed = new Set([
  'kysely_migration',
  'kysely_migration_lock',
  'command',
  'control_lease',
  'flight',
  'dock_snapshot',
  'upload_part',
  'work',
  'audit_log',
  'audit_head',
  'session',
  'one_time_code',
  'captcha',
  'login_failure',
  'live_credential',
  'challenge',
  'gateway_claim',
  'instance',
  'video_viewer',
  'video_tab',
  'storage_credential',
  'health_measure',
  'timer_report',
  'timer_turn',
  'address_call',
  'openid_start',
]);

let server: TestServer;
let target: TestDatabase;
let folder: string;
let file: string;
let before: Map<string, string>;
let dock: DockClient;
let dockAt: { oid: string; sn: string; secret: string };
let flights: { flying: string; waiting: string };
const log = createLog({ level: 'silent' });

/** A fingerprint of the rows of each table. */
const fingerprints = async (pool: pg.Pool): Promise<Map<string, string>> => {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not relispartition order by 1`,
  );
  const prints = new Map<string, string>();
  for (const { name } of rows) {
    const found = await pool.query<{ print: string }>(
      `select count(*) || ':' || coalesce(md5(string_agg(row::text, '|' order by row::text)), '') as print from "${name}" as row`,
    );
    prints.set(name, found.rows[0]?.print ?? '');
  }
  return prints;
};
const restore = (from: string, replace = false, known: typeof migrations = migrations) =>
  restoreInstance({
    url: target.url,
    dataDir: folder,
    file: from,
    replace,
    migrations: known,
    auditOn: (db) => createAuditLog({ db, clock: systemClock }),
    unconfirmFlights,
    endRestoredRuns,
    clock: systemClock,
    log,
    say: () => undefined,
  });

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'eyrie-restored-'));
  const sn = `D${createHash('sha256').update(randomUUID()).digest('hex').slice(0, 12).toUpperCase()}`;
  const added = await server.call(calls.dock.add, {
    name: '测试机场',
    model: '3-2-0',
    sn,
    groupOID: server.groupOID,
    vendor: 'DJI',
  });
  dockAt = { sn, oid: added.data.oid as string, secret: added.data.secret as string };
  dock = await connectDock({ url: server.running.mqtt, sn, secret: dockAt.secret, droneSn: `A${sn}` });
  await dock.start();
  const routeOID = (await server.uploadRoute()).oid;
  flights = {
    flying: await server.addFlight(dockAt.oid, routeOID),
    waiting: await server.addFlight(dockAt.oid, routeOID),
  };
  await server.fly(dock, dockAt.oid, flights.flying);
  await server.takeLease(dockAt.oid);
  const { pool } = server.database.connection;
  await pool.query(
    `insert into command (oid, group_root, dock_oid, method, idempotency_key, arguments, arguments_hash, issued_by,
       issued_at, expires_at, state)
     select gen_random_uuid(), group_root, $1, 'flightPause', 'k', '{}', '', oid, now(), now(), 'sent' from member
     where account = 'admin'`,
    [dockAt.oid],
  );
  await pool.query(
    `insert into upload (oid, group_root, member_oid, purpose, name, size, hash, created_at, touched_at)
     select gen_random_uuid(), group_root, oid, 'media', 'ONE.JPG', 2097152, repeat('a', 64), now(), now() from member
     where account = 'admin'`,
  );
  await pool.query(
    `insert into upload_part (upload_oid, start, length, sha256, object_key, received, blocks, crc32)
     select oid, 0, 1048576, 'a', 'upload/one', true, 'b', 1 from upload`,
  );
  await dock.close();
  file = join(folder, 'one.tar.zst');
  // The servers go on while it is written; here they stop first, so that nothing changes between the two looks.
  await server.running.stop();
  before = await fingerprints(pool);
  // A part of a recording that is under way: its rows stay out of a backup.
  const parts = join(server.env.EYRIE_DATA_DIR, 'objects/recording/organisation/one');
  await mkdir(parts, { recursive: true });
  await writeFile(join(parts, 'part'), 'a picture');
  const growing = join(server.env.EYRIE_DATA_DIR, 'objects/growing');
  await mkdir(growing, { recursive: true });
  await writeFile(join(growing, 'one'), 'a part');
  await writeBackup({
    url: server.database.url,
    dataDir: server.env.EYRIE_DATA_DIR,
    withObjects: true,
    file,
    release: 'test',
    now: Date.now(),
  });
  target = await createTestDatabase({ empty: true });
});
afterAll(async () => {
  await dock?.close();
  await target?.drop();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  it('is one file for its owner, with everything that lasts', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const manifest = await checkBackup(file);
    expect(manifest.migrations).toEqual(Object.keys(migrations).toSorted());
    expect(manifest.tables.find(({ name }) => name === 'flight')?.rows).toBe(2);
    expect(manifest.files.some(({ name }) => name.startsWith('objects/'))).toBe(true);
    expect(manifest.tables.map(({ name }) => name)).not.toContain('session');
    expect(manifest.files.filter(({ name }) => /^objects\/(?:recording|growing)\//.test(name))).toEqual([]);
  });

  it('is refused when it is damaged, cut short or made by a release that is not known', async () => {
    const other = join(folder, 'other.tar.zst');
    await copyFile(file, other);
    await truncate(other, (await stat(file)).size - 100);
    await expect(restore(other)).rejects.toThrow(BackupRefused);
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    await writeFile(other, bytes);
    await expect(restore(other)).rejects.toThrow(BackupRefused);
    await expect(
      restoreInstance({
        url: target.url,
        dataDir: folder,
        file,
        replace: false,
        migrations: { '0001-first': migrations['0001-first'] as never },
        auditOn: (db) => createAuditLog({ db, clock: systemClock }),
        unconfirmFlights,
        endRestoredRuns,
        clock: systemClock,
        log,
        say: () => undefined,
      }),
    ).rejects.toThrow('0002-people');
    expect(await fingerprints(target.connection.pool)).toEqual(new Map());
  });
});

describe('a restore', () => {
  it('brings back every row and file and launches nothing', async () => {
    const start = performance.now();
    // The connection of this test stands for a server that still runs.
    await target.connection.pool.query('select 1');
    await expect(restore(file)).rejects.toThrow('stop every server first');
    await target.connection.pool.end();

    expect(await restore(file)).toMatchObject({ commands: 1, flights: 1 });
    expect(performance.now() - start).toBeLessThan(promised(20_000));
    await expect(restore(file)).rejects.toThrow('--replace');
    // What was there comes back when the backup cannot be put in place.
    const half = { ...migrations, '9999-refuses': { up: () => Promise.reject(new Error('no')) } };
    await expect(restore(file, true, half)).rejects.toThrow('9999-refuses');
    await expect(restore(file)).rejects.toThrow('--replace');
    expect(await restore(file, true)).toMatchObject({ commands: 1 });

    const restored = connectDatabase({ url: target.url, log });
    const after = await fingerprints(restored.pool);
    const differing = [...before].filter(([name, print]) => !changed.has(name) && after.get(name) !== print);
    expect(differing).toEqual([]);
    const { rows: neutralised } = await restored.pool.query(
      `select state, reason from command where idempotency_key = 'k' union all
       select 'lease', holder_oid::text from control_lease where control = 'flight'`,
    );
    expect(neutralised).toEqual([
      { state: 'unknown', reason: 'restored' },
      { state: 'lease', reason: null },
    ]);
    // What had come of an upload is in no backup: it begins anew.
    const { rows: sent } = await restored.pool.query(
      `select name, (select count(*)::int from upload_part) as parts from upload`,
    );
    expect(sent).toEqual([{ name: 'ONE.JPG', parts: 0 }]);
    await restored.pool.end();

    const running = await server.start({ EYRIE_DATABASE_URL: target.url, EYRIE_DATA_DIR: folder });
    try {
      dock = await connectDock({
        url: running.mqtt,
        sn: dockAt.sn,
        secret: dockAt.secret,
        droneSn: `A${dockAt.sn}`,
      });
      await running.ready;
      await dock.start();
      const { token } = await server.login(running.url);
      const flightOf = async (oid: string) =>
        (await server.callAt(running.url, token, calls.flight.get, { oid })).data as {
          state: string;
          confirmedAt: number | null;
        };
      for (let turn = 0; turn < 12; turn += 1) {
        await dock.osdParts();
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      expect(await flightOf(flights.waiting)).toMatchObject({ state: 'created' });
      expect(dock.services()).toEqual([]);
      const route = await server.callAt(running.url, token, calls.route.query, {});
      expect(route.data.total).toBe(1);
      const verdict = await server.callAt(running.url, token, calls.auditLog.verify, {});
      expect(verdict.data).toMatchObject({ state: 'whole' });
      const rows = await server.callAt(running.url, token, calls.auditLog.query, { action: 'operation' });
      expect(rows.data.list[0]).toMatchObject({ action: 'operation.restore', detail: { commands: 1 } });
      await until(
        'route file',
        () => server.callAt(running.url, token, calls.route.get, { oid: route.data.list[0].oid }),
        ({ status }) => status === 200,
      );
    } finally {
      await running.stop();
    }
  });
});
