import { limits, videoCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { streamName } from './stream.ts';
import { videoEndpoints } from './index.ts';

const videoId = 'AIR/81-0-0/normal-0';
let rooms: TestRooms;
let streams: string[] = [];
let endpoints: ReturnType<typeof videoEndpoints>;
let dockOID: string;
/** The screen of the display has the picture wall. */
let wallShown = false;

beforeAll(async () => {
  rooms = await createTestRooms();
  const never = (): Promise<never> => Promise.reject(new Error('no dock is asked for alone'));
  endpoints = videoEndpoints(rooms.runtime, {
    video: {
      streams: async () => streams,
      pushTarget: () => ({ protocol: 'rtmp', url: '' }),
      whip: null,
      flvUrl: () => '',
      sourceUrl: async () => '',
      whep: null,
    },
    dockInScope: never,
    showsPictures: async () => wallShown,
  });
  await rooms.seed('sigma', ['administrator', 'leader', 'operator'], 'Flug-4711!');
  await rooms.seed('tau', ['administrator'], 'Flug-4711!');
  dockOID = await createTestFlights(rooms.runtime).dock('sigma-administrator');
  const source = { videoId, owner: 'drone', cameraIndex: '81-0-0', videoType: 'normal', switchable: [] };
  await sql`insert into dock_snapshot (dock_oid, online, live_capacity)
    values (${dockOID}, true, ${JSON.stringify({ available: 1, coexist: 1, sources: [source] })}::jsonb)
    on conflict (dock_oid) do update set online = true, live_capacity = excluded.live_capacity`.execute(
    rooms.db,
  );
});
afterAll(() => rooms?.close());

const running = async (account = 'sigma-administrator'): Promise<unknown> => {
  const token = await rooms.tokenOf(account);
  return (await rooms.call(videoCalls.running, {}, { token, extra: endpoints })).data;
};

describe('running pictures', () => {
  it('are those that arrive, with the way to watch them', async () => {
    streams = [];
    expect(await running()).toEqual({ list: [] });
    streams = [streamName(dockOID, 'drone', videoId), 'somebody else’s'];
    expect(await running()).toMatchObject({
      list: [{ dockOID, kind: 'dock', owner: 'drone', videoId, playUrl: `/video/${streams[0]}.flv` }],
    });
  });

  it('say who records them, and since when', async () => {
    streams = [streamName(dockOID, 'drone', videoId)];
    expect(await running()).toMatchObject({ list: [{ recording: null }] });
    await sql`insert into video_recording (oid, group_root, group_oid, dock_oid, video_id, stream, started_by, created_at,
        first_frame_at)
      select gen_random_uuid(), group_root, group_oid, ${dockOID}::uuid, ${videoId}, ${streams[0]}, oid, now(),
        to_timestamp(1760000000) from member where account = 'sigma-operator'`.execute(rooms.db);
    expect(await running()).toMatchObject({
      list: [{ recording: { startedBy: 'sigma operator', since: 1_760_000_000_000 } }],
    });
    await sql`delete from video_recording`.execute(rooms.db);
    expect(await running()).toMatchObject({ list: [{ recording: null }] });
  });

  it('are there for their own organisation, and while their dock is in reach', async () => {
    streams = [streamName(dockOID, 'drone', videoId)];
    expect(await running('tau-administrator')).toEqual({ list: [] });
    await sql`update dock_snapshot set online = false`.execute(rooms.db);
    expect(await running()).toEqual({ list: [] });
  });
});

describe('the picture wall of a cockpit', () => {
  interface Wall {
    list: { videoId: string; owner: string; playUrl: string }[];
    total: number;
  }
  const wall = async (account: string): Promise<Wall> => {
    const token = await rooms.tokenOf(account);
    return (await rooms.call(videoCalls.wall, {}, { token, extra: endpoints })).data as Wall;
  };
  const cameras = Array.from({ length: limits.picture.wallMost + 2 }, (_, n) => ({
    videoId: `${n === 10 ? 'AIR' : 'DOCK'}/81-0-${n}/normal-0`,
    owner: n === 10 ? ('drone' as const) : ('dock' as const),
    cameraIndex: `81-0-${n}`,
    videoType: 'normal',
    switchable: [],
  }));

  beforeAll(async () => {
    streams = cameras.map(({ owner, videoId: camera }) => streamName(dockOID, owner, camera));
    const capacity = { available: 20, coexist: 20, sources: cameras };
    await sql`update dock_snapshot set online = true, live_capacity = ${JSON.stringify(capacity)}::jsonb`.execute(
      rooms.db,
    );
    // As an account of a display is: no role, and the cockpit that it was confirmed for.
    await sql`delete from member_role using member
      where member.oid = member_oid and account = 'sigma-leader'`.execute(rooms.db);
    await sql`update member set display_pages = '{/CockpitLarge}' where account = 'sigma-leader'`.execute(
      rooms.db,
    );
  });

  it('has the first of those that run, aircraft before docks, and says how many there are', async () => {
    const { list, total } = await wall('sigma-administrator');
    expect([list.length, total]).toEqual([limits.picture.wallMost, cameras.length]);
    expect(list.map(({ owner }) => owner).indexOf('dock')).toBe(1);
    expect((await wall('tau-administrator')).total).toBe(0);
  });

  it('is there for a display while its screen has it, which learns of no other picture', async () => {
    wallShown = true;
    expect((await wall('sigma-leader')).list[0]?.playUrl).toBe(
      `/video/${streamName(dockOID, 'drone', cameras[10]?.videoId ?? '')}.flv`,
    );
    const token = await rooms.tokenOf('sigma-leader');
    for (const other of [videoCalls.running, videoCalls.capacity, videoCalls.dock, videoCalls.drone])
      expect(await reasonOf(rooms.call(other, { oid: dockOID }, { token, extra: endpoints }))).toBe(
        'notAllowed',
      );
    wallShown = false;
    expect(await reasonOf(wall('sigma-leader'))).toBe('picturesNotShown');
  });

  it('is not for people who may not watch, whatever stands on their screen', async () => {
    wallShown = true;
    await sql`delete from role_resource
      where resource in ('video:watch', '/PortMonitorSee', '/handShankMonitorSee')`.execute(rooms.db);
    expect(await reasonOf(wall('sigma-operator'))).toBe('picturesNotShown');
    wallShown = false;
  });
});
