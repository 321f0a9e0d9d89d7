import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  limits,
  mediaCalls,
  videoCalls,
  type LiveRecording,
  type MediaItem,
  type RecordingFacts,
} from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { createDiskObjects, type Objects } from '../../platform/objects/index.ts';
import { configurationTag, flvHead, pictureTag } from '../../platform/video/flv-writer.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import type { DockIdentity } from '../dock/index.ts';
import { mediaListEndpoints } from '../media/index.ts';
import {
  addFilmedAircraft,
  closeMedia,
  configuration,
  openMedia,
  type Media,
} from './filmed-dock.fixture.ts';
import { createRecordings, recordFlights, recordingEndpoints } from './index.ts';
import { streamName } from './stream.ts';
import { viewersOf } from './video.store.ts';

const videoId = 'AIR1/81-0-0/normal-0';
let rooms: TestRooms;
let dataDir: string;
let objects: Objects;
let media: Media;
let extra: Endpoint[];
let dock: DockIdentity;
let stream: string;
let streams: string[] = [];
/** ms by which the servers' clock was moved on. */
let ahead = 0;
const servers: ReturnType<typeof createRecordings>[] = [];

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-recordings-'));
  objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  const begun = performance.now();
  // A key frame every half second, as a camera sends them.
  media = await openMedia((_request, response) => {
    response.write(Buffer.concat([flvHead, configurationTag(configuration, 0)]));
    let key = -1;
    const timer = setInterval(() => {
      const at = Math.round(performance.now() - begun);
      const isKey = Math.floor(at / 500) !== key;
      key = Math.floor(at / 500);
      response.write(pictureTag([Buffer.from([isKey ? 0x65 : 0x41, 1, 2])], isKey, at));
    }, 20);
    response.on('close', () => clearInterval(timer));
  });
  await rooms.seed('sigma', ['administrator', 'operator', 'inspector'], 'Flug-4711!');
  await rooms.seed('tau', ['administrator'], 'Flug-4711!');
  const account = 'sigma-administrator';
  const dockOID = await createTestFlights(rooms.runtime).dock(account);
  dock = await addFilmedAircraft(rooms, account, dockOID);
  stream = streamName(dock.oid, 'drone', videoId);
  extra = [
    ...recordingEndpoints(runtimeNow(), {
      audit: rooms.audit,
      objects,
      video: { streams: async () => streams },
      dockInScope: async ({ groupRoot }, oid) => {
        if (oid !== dock.oid || groupRoot !== dock.groupRoot) throw notFound();
        return dock;
      },
    }),
    ...mediaListEndpoints(rooms.runtime, {
      audit: rooms.audit,
      objects,
      timeZoneOf: async () => 'Asia/Shanghai',
    }),
  ];
});
afterAll(async () => {
  for (const server of servers) await server.unit.stop();
  closeMedia(media);
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  streams = [stream];
  await sql`delete from video_recording`.execute(rooms.db);
  await sql`delete from media`.execute(rooms.db);
});

/** Frames come as time goes by: the servers have a clock that moves. */
const runtimeNow = () => ({ ...rooms.runtime, serverTime: () => Date.now() + ahead });
const serverOf = (instanceId: string) => {
  const video = {
    streams: async () => streams,
    sourceUrl: async () => `${media.url}/`,
  };
  const server = createRecordings(runtimeNow(), {
    instanceId,
    objects,
    dataDir: join(dataDir, instanceId),
    video,
  });
  servers.push(server);
  return server;
};
const asked = async (declaration: Endpoint['declaration'], request: unknown, by: string): Promise<unknown> =>
  (await rooms.call(declaration, request, { token: await rooms.tokenOf(by), extra })).data;
const start = (by = 'sigma-operator') =>
  asked(videoCalls.startRecording, { oid: dock.oid, videoId }, by) as Promise<{ oid: string }>;
