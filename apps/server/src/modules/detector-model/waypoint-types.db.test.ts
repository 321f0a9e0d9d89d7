import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detectionCalls, detectorModelCalls as calls, mediaCalls, type WaypointAsks } from '@eyrie/domain';
import { destination } from '@eyrie/geometry';
import { buildHotModel } from '@eyrie/testing';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { detectorTaskTimers, queueForDetectors } from '../detection/index.ts';
import { mediaListEndpoints } from '../media/index.ts';
import { createModelWork } from './index.ts';
import { createModelJobs } from './model-jobs.ts';
import { hotManifest, memoryObjects, modelCaller } from './model.fixture.ts';

const account = 'gamma-administrator';
const at = { lng: 113.95, lat: 22.54 };
const { stored, objects } = memoryObjects();
const jobs = createModelJobs();
let rooms: TestRooms;
let folder: string;
let token: string;
let dockOID: string;

const call = modelCaller(
  () => rooms,
  objects,
  () => token,
);
const work = () => createModelWork({ runtime: rooms.runtime, objects, dataDir: folder, jobs });
const done = (): Promise<void> => work().work(new AbortController().signal);

beforeAll(async () => {
  rooms = await createTestRooms();
  folder = await mkdtemp(join(tmpdir(), 'eyrie-models-'));
  await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
  token = await rooms.tokenOf(account);
  dockOID = await createTestFlights(rooms.runtime).dock(account);
  const path = join(folder, 'upload');
  const bytes = buildHotModel();
  await writeFile(path, bytes);
  const spooled = { path, name: 'hot.onnx', size: bytes.length };
  const model = await call(calls.add, { manifest: JSON.stringify(hotManifest) }, { spooled });
  await done();
  const mediaOID = await photoOf(null, 0);
  await call(calls.tryOut, { oid: model.oid, mediaOIDs: [mediaOID] });
  await done();
  rooms.clock.move(1_000);
  await call(calls.switch, { oid: model.oid, on: true });
  rooms.clock.move(1_000);
});
afterAll(async () => {
  await jobs.stop();
  await rooms?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A photo with a red square, so many metres east of the first waypoint; null: it does not say where. */
async function photoOf(flightOID: string | null, metres: number | null): Promise<string> {
  const mediaOID = crypto.randomUUID();
  const square = { create: { width: 80, height: 80, channels: 3 as const, background: '#ff0000' } };
  const picture = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#808080' } })
    .composite([{ input: square, left: 160, top: 240 }])
    .png()
    .toBuffer();
  stored.set(mediaOID, picture);
  const place = metres === null ? null : destination(at, 90, metres);
  await sql`insert into media (oid, group_root, group_oid, flight_oid, object_key, name, kind, size, reading_state, lng, lat)
    select ${mediaOID}::uuid, group_root, group_oid, ${flightOID}::uuid, ${mediaOID}, ${`${metres}.png`}, 'photo', 1, 'done',
      ${place?.lng ?? null}::float8, ${place?.lat ?? null}::float8
    from dock where oid = ${dockOID}::uuid`.execute(rooms.db);
  if (flightOID !== null) await queueForDetectors(rooms.db, mediaOID, new Date(rooms.clock.wall()));
  return mediaOID;
}

interface Flown {
  /** Of the flight. */
  aiTypes: readonly string[];
  /** Of its waypoints, a hundred metres apart. */
  points: readonly WaypointAsks[];
  /** Where photos were taken, metres east of the first waypoint. */
  photos: readonly (number | null)[];
  breakPoint?: object;
}

/** A flight along a route of which a newer version asks for everything, with its photos and its task. */
async function flown({ aiTypes, points, photos, breakPoint }: Flown) {
  const { flight, task, route } = createTestFlights(rooms.runtime);
  const [taskOID, routeOID] = [await task(account), await route(account)];
  const flightOID = await flight(account, { taskOID, routeOID, dockOID, state: 'over' });
  const waypoints = points.map((_, n) => ({
    ...destination(at, 90, n * 100),
    height: 80,
    heightMode: 'relative',
  }));
  const plan = { type: 'waypoint', settings: { ai: false }, points };
  const newer = { ...plan, settings: { ai: true }, points: points.map(() => ({})) };
  for (const [number, checksum, of] of [
    [1, 'x', plan],
    [2, 'newer', newer],
  ] as const)
    await sql`insert into route_version (route_oid, number, plan, object_key, checksum, facts, summary, created_by, created_at)
      select oid, ${number}, ${JSON.stringify(of)}::jsonb, oid::text, ${checksum},
        ${JSON.stringify({ waypoints, lines: null })}::jsonb, '[]', created_by, now()
      from route where oid = ${routeOID}::uuid`.execute(rooms.db);
  await sql`update flight set ai_types = ${[...aiTypes]}::text[], assignee_oid = executor_oid,
    break_point = ${breakPoint ? JSON.stringify(breakPoint) : null}::jsonb where oid = ${flightOID}::uuid`.execute(
    rooms.db,
  );
  const oids: string[] = [];
  for (const metres of photos) oids.push(await photoOf(flightOID, metres));
  rooms.clock.move(30_000);
  for (const { run } of detectorTaskTimers(rooms.runtime)) await run();
  await work().offer();
  await done();
  const [run] = (await call(detectionCalls.query, { flightOID })).list;
  const found = run ? (await call(detectionCalls.outerQueryOutcome, { detectionOID: run.oid })).list : [];
  const places = found.map(({ mediaOID }) => photos[oids.indexOf(mediaOID)]);
  return { places: places.toSorted((a, b) => (a ?? -1) - (b ?? -1)), oids, flightOID };
}

const silent: WaypointAsks = { ai: false };
const hot: WaypointAsks = { ai: true, aiTypes: ['hotSpot'] };

describe('AI types of waypoints', () => {
  it('let a model look at the photos of theirs, and at no other', async () => {
    const photos = [0, 100, 103, 200];
    expect(await flown({ aiTypes: ['crack'], points: [silent, hot, silent], photos })).toMatchObject({
      places: [100, 103],
    });
  });

  it('are any where neither waypoint nor flight names one', async () => {
    expect((await flown({ aiTypes: [], points: [silent, { ai: true }], photos: [0, 100] })).places).toEqual([
      100,
    ]);
  });

  it('let it look at none where they are others, or are not asked for there', async () => {
    const smoke = { ai: true, aiTypes: ['smoke'] };
    const off = { ai: false, aiTypes: ['hotSpot'] };
    const asked = { aiTypes: ['crack'], points: [smoke, off, { ai: true }], photos: [0, 100, 200] };
    expect((await flown(asked)).places).toEqual([]);
  });

  it('count for nothing where the waypoint of a photo is not known, and those of its flight for all', async () => {
    const photos = [null, 50, 120];
    expect((await flown({ aiTypes: ['crack'], points: [hot, hot], photos })).places).toEqual([]);
    expect((await flown({ aiTypes: ['hotSpot'], points: [silent, silent], photos })).places).toEqual([
      null,
      50,
      120,
    ]);
  });

  it('of a waypoint that the flight did not reach count for nothing', async () => {
    const breakPoint = { index: 0, waylineId: 0, progress: 0.9 };
    const asked = { aiTypes: ['crack'], points: [silent, hot], photos: [100] };
    expect((await flown(asked)).places).toEqual([100]);
    expect((await flown({ ...asked, breakPoint })).places).toEqual([]);
  });
});

describe('the waypoint of a photo', () => {
  it('stands in its details, or why it is not known', async () => {
    const { oids } = await flown({ aiTypes: [], points: [silent, silent], photos: [103, 50, null] });
    const loose = await photoOf(null, 0);
    const { runtime: given, audit } = rooms;
    const extra = mediaListEndpoints(given, {
      audit,
      objects: objects as never,
      timeZoneOf: async () => 'UTC',
    });
    const shown: unknown[] = [];
    for (const oid of [...oids, loose])
      shown.push(
        ((await rooms.call(mediaCalls.detail, { oid }, { token, extra })).data as { waypoint: unknown })
          .waypoint,
      );
    expect(shown).toEqual([{ place: 1 }, { unknown: 'noneNear' }, { unknown: 'noPlace' }, null]);
  });
});
