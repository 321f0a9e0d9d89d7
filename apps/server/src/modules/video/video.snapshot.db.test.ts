import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { flightCalls, mediaCalls, videoCalls, type MediaRecord, type SnapshotTaken } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JobFailed } from '../../platform/child/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { createDiskObjects, type Objects } from '../../platform/objects/index.ts';
import { configurationOf, configurationTag, flvHead, pictureTag } from '../../platform/video/flv-writer.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import type { DockIdentity } from '../dock/index.ts';
import { createMedia, mediaListEndpoints } from '../media/index.ts';
import { addFilmedAircraft, closeMedia, openMedia, type Media } from './filmed-dock.fixture.ts';
import { snapshotEndpoint } from './index.ts';
import type { SnapshotDecoded, SnapshotOrder } from './snapshot-decode.ts';
import { streamName } from './stream.ts';

const videoId = 'AIR1/81-0-0/normal-0';
const ofDock = 'DOCK1/165-0-7/normal-0';
const kept = 3_000;
let rooms: TestRooms;
let dataDir: string;
let objects: Objects;
let media: Media;
let extra: Endpoint[];
let dock: DockIdentity;
let flightOID: string;
/** Streams that arrive, at whichever server. */
let streams: string[] = [];
/** The stream brings its key frame, and then nothing. */
let isStill = false;
let orders: SnapshotOrder[] = [];
let made: () => Promise<SnapshotDecoded>;

const begin = Buffer.concat([
  flvHead,
  configurationTag(configurationOf(Buffer.from([0x67, 0x42, 0xe0, 0x1f]), Buffer.from([0x68, 0xce])), 0),
  pictureTag([Buffer.from([0x65, 1, 2, 3])], true, 0),
]);
const next = (timestamp: number): Buffer => pictureTag([Buffer.from([0x41, 9])], false, timestamp);

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-snapshot-'));
  objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  media = await openMedia((_request, response) => {
    // What lay there since the key frame comes at once.
    response.write(Buffer.concat([begin, next(kept)]));
    if (isStill) return;
    const since = performance.now();
    const timer = setInterval(() => response.write(next(Math.round(kept + performance.now() - since))), 20);
    response.on('close', () => clearInterval(timer));
  });

  await rooms.seed('sigma', ['administrator', 'operator', 'inspector'], 'Flug-4711!');
  await rooms.seed('tau', ['administrator'], 'Flug-4711!');
  const account = 'sigma-administrator';
  const flights = createTestFlights(rooms.runtime);
  const dockOID = await flights.dock(account);
  const arranged = { taskOID: await flights.task(account), routeOID: await flights.route(account), dockOID };
  flightOID = await flights.flight(account, { ...arranged, state: 'inFlight' });
  dock = await addFilmedAircraft(rooms, account, dockOID);
  const listing = { audit: rooms.audit, objects, timeZoneOf: async () => 'Asia/Shanghai' };
  extra = [
    snapshotEndpoint(rooms.runtime, {
      audit: rooms.audit,
      objects,
      video: {
        streams: async () => streams,
        // Of whichever server takes it.
        sourceUrl: async () => `${media.url}/`,
      },
      decoder: {
        run: async (order) => {
          orders.push(order);
          return made();
        },
      },
      dockInScope: async ({ groupRoot }, oid) => {
        if (oid !== dock.oid || groupRoot !== dock.groupRoot) throw notFound();
        return dock;
      },
    }),
    ...mediaListEndpoints(rooms.runtime, listing),
    ...createMedia(rooms.runtime, { objects, objectsUrl: () => '' }).endpoints,
  ];
});
afterAll(async () => {
  closeMedia(media);
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  streams = [streamName(dock.oid, 'drone', videoId), streamName(dock.oid, 'dock', ofDock)];
  isStill = false;
  orders = [];
  made = async () => ({ jpeg: Buffer.from('a photo') });
  await sql`delete from media`.execute(rooms.db);
  await sql`delete from drone_telemetry`.execute(rooms.db);
  await sql`delete from storage_quota`.execute(rooms.db);
});

const take = async (request = { oid: dock.oid, videoId }, by = 'sigma-operator'): Promise<SnapshotTaken> =>
  (await rooms.call(videoCalls.snapshot, request, { token: await rooms.tokenOf(by), extra }))
    .data as SnapshotTaken;
const ask = async (declaration: Endpoint['declaration'], request: unknown): Promise<unknown> =>
  (await rooms.call(declaration, request, { token: await rooms.tokenOf('sigma-administrator'), extra })).data;
/** Where the aircraft was so many ms before now. */
const fly = (ago: number, lng: number) =>
  sql`insert into drone_telemetry (drone_oid, at, flight_oid, lng, lat, height, elevation, payload)
    values (${dock.droneOID}::uuid, ${new Date(rooms.clock.wall() - ago)}, ${flightOID}::uuid, ${lng}, 22.5, 160, 80,
      '{"gimbal":{"pitch":-45,"yaw":120}}')`.execute(rooms.db);
