import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mediaCalls, type MediaItem } from '@eyrie/domain';
import { sql } from 'kysely';
import { createDiskObjects, type DiskObjects } from '../../platform/objects/index.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { mediaListEndpoints } from './index.ts';

const timeZoneOf = async (): Promise<string> => 'Asia/Shanghai';
export let rooms: TestRooms;
export let objects: DiskObjects;
let dataDir: string;
export let endpoints: ReturnType<typeof mediaListEndpoints>;
export let administrator: string;
export let stranger: string;
export let dockOID: string;

export async function openResults(): Promise<void> {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-media-list-'));
  objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  endpoints = mediaListEndpoints(rooms.runtime, { audit: rooms.audit, objects, timeZoneOf });
  await rooms.seed('sigma', ['administrator'], 'Flug-4711!');
  await rooms.seed('tau', ['administrator'], 'Flug-4711!');
  dockOID = await createTestFlights(rooms.runtime).dock('sigma-administrator');
}
export async function closeResults(): Promise<void> {
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
}
export const signIn = async (): Promise<void> => {
  administrator = await rooms.tokenOf('sigma-administrator');
};
/** Before each test: no files. */
export async function clearResults(): Promise<void> {
  // A test may have moved the clock beyond the end of sessions.
  await signIn();
  stranger = await rooms.tokenOf('tau-administrator');
  await sql`delete from media`.execute(rooms.db);
}

export const call = async <T>(
  declaration: Parameters<TestRooms['call']>[0],
  request: unknown,
  token = administrator,
): Promise<T> => (await rooms.call(declaration, request, { token, extra: endpoints })).data as T;
export const query = async (wanted: object = {}, token = administrator) =>
  call<{ list: MediaItem[]; total: number }>(mediaCalls.query, wanted, token);

export const stored = async (
  name: string,
  { kind = 'photo', shotAt = 1_760_000_000_000 } = {},
): Promise<string> => {
  const oid = rooms.runtime.newOid();
  await objects.put(`media/${dockOID}/${name}`, Buffer.from('picture'));
  await sql`insert into media (oid, group_root, group_oid, dock_oid, object_key, name, kind, size, shot_at, metadata)
    select ${oid}::uuid, group_root, group_oid, ${dockOID}::uuid, ${`media/${dockOID}/${name}`}, ${name}, ${kind}, 7,
      ${new Date(shotAt)}, '{"droneModel":"0-91-1"}' from member
    where account = 'sigma-administrator'`.execute(rooms.db);
  return oid;
};
