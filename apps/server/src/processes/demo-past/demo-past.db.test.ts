import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { findPlace } from './demo-past.store.ts';
import { startDemoPast } from './index.ts';

let rooms: TestRooms;
let accountFile: string;
const stored: string[] = [];

const say = (language: string, provisional: boolean): Promise<void> =>
  writeFile(accountFile, JSON.stringify({ language, provisional }));
const begin = () =>
  startDemoPast({
    runtime: rooms.runtime,
    accountFile,
    objects: {
      put: async (key) => {
        stored.push(key);
        return { key, size: 0, contentType: '', etag: '', storedAt: 0 };
      },
    },
  });
const count = async (what: string): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.raw(what)}`.execute(rooms.db))
    .rows[0]?.count ?? -1;

/** Docks and routes of a demo, as its simulator leaves them. */
const fillBook = async (): Promise<void> => {
  const { db, newOid } = rooms.runtime;
  for (const [index, model] of ['0-67-0', '0-91-1', '0-100-1'].entries()) {
    const [dock, drone] = [newOid(), newOid()];
    await sql`insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash)
      select ${dock}::uuid, group_root, group_oid, 'D', ${`SIMDOCK${index + 1}X`}, '3-1-0', 'DJI', ''
      from member where account = 'admin'`.execute(db);
    await sql`insert into dock_snapshot (dock_oid, online, lng, lat, height)
      values (${dock}, true, 114.7, 41.1, 1300)`.execute(db);
    await sql`insert into drone (oid, group_root, group_oid, name, sn, model, dock_oid)
      select ${drone}::uuid, group_root, group_oid, 'U', ${drone}, ${model}, ${dock}::uuid
      from member where account = 'admin'`.execute(db);
    for (let route = 0; route < (index === 2 ? 2 : 1); route += 1)
      await sql`insert into route (oid, group_root, group_oid, name, type, creation_method, object_key, checksum,
          waypoint_count, length, duration, speed, height_mode, max_height, take_off_security_height, finish_action,
          warnings, waypoints, created_by, drone_model)
        select ${newOid()}::uuid, group_root, group_oid, 'R', 'waypoint', 'DJI', ${newOid()}, 'x', 2, 900, 200, 10,
          'relative', 80, 20, 'goHome', '[]', '[{"lng": 114.701, "lat": 41.1, "height": 50}]', oid, ${model}
        from member where account = 'admin'`.execute(db);
  }
};

beforeAll(async () => {
  rooms = await createTestRooms();
  const dataDir = await mkdtemp(join(tmpdir(), 'eyrie-past-'));
  accountFile = join(dataDir, 'account');
  await rooms.organisation.ensureFirstOrganisation({ dataDir, demo: true, demoLanguage: 'en' });
  await say('en', true);
});
afterAll(() => rooms.close());

it('waits for the docks of the demo, is written once, and speaks the language of the first visitor', async () => {
  expect(await findPlace(rooms.db)).toBeNull();
  await fillBook();
  const past = begin();
  await vi.waitFor(async () => expect(await count('flight')).toBeGreaterThan(200), { timeout: 20_000 });
  const flights = await count('flight');
  // Every photo was stored before its row, and nothing lies ahead.
  expect(stored).toHaveLength(await count('media'));
  expect(await count('flight where end_time > now() or start_time > end_time')).toBe(0);
  expect(
    await count(`work_order where state = 'unassigned' and created_at <
      (select max(created_at) from work_order) - interval '40 days'`),
  ).toBe(0);
  for (const table of [
    'detection_outcome',
    'work_order',
    'region',
    'map_share',
    'inspection_report',
    'desk_note',
  ])
    expect(await count(table), table).toBeGreaterThan(0);
  expect(await count(`task where name like 'East turbines%'`)).toBeGreaterThan(5);
  await say('ar', false);
  await vi.waitFor(
    async () => expect(await count(`task where name like 'توربينات الشرق%'`)).toBeGreaterThan(5),
    { timeout: 10_000 },
  );
  await past.stop();
  expect(await count(`work_order where class ~ '[a-z]'`)).toBe(0);
  await begin().stop();
  expect(await count('flight')).toBe(flights);
});

it('has no two flights of a dock at once', async () => {
  expect(
    await count(`flight a join flight b on b.dock_oid = a.dock_oid and b.oid <> a.oid
      and b.start_time < a.end_time and a.start_time < b.end_time`),
  ).toBe(0);
});