const filed = async (): Promise<string[]> =>
  (await readdir(dataDir, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map(({ name }) => name)
    .toSorted();
const listed = async (): Promise<number> =>
  Number((await sql<{ count: string }>`select count(*) from media`.execute(rooms.db)).rows[0]?.count);

describe('a snapshot of a live picture', () => {
  it('is a photo of the flight, where the aircraft was when its frame was sent', async () => {
    await fly(kept + 200, 113.95);
    await fly(500, 114);
    const taken = await take();
    expect(taken.age).toBeGreaterThanOrEqual(kept - 10);
    expect(taken.takenAt).toBe(rooms.clock.wall() - taken.age);
    expect(taken.placeAge).toBe(Math.abs(rooms.clock.wall() - kept - 200 - taken.takenAt));
    expect(orders[0]).toMatchObject({
      profile: '42e01f',
      marks: { lng: 113.95, lat: 22.5, relativeAltitude: 80, gimbalPitch: -45, takenAt: taken.takenAt },
    });
    const { list } = (await ask(flightCalls.media, { id: flightOID })) as { list: MediaRecord[] };
    expect(list).toMatchObject([
      {
        oid: taken.oid,
        name: taken.name,
        kind: 'photo',
        lng: 113.95,
        lat: 22.5,
        absoluteAltitude: 160,
        relativeAltitude: 80,
        gimbalYaw: 120,
        shotAt: taken.takenAt,
        reading: 'waiting',
      },
    ]);
    expect(await ask(mediaCalls.detail, { oid: taken.oid })).toMatchObject({
      droneModel: '0-91-1',
      dockOID: dock.oid,
      snapshot: {
        videoId,
        age: taken.age,
        placeAge: taken.placeAge,
        frameHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    });
    const { rows } = await sql<{ key: string }>`select object_key as key from media`.execute(rooms.db);
    const stored = await objects.get(rows[0]?.key ?? '');
    expect(stored && (await buffer(stored.stream)).toString()).toBe('a photo');
    const audited = await sql<{ detail: unknown }>`select detail from audit_log
      where action = 'video.snapshot' and dock_oid = ${dock.oid}::uuid`.execute(rooms.db);
    expect(audited.rows).toMatchObject([{ detail: { oid: taken.oid, videoId, frameAge: taken.age } }]);
  });

  it('has no place where the aircraft reported none at that time', async () => {
    await fly(kept + 20_000, 113.95);
    const taken = await take();
    expect(taken.placeAge).toBeNull();
    expect(orders[0]?.marks).toMatchObject({ lng: null, lat: null, gimbalPitch: null });
    expect(await ask(mediaCalls.detail, { oid: taken.oid })).toMatchObject({
      lng: null,
      lat: null,
      flightOID,
    });
  });

  it('of the dock itself is of no flight, and where the dock stands', async () => {
    await sql`insert into dock_snapshot (dock_oid, online, lng, lat) values (${dock.oid}, true, 113.9, 22.4)
      on conflict (dock_oid) do update set lng = excluded.lng, lat = excluded.lat`.execute(rooms.db);
    await fly(kept, 113.95);
    const taken = await take({ oid: dock.oid, videoId: ofDock });
    expect(taken.placeAge).toBe(0);
    expect(await ask(mediaCalls.detail, { oid: taken.oid })).toMatchObject({
      lng: 113.9,
      lat: 22.4,
      flightOID: null,
      gimbalYaw: null,
      droneModel: null,
    });
  });

  it.each([
    ['a stream that does not arrive', () => void (streams = []), 'noStream'],
    ['a stream that stands still', () => void (isStill = true), 'streamStill'],
    ['a frame that is none', () => void (made = async () => ({ fault: 'broken' })), 'streamCoding'],
    [
      'a frame that ends its process',
      () => void (made = () => Promise.reject(new JobFailed('decoder', 'died'))),
      'streamCoding',
    ],
    [
      'a frame while the machine is busy',
      () => void (made = () => Promise.reject(new JobFailed('decoder', 'starved'))),
      'tooManyRequests',
    ],
    ['a server without a decoder', () => void (made = async () => ({ fault: 'noDecoder' })), 'noDecoder'],
  ])('is not taken of %s, and the reason is said', async (_what, plant, reason) => {
    plant();
    expect(await reasonOf(take())).toBe(reason);
    expect(await listed()).toBe(0);
  });

  it('is not taken of a camera of another device', async () => {
    streams = [streamName(dock.oid, 'drone', 'OTHER/81-0-0/normal-0')];
    expect(await reasonOf(take({ oid: dock.oid, videoId: 'OTHER/81-0-0/normal-0' }))).toBe('noStream');
    expect(orders).toEqual([]);
  });

  it('is for people with the right, and of their own docks', async () => {
    expect(await reasonOf(take(undefined, 'sigma-inspector'))).toBe('notAllowed');
    expect(await reasonOf(take(undefined, 'tau-administrator'))).toBe('notFound');
    expect(await reasonOf(take(undefined, 'sigma-operator'))).toBe('done');
  });

  it('is refused where its department has no room for it, and leaves no bytes', async () => {
    const before = await filed();
    await sql`insert into storage_quota values (${dock.groupOID}, ${dock.groupRoot}, 3, 1)`.execute(rooms.db);
    expect(await reasonOf(take())).toBe('uploadDepartmentQuota');
    expect(await filed()).toEqual(before);
    await sql`update storage_quota set bytes = 1000`.execute(rooms.db);
    expect(await reasonOf(take())).toBe('done');
  });
});
