import type { Readable } from 'node:stream';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  fileCalls,
  keepingCalls,
  mediaCalls,
  resultLimits,
  sidecarCalls,
  type MediaItem,
} from '@eyrie/domain';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createDiskObjects, type Objects } from '../../platform/objects/index.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { mediaListEndpoints, mediaTimers } from './index.ts';

let rooms: TestRooms;
let dataDir: string;
let objects: Objects;
let dockOID: string;
let flightOID: string;
let otherFlight: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-sidecars-'));
  objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  await rooms.seed('sigma', ['administrator'], 'Flug-4711!');
  await rooms.seed('tau', ['administrator'], 'Flug-4711!');
  const account = 'sigma-administrator';
  const flights = createTestFlights(rooms.runtime);
  dockOID = await flights.dock(account);
  const [taskOID, routeOID] = [await flights.task(account), await flights.route(account)];
  flightOID = await flights.flight(account, { taskOID, routeOID, dockOID });
  otherFlight = await flights.flight(account, { taskOID, routeOID, dockOID });
});
afterAll(async () => {
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => sql`delete from media`.execute(rooms.db));

const stored = async (name: string, flight: string | null = flightOID): Promise<string> => {
  const oid = rooms.runtime.newOid();
  const key = `media/${dockOID}/${oid}`;
  await objects.put(key, Buffer.from(name));
  const kind = /\.jpg$/i.test(name) ? 'photo' : 'other';
  await sql`insert into media (oid, group_root, group_oid, dock_oid, flight_oid, object_key, name, kind, size)
    select ${oid}::uuid, group_root, group_oid, ${dockOID}::uuid, ${flight}::uuid, ${key}, ${name}, ${kind}, ${name.length}
    from member where account = 'sigma-administrator'`.execute(rooms.db);
  return oid;
};
const call = async <T>(
  declaration: Parameters<TestRooms['call']>[0],
  request: unknown,
  who = 'sigma-administrator',
): Promise<T> => {
  const timeZoneOf = async (): Promise<string> => 'Asia/Shanghai';
  const extra = mediaListEndpoints(rooms.runtime, { audit: rooms.audit, objects, timeZoneOf });
  return (await rooms.call(declaration, request, { token: await rooms.tokenOf(who), extra })).data as T;
};
const sidecars = async (oid: string, who?: string): Promise<string[]> =>
  (await call<{ list: MediaItem[] }>(sidecarCalls.sidecars, { oid }, who)).list.map(({ name }) => name);
const left = async (): Promise<string[]> => {
  const rows = await rooms.db
    .selectFrom('media')
    .select('name')
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
};
const zipped = async (request: object): Promise<string[]> => {
  const { body } = await call<BytesAnswer>(fileCalls.downloadFiles, request);
  return Object.keys(unzipSync(await buffer(body as Readable))).toSorted();
};

describe('files of positioning', () => {
  it('are found at the photos of their flight, and at no other', async () => {
    const photo = await stored('one.JPG');
    const other = await stored('two.JPG', otherFlight);
    for (const name of ['a.MRK', 'b.obs', 'c.NAV', 'd.bin', 'notes.txt', 'mrk.pdf']) await stored(name);
    expect(await sidecars(photo)).toEqual(['a.MRK', 'b.obs', 'c.NAV', 'd.bin']);
    expect(await sidecars(other)).toEqual([]);
    expect(await sidecars(await stored('three.JPG', null))).toEqual([]);
    expect(await reasonOf(sidecars(photo, 'tau-administrator'))).toBe('notFound');
  });

  it('are downloaded with the photos where that is asked for, each once', async () => {
    const oids = [await stored('one.JPG'), await stored('two.JPG'), await stored('a.MRK')];
    await stored('b.OBS');
    expect(await zipped({ oids })).toEqual(['a.MRK', 'one.JPG', 'two.JPG']);
    expect(await zipped({ oids, sidecars: true })).toEqual(['a.MRK', 'b.OBS', 'one.JPG', 'two.JPG']);
  });

  it('go with the last photo of their flight, and come back with it', async () => {
    const [first, last] = [await stored('one.JPG'), await stored('two.JPG')];
    await stored('a.MRK');
    await stored('notes.txt');
    await stored('z.MRK', otherFlight);
    await call(mediaCalls.remove, { oids: [first] });
    expect(await left()).toEqual(['a.MRK', 'notes.txt', 'two.JPG', 'z.MRK']);
    await call(mediaCalls.remove, { oids: [last] });
    expect(await left()).toEqual(['notes.txt', 'z.MRK']);
    await call(keepingCalls.restore, { oids: [first] });
    expect(await left()).toEqual(['a.MRK', 'notes.txt', 'one.JPG', 'z.MRK']);
  });

  it('stay where somebody holds them, and where they were deleted by themselves', async () => {
    const photo = await stored('one.JPG');
    const held = await stored('a.MRK');
    const gone = await stored('b.OBS');
    await call(keepingCalls.hold, { oids: [held], reason: 'court' });
    await call(mediaCalls.remove, { oids: [gone] });
    rooms.clock.move(1_000);
    await call(mediaCalls.remove, { oids: [photo] });
    expect(await left()).toEqual(['a.MRK']);
    await call(keepingCalls.restore, { oids: [photo] });
    expect(await left()).toEqual(['a.MRK', 'one.JPG']);
  });

  it('come back beside photos with which they were chosen, and are written down where they were not', async () => {
    const oids = [await stored('one.JPG'), await stored('a.MRK')];
    const more = await stored('b.OBS');
    await call(mediaCalls.remove, { oids });
    await call(keepingCalls.restore, { oids });
    expect(await left()).toEqual(['a.MRK', 'b.OBS', 'one.JPG']);
    const { rows } = await sql<{ detail: unknown }>`select detail from audit_log
      where action = 'media.restore' order by seq desc limit 1`.execute(rooms.db);
    expect(rows).toMatchObject([{ detail: { sidecars: [{ oid: more, name: 'b.OBS' }] } }]);
  });

  it('are refused in one download where there are more than it takes', async () => {
    const photo = await stored('one.JPG');
    await sql`insert into media (oid, group_root, group_oid, flight_oid, object_key, name, kind, size)
      select gen_random_uuid(), group_root, group_oid, flight_oid, 'media/' || n, n || '.MRK', 'other', 1
      from media, generate_series(1, ${resultLimits.sidecars}::int) n`.execute(rooms.db);
    expect(await reasonOf(call(fileCalls.downloadFiles, { oids: [photo], sidecars: true }))).toBe('done');
    await stored('last.MRK');
    expect(await reasonOf(call(fileCalls.downloadFiles, { oids: [photo], sidecars: true }))).toBe(
      'sidecarsTooMany',
    );
  });

  const rules = { photoDays: 30, videoDays: null, otherDays: null, keepStarred: true };
  const retain = async (part: object): Promise<void> => {
    await sql`update media set created_at = ${new Date(rooms.clock.wall() - 60 * 86_400_000)}`.execute(
      rooms.db,
    );
    const { version } = await call<{ version: number }>(keepingCalls.retention, {});
    await call(keepingCalls.setRetention, { ...rules, ...part, version });
    const timers = mediaTimers(rooms.runtime, { objects, audit: rooms.audit });
    await timers.find(({ name }) => name === 'media.retain')?.run();
  };

  it('stay as long as their photos, however old the rules let other files become', async () => {
    await stored('one.JPG');
    await stored('a.MRK');
    await stored('notes.txt');
    await retain({ photoDays: null, otherDays: 30 });
    expect(await left()).toEqual(['a.MRK', 'one.JPG']);
  });

  it('are named by the preview of the rules by which they go with their photos, without those with a star', async () => {
    await stored('one.JPG');
    const mark = await stored('a.MRK');
    await stored('b.OBS');
    await stored('young.JPG', otherFlight);
    await stored('z.MRK', otherFlight);
    await sql`update media set starred = name = 'b.OBS',
      created_at = case when name = 'young.JPG' then created_at
        else ${new Date(rooms.clock.wall() - 60 * 86_400_000)} end`.execute(rooms.db);
    const seen = await call<{ kinds: object[]; files: { oid: string }[] }>(
      keepingCalls.retentionPreview,
      rules,
    );
    expect(seen.kinds).toMatchObject([{ count: 1 }, { count: 0 }, { kind: 'other', count: 1, bytes: 5 }]);
    expect(seen.files.map(({ oid }) => oid)).toContain(mark);
    await sql`delete from media where name in ('young.JPG', 'z.MRK')`.execute(rooms.db);
    await retain({});
    expect(await left()).toEqual(['b.OBS']);
  });

  it('do not end a run of the rules that has more to take', async () => {
    const first = await stored('one.JPG');
    await stored('a.MRK');
    await sql`update media set oid = '00000000-0000-4000-8000-000000000001' where oid = ${first}::uuid`.execute(
      rooms.db,
    );
    await sql`insert into media (oid, group_root, group_oid, object_key, name, kind, size)
      select gen_random_uuid(), group_root, group_oid, 'media/' || n, n || '.JPG', 'photo', 1
      from media, generate_series(1, ${resultLimits.clearAtOnce}::int) n where name = 'one.JPG'`.execute(
      rooms.db,
    );
    await retain({});
    expect(await left()).toEqual([]);
  });

  it('go with photos that are too old for the rules', async () => {
    await stored('one.JPG');
    await stored('a.MRK');
    await retain({});
    expect(await left()).toEqual([]);
  });
});
