import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startDemoPast } from '../processes/demo-past/index.ts';
import { createPasswordHasher } from '../modules/member/index.ts';
import type { ObjectInfo, Objects } from '../platform/objects/index.ts';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts';
import { checkTransfer, type TransferManifest } from '../platform/transfer/index.ts';
import { until } from '../testing/caller.ts';
import { createTestRooms, type TestRooms } from '../testing/rooms.ts';
import { exportOrganisation, importCommand, importOrganisation, portableTables } from './transfer.ts';

let rooms: TestRooms;
let target: TestDatabase;
let folder: string;
let file: string;
let first: TransferManifest;

/** Files that lie nowhere: what a disk does with them has tests of its own. */
const inMemory = (): Objects => {
  const stored = new Map<string, { bytes: Buffer; info: ObjectInfo }>();
  return {
    put: async (key, body, { contentType = '', sha256 } = {}) => {
      const bytes = await buffer(Buffer.isBuffer(body) ? Readable.from([body]) : body);
      if (sha256 !== undefined) expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      const info = { key, size: bytes.length, contentType, etag: '', storedAt: 0 };
      stored.set(key, { bytes, info });
      return info;
    },
    get: async (key) => {
      const found = stored.get(key);
      return found ? { info: found.info, stream: Readable.from([found.bytes]) } : null;
    },
    head: async (key) => stored.get(key)?.info ?? null,
    delete: async (key) => void stored.delete(key),
    list: async (prefixes) => ({
      objects: [...stored.values()]
        .map(({ info }) => info)
        .filter(({ key }) => prefixes.some((prefix) => key.startsWith(prefix))),
      next: null,
    }),
    presignGet: async () => '',
  };
};
const source = inMemory();
const arrived = inMemory();
const kmz = Buffer.from('PK a route, as somebody uploaded it');

/** Docks and routes of a demo, as its simulator leaves them. */
const fillBook = async (): Promise<void> => {
  const { db, newOid } = rooms.runtime;
  for (const [index, model] of ['0-67-0', '0-91-1', '0-100-1'].entries()) {
    const [dock, drone] = [newOid(), newOid()];
    await sql`insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash)
      select ${dock}::uuid, group_root, group_oid, 'D "1" \\ back', ${`SIMDOCK${index + 1}X`}, '3-1-0', 'DJI',
        decode('c0ffee', 'hex') from member where account = 'admin'`.execute(db);
    await sql`insert into dock_snapshot (dock_oid, online, lng, lat, height)
      values (${dock}, false, 114.7, 41.1, 1300)`.execute(db);
    await sql`insert into drone (oid, group_root, group_oid, name, sn, model, dock_oid)
      select ${drone}::uuid, group_root, group_oid, 'U', ${drone}, ${model}, ${dock}::uuid
      from member where account = 'admin'`.execute(db);
    for (let route = 0; route < (index === 2 ? 2 : 1); route += 1)
      await sql`insert into route (oid, group_root, group_oid, name, type, creation_method, object_key, checksum,
          waypoint_count, length, duration, speed, height_mode, max_height, take_off_security_height, finish_action,
          warnings, waypoints, created_by, drone_model)
        select ${newOid()}::uuid, group_root, group_oid, 'R', 'waypoint', 'DJI', ${`routes/${index}-${route}.kmz`}, 'x',
          2, 900, 200, 10, 'relative', 80, 20, 'goHome', '[]', '[{"lng": 114.701, "lat": 41.1, "height": 50}]', oid,
          ${model} from member where account = 'admin'`.execute(db);
  }
};