const stop = (oid: string, by = 'sigma-operator') => asked(videoCalls.stopRecording, { oid }, by);
const list = async (by = 'sigma-inspector'): Promise<LiveRecording[]> =>
  ((await asked(videoCalls.recordings, { oid: dock.oid }, by)) as { list: LiveRecording[] }).list;
const count = async (table: 'video_recording_part' | 'media'): Promise<number> =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(rooms.db)).rows[0]?.n,
  );
/** Lets servers do what they do every second until something is so. */
const until = (these: ReturnType<typeof serverOf>[], isSo: () => Promise<void>): Promise<void> =>
  vi.waitFor(
    async () => {
      for (const server of these) await server.timer.run();
      await isSo();
    },
    { timeout: promised(30_000), interval: 100 },
  );
const viewers = () => viewersOf(rooms.db, dock.oid, videoId, new Date(0));

describe('a flight of an organisation that records its flights', () => {
  const account = 'sigma-operator';
  let flightOID: string;
  let orders: unknown[] = [];
  const look = () =>
    recordFlights(runtimeNow(), {
      audit: rooms.audit,
      video: { streams: async () => streams },
      startPicture: async (link, request) => void orders.push([link.oid, request]),
    });
  const setTo = (isOn: boolean) =>
    sql`update organisation set policy = policy || ${JSON.stringify({ recordFlights: isOn })}::jsonb`.execute(
      rooms.db,
    );

  beforeAll(async () => {
    const flights = createTestFlights(rooms.runtime);
    const arranged = { taskOID: await flights.task(account), routeOID: await flights.route(account) };
    flightOID = await flights.flight(account, { ...arranged, dockOID: dock.oid, state: 'inFlight' });
    const source = { owner: 'drone', videoType: 'normal', lens: null };
    const sources = [
      { ...source, videoId: 'AIR1/39-0-7/normal-0', cameraIndex: '39-0-7', switchable: ['normal'] },
      { ...source, videoId, cameraIndex: '81-0-0', switchable: ['wide', 'zoom', 'ir'] },
    ];
    const capacity = JSON.stringify({ available: 2, coexist: 1, sources });
    await sql`insert into dock_snapshot (dock_oid, online, drone_online, live_capacity)
      values (${dock.oid}, true, true, ${capacity}::jsonb)`.execute(rooms.db);
  });
  beforeEach(async () => {
    orders = [];
    await setTo(true);
    await sql`update flight set state = 'inFlight', start_time = now() - interval '1 minute'`.execute(
      rooms.db,
    );
  });
  afterAll(async () => {
    await setTo(false);
    await sql`update flight set state = 'over'`.execute(rooms.db);
  });

  it('has the picture of its main camera asked for, and recorded once it arrives', async () => {
    streams = [];
    await look();
    await look();
    expect(orders).toMatchObject([
      [dock.oid, { arguments: { videoId } }],
      [dock.oid, { arguments: { videoId } }],
    ]);
    // Two servers, or two looks, give one order: it has one key.
    const [first, second] = orders as [unknown, { key: string }][];
    expect(first?.[1].key).toBe(second?.[1].key);
    expect(await list()).toEqual([]);
    streams = [stream];
    await Promise.all([look(), look()]);
    expect(await list()).toMatchObject([{ videoId, state: 'running', startedBy: 'sigma operator' }]);
    expect(orders).toHaveLength(2);
    const audited = await sql<{ detail: unknown }>`select detail from audit_log
      where action = 'video.startRecording' and detail ->> 'automatic' = 'true'`.execute(rooms.db);
    expect(audited.rows).toHaveLength(1);
  });

  it('is not recorded again once a person has ended that', async () => {
    await look();
    const [running] = await list();
    await stop(running?.oid ?? '');
    const seven = serverOf('seven');
    await until([seven], async () => expect(await list()).not.toMatchObject([{ state: 'running' }]));
    await look();
    expect((await list()).filter(({ state }) => state === 'running')).toEqual([]);
    expect(orders).toEqual([]);
  });

  it('ends its recording with it, and has the video', async () => {
    await look();
    const eight = serverOf('eight');
    await until([eight], async () => expect(await count('video_recording_part')).toBeGreaterThan(0));
    await sql`update flight set state = 'over'`.execute(rooms.db);
    await look();
    await until([eight], async () => expect(await count('media')).toBe(1));
    const { rows } = await sql<{ flight: string; end: string }>`select flight_oid as flight,
      metadata -> 'recording' ->> 'end' as end from media`.execute(rooms.db);
    expect(rows).toEqual([{ flight: flightOID, end: 'flightOver' }]);
  });

  it('is left alone where the organisation does not say so', async () => {
    await setTo(false);
    await look();
    streams = [];
    await look();
    expect([await list(), orders]).toEqual([[], []]);
  });
});

