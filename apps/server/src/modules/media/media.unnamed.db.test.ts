import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDiskObjects, type Objects } from '../../platform/objects/index.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { mediaTimers } from './index.ts';

let rooms: TestRooms;
let dataDir: string;
let objects: Objects;
let dockOID: string;
let root: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-media-unnamed-'));
  objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  await rooms.seed('sigma', ['administrator'], 'Flug-4711!');
  dockOID = await createTestFlights(rooms.runtime).dock('sigma-administrator');
  const { rows } = await sql<{ root: string }>`select group_root as root from dock
    where oid = ${dockOID}`.execute(rooms.db);
  root = rows[0]?.root ?? '';
  await sql`update kysely_migration set timestamp = '2025-01-01T00:00:00.000Z'`.execute(rooms.db);
});
afterAll(async () => {
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await sql`delete from media`.execute(rooms.db);
});

const placesOf = (oid: string, of = root): string[] => [
  `media/people/${of}/${oid}`,
  `media/frames/${of}/${oid}`,
  `media/live/${of}/${oid}`,
  `pyramid/${of}/${oid}`,
  `thermal/${of}/${oid}`,
  `playback/${of}/${oid}`,
  `thumbnail/${of}/${oid}.jpg`,
];
const store = async (keys: readonly string[]): Promise<void> => {
  for (const key of keys) await objects.put(key, Buffer.from('bytes'));
};
const list = (oid: string, key: string) =>
  sql`insert into media (oid, group_root, group_oid, object_key, name, kind, size)
    select ${oid}::uuid, group_root, group_oid, ${key}, 'ONE.JPG', 'photo', 5 from dock
    where oid = ${dockOID}`.execute(rooms.db);
/** Removes what is old and named nowhere. @returns which of some keys are still there */
const left = async (keys: readonly string[]): Promise<string[]> => {
  rooms.clock.move(limits.objects.unnamedAfter + 1);
  const timers = mediaTimers(rooms.runtime, { objects, audit: rooms.audit });
  await timers.find(({ name }) => name === 'media.removeUnnamed')?.run();
  const found = await Promise.all(keys.map(async (key) => ((await objects.head(key)) ? [key] : [])));
  return found.flat();
};

describe('a stored file of results', () => {
  it('goes where no result names it, with all that was made of it', async () => {
    const places = placesOf(rooms.runtime.newOid());
    await store(places);
    expect(await left(places)).toEqual([]);
  });

  it('stays with its result, deleted or not, and with what was made of that', async () => {
    const [oid, binned] = [rooms.runtime.newOid(), rooms.runtime.newOid()];
    const all = [...placesOf(oid), ...placesOf(binned)];
    await store(all);
    await list(oid, placesOf(oid)[0] ?? '');
    await list(binned, placesOf(binned)[0] ?? '');
    await sql`update media set deleted_at = now() where oid = ${binned}`.execute(rooms.db);
    expect(await left(all)).toEqual(all);
  });

  it('stays where a result of another id names it', async () => {
    const [key = ''] = placesOf(rooms.runtime.newOid());
    await store([key]);
    await list(rooms.runtime.newOid(), key);
    expect(await left([key])).toEqual([key]);
  });

  it('stays where a device stored it, which may report it later, or under a name that is none of ours', async () => {
    const keys = [
      `media/${dockOID}/DJI_0001.JPG`,
      `media/people/${root}/notes.txt`,
      `thumbnail/${root}/${rooms.runtime.newOid()}`,
      ...placesOf(rooms.runtime.newOid(), rooms.runtime.newOid()),
    ];
    await store(keys);
    expect(await left(keys)).toEqual(keys);
  });

  it('stays while films of its organisation are made', async () => {
    const [, , film = ''] = placesOf(rooms.runtime.newOid());
    await store([film]);
    const recording = rooms.runtime.newOid();
    await sql`insert into video_recording (oid, group_root, group_oid, dock_oid, video_id, stream, state, started_by, created_at)
      select ${recording}::uuid, dock.group_root, dock.group_oid, dock.oid, 'v', 's', 'finishing', member.oid, now()
      from dock, member where dock.oid = ${dockOID} and member.account = 'sigma-administrator'`.execute(
      rooms.db,
    );
    expect(await left([film])).toEqual([film]);
    await sql`update video_recording set state = 'done' where oid = ${recording}`.execute(rooms.db);
    expect(await left([film])).toEqual([]);
  });
});
