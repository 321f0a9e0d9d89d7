import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mediaCalls, type MediaItem } from '@eyrie/domain';
import { sql } from 'kysely';
import { mediaListEndpoints } from '../apps/server/src/modules/media/index.ts';
import { createDiskObjects } from '../apps/server/src/platform/objects/index.ts';
import { createTestFlights } from '../apps/server/src/testing/flights.ts';
import { createTestRooms, type TestRooms } from '../apps/server/src/testing/rooms.ts';
import { median, timed, type BenchRow, type Measure } from './row.ts';

/** Photos of the flight, and files of other flights of the organisation around them. */
const sizes = { photos: 10_000, others: 200_000 } as const;
const settings = { pageSize: 200, turns: 7, most: 1.3 } as const;
const { photos, others } = sizes;
const { pageSize, turns, most } = settings;
const account = 'delta-administrator';

/** @returns the flight of which the photos are */
const fill = async ({ db, runtime }: TestRooms): Promise<string> => {
  const made = createTestFlights(runtime);
  const [taskOID, routeOID] = [await made.task(account), await made.route(account)];
  const dockOID = await made.dock(account);
  const flight = (): Promise<string> => made.flight(account, { taskOID, routeOID, dockOID, state: 'over' });
  const [flightOID, otherOID] = [await flight(), await flight()];
  // What reads photos as they come in would be notified of each of them.
  await sql`alter table media disable trigger user`.execute(db);
  await sql`insert into media (oid, group_root, group_oid, dock_oid, flight_oid, object_key, name, kind, size, lng, lat,
      absolute_altitude, relative_altitude, gimbal_yaw, shot_at, metadata, reading_state, lens, width, height,
      thumbnail_key)
    select gen_random_uuid(), member.group_root, member.group_oid, ${dockOID}::uuid,
      case when n <= ${photos}::int then ${flightOID}::uuid else ${otherOID}::uuid end, 'media/' || n,
      'DJI_' || n || '.JPG', 'photo', 12000000, 113.9 + n * 1e-6, 22.5, 120, 100, n % 360,
      now() - n * interval '2 seconds', '{"droneModel":"0-91-1","payloadModel":"1-80-0"}', 'done', 'wide', 5280, 3956,
      'thumbnail/' || n
    from member, generate_series(1, ${photos + others}::int) n where account = ${account}`.execute(db);
  await sql`alter table media enable trigger user`.execute(db);
  await sql`analyze`.execute(db);
  return flightOID;
};

/** All pages of a list, one after the other as a grid that is scrolled asks for them. */
const allPages = async (page: (pageNum: number) => Promise<string[]>): Promise<string[]> => {
  const found: string[] = [];
  for (let pageNum = 1; pageNum <= photos / pageSize; pageNum += 1) found.push(...(await page(pageNum)));
  return found;
};

/** The same rows and the same count by hand. */
const bareList = ({ db }: TestRooms, groupRoot: string, flightOID: string) => {
  const within = sql`from media left join dock on dock.oid = media.dock_oid
    left join flight on flight.oid = media.flight_oid left join task on task.oid = flight.task_oid
    where media.group_root = ${groupRoot}::uuid and media.deleted_at is null and media.flight_oid = ${flightOID}::uuid
      and media.group_oid = any(array(select oid from department where group_root = ${groupRoot}::uuid))`;
  return async (pageNum: number): Promise<string[]> => {
    await sql`select count(*) ${within}`.execute(db);
    const { rows } = await sql<{
      oid: string;
    }>`select media.*, dock.name as dock_name, task.name as task_name ${within}
      order by coalesce(media.shot_at, media.created_at) desc, media.oid
      limit ${pageSize}::int offset ${(pageNum - 1) * pageSize}::int`.execute(db);
    return rows.map(({ oid }) => oid);
  };
};

async function measureIn(rooms: TestRooms, dataDir: string): Promise<BenchRow[]> {
  const objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  const timeZoneOf = async (): Promise<string> => 'Asia/Shanghai';
  const extra = mediaListEndpoints(rooms.runtime, { audit: rooms.audit, objects, timeZoneOf });
  await rooms.seed('delta', ['administrator'], 'Flug-4711!');
  const flightOID = await fill(rooms);
  const token = await rooms.tokenOf(account);
  const { group_root: groupRoot } = await rooms.db
    .selectFrom('member')
    .select('group_root')
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  const ask = async (pageNum: number): Promise<string[]> => {
    const request = { flightOID, pageNum, pageSize };
    const { data } = await rooms.call(mediaCalls.query, request, { token, extra });
    const { list, total } = data as { list: MediaItem[]; total: number };
    if (total !== photos) throw new Error(`${total} photos`);
    return list.map(({ oid }) => oid);
  };
  const bare = bareList(rooms, groupRoot, flightOID);
  const [found, expected] = [await allPages(ask), await allPages(bare)];
  if (found.length !== photos || found.join() !== expected.join()) throw new Error('other photos');
  const times = { ours: [] as number[], peer: [] as number[] };
  for (let turn = 0; turn < turns; turn += 1) {
    times.peer.push(await timed(() => allPages(bare)));
    times.ours.push(await timed(() => allPages(ask)));
  }
  const [ours, peer] = [median(times.ours), median(times.peer)];
  return [
    {
      row: `media: ${photos.toLocaleString('en')} photos of a flight listed in pages of ${pageSize} among ${(photos + others).toLocaleString('en')} files, against the bare query`,
      ours: `${ours.toFixed(0)} ms`,
      peer: `${peer.toFixed(0)} ms`,
      ratio: ours / peer,
      reach: `≤ ${most}×`,
      pass: ours / peer <= most,
    },
  ];
}

/** Every photo of a large flight by the call that lists files, with sign-in, rights and checks, against the query written by hand. */
export const measure: Measure = async () => {
  const rooms = await createTestRooms();
  const dataDir = mkdtempSync(join(tmpdir(), 'eyrie-bench-'));
  try {
    return await measureIn(rooms, dataDir);
  } finally {
    await rooms.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
