import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDiskObjects, type DiskObjects } from '../../platform/objects/index.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { addFilmedDock } from './filmed-dock.fixture.ts';
import { createRecordings } from './index.ts';
import { claimRecording, insertRecording, keepRecording } from './recording.store.ts';

const bounds = limits.recording;
let rooms: TestRooms;
let disk: DiskObjects;
let dataDir: string;
let owner: Awaited<ReturnType<typeof addFilmedDock>>;

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-recording-store-'));
  disk = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  await rooms.seed('sigma', ['operator'], 'Flug-4711!');
  owner = await addFilmedDock(rooms, 'sigma-operator');
  await sql`update kysely_migration set timestamp = '2025-01-01T00:00:00.000Z'`.execute(rooms.db);
});
afterAll(async () => {
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => sql`delete from video_recording`.execute(rooms.db));

const start = async (): Promise<string> => {
  const oid = rooms.runtime.newOid();
  const at = new Date(rooms.clock.wall());
  await insertRecording(rooms.db, { ...owner, oid, videoId: 'AIR/81-0-0/camera', stream: 'camera', at });
  return oid;
};
/** One server takes the recording, once nobody has it. */
const takenBy = async (instanceId: string) => {
  rooms.clock.move(bounds.claim + 1_000);
  const now = new Date(rooms.clock.wall());
  const claim = { instanceId, now, until: new Date(now.getTime() + bounds.claim) };
  expect(await claimRecording(rooms.db, 'running', claim)).toBeDefined();
  return claim;
};

it('counts a part once, however often and by whom it is announced', async () => {
  const oid = await start();
  const part = { objectKey: 'first part', size: 70, firstAt: 0, lastAt: 40, startedAt: 0 };
  const one = await takenBy('first');
  expect(await keepRecording(rooms.db, oid, one, part)).toBeNull();
  // The answer was lost.
  expect(await keepRecording(rooms.db, oid, one, part)).toBeNull();
  const two = await takenBy('second');
  // The server before it announces its part once more, and the new one stores the same frames under a key of its own.
  expect(await keepRecording(rooms.db, oid, one, part)).toBeUndefined();
  expect(await keepRecording(rooms.db, oid, two, { ...part, objectKey: 'again' })).toBeUndefined();
  const next = { ...part, objectKey: 'next', firstAt: 80, lastAt: 120 };
  expect(await keepRecording(rooms.db, oid, two, next)).toBeNull();
  // The first has the recording again, and announces what was listed long ago.
  expect(await keepRecording(rooms.db, oid, await takenBy('first'), part)).toBeNull();
  const { rows } = await sql<{ bytes: number; last: number; parts: number; sum: number }>`select bytes::int,
      last_at as last, count(*)::int as parts, sum(size)::int as sum
    from video_recording join video_recording_part on recording_oid = oid where oid = ${oid}::uuid
    group by oid`.execute(rooms.db);
  expect(rows).toEqual([{ bytes: 140, last: 120, parts: 2, sum: 140 }]);
});

it('lets a stored part that is not listed go, and not while its recording may still list it', async () => {
  const oid = await start();
  const other = rooms.runtime.newOid();
  const keyIn = (recording: string, root = owner.groupRoot): string =>
    `recording/${root}/${recording}/${rooms.runtime.newOid()}`;
  const [listed, unlisted, orphan, foreign] = [keyIn(oid), keyIn(oid), keyIn(other), keyIn(other, other)];
  const keys = [listed, unlisted, orphan, foreign];
  for (const key of keys) await disk.put(key, Buffer.from('frames'));
  const part = { objectKey: listed, size: 6, firstAt: 0, lastAt: 40, startedAt: 0 };
  await keepRecording(rooms.db, oid, await takenBy('first'), part);
  rooms.clock.move(limits.objects.unnamedAfter + 1);
  const { removeUnnamed } = createRecordings(rooms.runtime, {
    instanceId: 'first',
    objects: disk,
    dataDir,
    video: { streams: async () => [], sourceUrl: async () => '' },
    mux: {
      name: 'mux',
      start: async () => undefined,
      stop: async () => undefined,
      run: () => Promise.reject(new Error('nothing is made here')),
    },
  });
  const there = () => Promise.all(keys.map(async (key) => (await disk.head(key)) !== null));
  for (const state of ['running', 'finishing']) {
    await sql`update video_recording set state = ${state}`.execute(rooms.db);
    await removeUnnamed.run();
    expect(await there()).toEqual([true, true, false, true]);
  }
  await sql`update video_recording set state = 'failed'`.execute(rooms.db);
  await removeUnnamed.run();
  expect(await there()).toEqual([true, false, false, true]);
});