beforeAll(async () => {
  [rooms, target, folder] = await Promise.all([
    createTestRooms(),
    createTestDatabase(),
    mkdtemp(join(tmpdir(), 'eyrie-transfer-')),
  ]);
  await rooms.organisation.ensureFirstOrganisation({ dataDir: folder, demo: true, demoLanguage: 'en' });
  await fillBook();
  await source.put('routes/0-0.kmz', kmz);
  const accountFile = join(folder, 'account');
  await writeFile(accountFile, JSON.stringify({ language: 'en', provisional: false }));
  const past = startDemoPast({ runtime: rooms.runtime, accountFile, objects: source });
  await vi.waitFor(
    async () => {
      if (!(await rooms.db.selectFrom('flight').select('oid').limit(1).executeTakeFirst()))
        throw new Error('the demo has no past yet');
    },
    { timeout: 30_000 },
  );
  await past.stop();
  // Somebody who left, in a department that is gone: no insertion of today would be taken.
  const { newOid } = rooms.runtime;
  const gone = newOid();
  await sql`insert into department (oid, group_root, parent_oid, name, path)
    select ${gone}::uuid, group_root, group_oid, 'gone', array[group_oid, ${gone}::uuid] from member
    where account = 'admin'`.execute(rooms.db);
  await sql`insert into member (oid, group_root, group_oid, account, name, password_hash, deleted_at)
    select ${newOid()}::uuid, group_root, ${gone}::uuid, 'left', 'left', 'x', now() from member
    where account = 'admin'`.execute(rooms.db);
  await sql`update department set deleted_at = now() where oid = ${gone}::uuid`.execute(rooms.db);
  await rooms.seed('other', ['administrator'], 'Other-Pass1!');
  file = join(folder, 'first.tar.zst');
  const name = 'Wind farm';
  await sql`update organisation set name = ${name} where first`.execute(rooms.db);
  const place = { url: rooms.database.url, objects: source };
  ({ manifest: first } = await exportOrganisation(place, { wanted: name, file }));
});
afterAll(async () => {
  await Promise.all([rooms.close(), target.drop()]);
  await rm(folder, { recursive: true });
});

const rowsOf = ({ tables }: TransferManifest): Record<string, number> =>
  Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));
const bring = (path: string, { url } = target) =>
  importOrganisation({ url, objects: arrived }, path, () => undefined);

const look = (path: string) => checkTransfer(path, portableTables());

/** The bundle with some bytes of it replaced by as many others. */
const changedBy = async (from: string, to: string): Promise<string> => {
  const plain = zstdDecompressSync(await readFile(file));
  const at = plain.indexOf(from);
  expect(at).toBeGreaterThan(0);
  plain.write(to, at);
  const path = join(folder, 'changed.tar.zst');
  await writeFile(path, zstdCompressSync(plain));
  return path;
};

