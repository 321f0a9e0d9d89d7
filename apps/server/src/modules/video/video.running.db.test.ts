import { videoCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { streamName } from './stream.ts';
import { videoEndpoints } from './index.ts';

const videoId = 'AIR/81-0-0/normal-0';
let rooms: TestRooms;
let streams: string[] = [];
let endpoints: ReturnType<typeof videoEndpoints>;
let dockOID: string;

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
  });
  await rooms.seed('sigma', ['administrator'], 'Flug-4711!');
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

  it('are there for their own organisation, and while their dock is in reach', async () => {
    streams = [streamName(dockOID, 'drone', videoId)];
    expect(await running('tau-administrator')).toEqual({ list: [] });
    await sql`update dock_snapshot set online = false`.execute(rooms.db);
    expect(await running()).toEqual({ list: [] });
  });
});