describe('a recording', () => {
  it('goes on at another server when its own is gone, and becomes one video with its gap', async () => {
    const { oid } = await start();
    const [one, two] = [serverOf('one'), serverOf('two')];
    await until([one], async () => expect(await count('video_recording_part')).toBeGreaterThan(0));
    // Everybody who watches sees who records, and the picture is not ended for want of viewers.
    expect(await list()).toMatchObject([
      { oid, videoId, state: 'running', startedBy: 'sigma operator', end: null },
    ]);
    expect(await viewers()).toBe(1);
    await until([two], async () => expect(await count('video_recording_part')).toBeGreaterThan(0));
    const owner = async () =>
      (await sql<{ by: string }>`select claimed_by as by from video_recording`.execute(rooms.db)).rows[0]?.by;
    expect(await owner()).toBe('one');

    // The first server is killed: it says nothing more, and its claim ends.
    ahead += limits.recording.claim + 1_000;
    const before = await count('video_recording_part');
    await until([two], async () => expect(await count('video_recording_part')).toBeGreaterThan(before));
    expect(await owner()).toBe('two');
    // It was only held up: what it has is no part of the recording any more.
    const then = await count('video_recording_part');
    await one.timer.run();
    expect(await count('video_recording_part')).toBe(then);

    await stop(oid);
    expect(await viewers()).toBe(0);
    await until([two], async () => expect(await count('media')).toBe(1));
    const { rows } = await sql<{ oid: string; first: Date; last: number; state: string }>`
      select media.oid, first_frame_at as first, last_at as last, video_recording.state
      from media, video_recording`.execute(rooms.db);
    const [row] = rows;
    if (!row) throw new Error('there is no video');
    expect(row.state).toBe('done');
    expect(await list()).toEqual([]);
    const item = (await asked(mediaCalls.detail, { oid: row.oid }, 'sigma-administrator')) as MediaItem & {
      recording: RecordingFacts;
    };
    expect(item).toMatchObject({ kind: 'video', dockOID: dock.oid, shotAt: row.first.getTime(), lng: null });
    expect(item.recording).toMatchObject({ videoId, end: 'stopped', part: 1, parts: 1, moreGaps: false });
    const [gap] = item.recording.gaps;
    expect((gap?.to ?? 0) - (gap?.from ?? 0)).toBeGreaterThan(limits.recording.claim - 2_000);
    expect(row.last).toBeGreaterThan(limits.recording.claim);
    // What it was stored as is not needed any more.
    await until([two], async () => expect(await count('video_recording_part')).toBe(0));
  });

  it('is handed over at once by a server that stops, without its last seconds being lost', async () => {
    const { oid } = await start();
    const [three, four] = [serverOf('three'), serverOf('four')];
    await until([three], async () => expect(await count('video_recording_part')).toBeGreaterThan(0));
    const stored = async (): Promise<number> =>
      (await sql<{ last: number }>`select last_at as last from video_recording`.execute(rooms.db)).rows[0]
        ?.last ?? -1;
    const before = await stored();
    // It looks no more, and frames come.
    const since = performance.now();
    await vi.waitFor(() => expect(performance.now() - since).toBeGreaterThan(500), { interval: 50 });
    await three.unit.stop();
    expect((await stored()) - before).toBeGreaterThan(300);
    await four.timer.run();
    const { rows } = await sql<{ by: string }>`select claimed_by as by from video_recording`.execute(
      rooms.db,
    );
    expect(rows[0]?.by).toBe('four');
    await stop(oid);
    await until([four], async () => expect(await count('media')).toBe(1));
  });

  it('that brought nothing says so, until the picture is recorded again', async () => {
    const { oid } = await start();
    streams = [];
    const five = serverOf('five');
    await five.timer.run();
    await stop(oid);
    await until([five], async () =>
      expect(await list()).toMatchObject([{ oid, state: 'failed', end: 'empty' }]),
    );
    expect(await count('media')).toBe(0);
    streams = [stream];
    const again = await start();
    expect(await list()).toMatchObject([{ oid: again.oid, state: 'running', since: null }]);
  });

  it('ends by itself where its stream stays away', async () => {
    await start();
    streams = [];
    const six = serverOf('six');
    await six.timer.run();
    // It says every second that it still waits.
    for (let waited = 0; waited <= limits.recording.silence; waited += 5_000) {
      ahead += 5_000;
      await six.timer.run();
    }
    await until([six], async () => expect(await list()).toMatchObject([{ state: 'failed' }]));
  });

  it('ends by itself where its department is full, and everybody who watches is told', async () => {
    const { oid } = await start();
    const nine = serverOf('nine');
    await until([nine], async () => expect(await count('video_recording_part')).toBeGreaterThan(0));
    await sql`insert into storage_quota values (${dock.groupOID}, ${dock.groupRoot}, 1, 1)`.execute(rooms.db);
    try {
      ahead += limits.recording.roomEvery + 1_000;
      await until([nine], async () =>
        expect(await list()).toMatchObject([{ oid, state: 'ended', end: 'quota' }]),
      );
      ahead += limits.recording.endedFor;
      expect(await list()).toEqual([]);
    } finally {
      await sql`delete from storage_quota`.execute(rooms.db);
    }
  });

  it('is begun once, by people with the right, of their own docks, while a picture arrives', async () => {
    expect(await reasonOf(start('sigma-inspector'))).toBe('notAllowed');
    expect(await reasonOf(start('tau-administrator'))).toBe('notFound');
    streams = [];
    expect(await reasonOf(start())).toBe('noStream');
    streams = [stream];
    expect(await reasonOf(start())).toBe('done');
    expect(await reasonOf(start())).toBe('recordingRunsHere');
    expect(await reasonOf(list('tau-administrator'))).toBe('notFound');
  });

  it('is ended once, and by nobody from elsewhere', async () => {
    const { oid } = await start();
    expect(await reasonOf(stop(oid, 'tau-administrator'))).toBe('notFound');
    expect(await reasonOf(stop(oid, 'sigma-inspector'))).toBe('notAllowed');
    expect(await reasonOf(stop(oid))).toBe('done');
    expect(await reasonOf(stop(oid))).toBe('recordingOver');
  });

  it('is not begun where its organisation records as many as it may, or has no room', async () => {
    await sql`insert into storage_quota values (${dock.groupOID}, ${dock.groupRoot}, 1000, 1)`.execute(
      rooms.db,
    );
    expect(await reasonOf(start())).toBe('uploadDepartmentQuota');
    await sql`delete from storage_quota`.execute(rooms.db);
    await sql`insert into video_recording (oid, group_root, group_oid, dock_oid, video_id, stream, started_by, created_at)
      select gen_random_uuid(), ${dock.groupRoot}::uuid, ${dock.groupOID}::uuid, ${dock.oid}::uuid, 'x', 'stream ' || n,
        (select oid from member where account = 'sigma-operator'), now()
      from generate_series(1, ${limits.recording.atOnce}) n`.execute(rooms.db);
    expect(await reasonOf(start())).toBe('recordingsFull');
  });
});