describe('every table of the database', () => {
  it('is declared by a room: exported, or with the reason why it stays', async () => {
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      order by 1`.execute(rooms.db);
    const { exported, stays } = portableTables();
    expect([...exported.keys(), ...stays.keys()].toSorted()).toEqual(rows.map(({ name }) => name));
  });

  it('keeps what sounds like a secret at home, and takes the files that its keys name', async () => {
    const { rows } = await sql<{
      table: string;
      column: string;
    }>`select table_name as table, column_name as column
      from information_schema.columns where table_schema = 'public'
        and column_name ~ 'secret|password|token|nonce|session|hash|code_hash|_key$|credential'`.execute(
      rooms.db,
    );
    const { exported } = portableTables();
    const harmless = new Set([
      'command.arguments_hash',
      'detector_model.hash',
      'command.idempotency_key',
      'layer.key_header',
      'media.hash',
      'member.password_changed_at',
      'role.first_key',
      'task_occurrence.start_key',
      'flight_turn.start_key',
    ]);
    const loose = rows
      .filter(({ table, column }) => {
        const one = exported.get(table);
        return one && !Object.hasOwn(one.without ?? {}, column) && one.files?.includes(column) !== true;
      })
      .map(({ table, column }) => `${table}.${column}`);
    expect(loose.filter((one) => !harmless.has(one))).toEqual([]);
  });
});

describe('an organisation', () => {
  it('leaves as lines, features and files, without its secrets or anything of others', async () => {
    const rows = rowsOf(first);
    for (const table of [
      'member',
      'role',
      'dock',
      'route',
      'region',
      'flight',
      'media',
      'detection',
      'work_order',
    ])
      expect(rows[table], table).toBeGreaterThan(0);
    expect(rows['organisation']).toBe(1);
    expect(first.geo).toMatchObject([{ name: 'region', features: rows['region'] }]);
    // Three of the routes never had a file.
    expect(first.files).toMatchObject({ count: (rows['media'] ?? 0) + 4, missing: 3 });
    const text = zstdDecompressSync(await readFile(file)).toString('latin1');
    for (const secret of ['c0ffee', 'argon2id', 'other-administrator']) expect(text).not.toContain(secret);
    expect(text).toContain(kmz.toString());
    expect(await checkTransfer(file, portableTables())).toEqual(first);
    const { rows: log } = await sql<{ count: number }>`select count(*)::int as count from audit_log
      where action = 'organisation.export'`.execute(rooms.db);
    expect(log).toEqual([{ count: 1 }]);
  });

  it('is refused by the name of what was changed, and leaves nothing behind', async () => {
    await expect(look(await changedBy('SIMDOCK1X', 'SIMDOCK9X'))).rejects.toThrow(
      'tables/dock.jsonl is not as it was exported',
    );
    await expect(look(await changedBy('as somebody uploaded', 'as somebody forged !'))).rejects.toThrow(
      /files\/\d{8}\.kmz is not as it was exported/,
    );
    await expect(look(await changedBy('"missing": 3', '"missing": 4'))).rejects.toThrow(
      'stored files were taken out',
    );
    await expect(look(await changedBy('"format": 1', '"format": 2'))).rejects.toThrow('newer release');
    await expect(bring(await changedBy(first.migrations[0] ?? '', '9'))).rejects.toThrow(
      /newer release .* unknown here/,
    );
    const half = join(folder, 'half.tar.zst');
    await writeFile(half, (await readFile(file)).subarray(0, 100_000));
    await expect(look(half)).rejects.toThrow('is damaged');
    await expect(look(join(folder, 'nowhere'))).rejects.toThrow('there is no file');
    await expect(bring(file, rooms.database)).rejects.toThrow('the product is not empty');
    const { rows } = await target.connection.pool.query('select 1 from organisation');
    expect(rows).toEqual([]);
    await target.connection.close();
    // The database ends its sessions a moment later.
    const left = () =>
      rooms.database.connection.pool.query('select 1 from pg_stat_activity where datname = $1', [
        new URL(target.url).pathname.slice(1),
      ]);
    await until('sessions ended', left, ({ rowCount }) => rowCount === 0);
  });

  it('arrives whole in an empty product, and leaves it again as the same bytes', async () => {
    const { signIn } = await bring(file);
    expect((await arrived.head('routes/0-0.kmz'))?.size).toBe(kmz.length);
    const place = { url: target.url, objects: arrived };
    const again = await exportOrganisation(place, { file: join(folder, 'again.tar.zst') });
    expect(again.manifest.tables).toEqual(first.tables);
    expect(again.manifest.geo).toEqual(first.geo);
    expect(again.manifest.files).toEqual(first.files);
    // What is there already is not mixed with what comes.
    await expect(bring(file)).rejects.toThrow(
      /the product is not empty: the organisation "Wind farm" has \d members/,
    );
    const [account, password = ''] = signIn.split(' ');
    const client = new pg.Client(target.url);
    await client.connect();
    const { rows } = await client.query<{ account: string; hash: string; zero: boolean }>(`select account,
      password_hash as hash, (select bool_and(secret_hash = decode(repeat('00', 32), 'hex')) from dock) as zero
      from member`);
    await client.end();
    const passwords = createPasswordHasher();
    for (const one of rows) {
      expect(one.zero).toBe(true);
      expect(await passwords.verify(password, one.hash), one.account).toBe(one.account === account);
    }
    expect(account).toBe('admin');
  });

  it('is named when there are several, and is not taken without a name', async () => {
    const place = { url: rooms.database.url, objects: source };
    await expect(exportOrganisation(place, { file })).rejects.toThrow('name one with --organisation');
    await expect(importCommand.run([])).rejects.toThrow('name the export');
  });
});
