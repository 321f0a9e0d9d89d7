import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { layerCalls, mosaicLimits, type MosaicRecord } from '@eyrie/domain';
import { boundsOfTile, localPlane, sightOnGround, tileAt, type Place } from '@eyrie/geometry';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { JobFailed } from '../../platform/child/index.ts';
import { createDiskObjects, type DiskObjects } from '../../platform/objects/index.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { eyeOf } from './mosaic-eye.ts';
import { mosaicEndpoints } from './mosaic.endpoints.ts';
import { createMosaicJobs, layNextMosaic } from './mosaic.ts';

/** A hill of the simulator's world: 30 m of ground, and 20 m more in the east. */
const home = { lng: 113.95, lat: 22.54 };
const plane = localPlane(home);
const groundAt = (place: Place): number => 30 + Math.min(20, Math.max(0, plane.toPlane(place).east / 10));
/** What lies on the ground: fields of 12 m whose colour says where they are. */
const colourAt = (place: Place): [number, number, number] => {
  const { east, north } = plane.toPlane(place);
  const dark = (Math.floor(east / 12) + Math.floor(north / 12)) % 2 === 0;
  return dark ? [40, 60, 40] : [220, 210, 190];
};

const size = { width: 200, height: 150 };
const facts = (place: Place, yaw: number, lens = 'wide') => ({
  ...place,
  lens,
  focalLength: 24,
  heading: yaw,
  gimbal: { yaw, pitch: -90, roll: 0 },
  aircraft: { yaw, pitch: 0, roll: 0 },
  heights: { ellipsoid: 130, altitude: null, relative: 100 },
  fix: 'fixed',
  make: 'DJI',
  model: 'M3TD',
  localTime: null,
  takenAt: null,
  zoneMinutes: null,
  zoneSource: null,
  faults: [],
});

/** A photo of that world, by lines of sight: the other way round than the map is drawn. */
const photoOf = async (place: Place, yaw: number): Promise<Buffer> => {
  const known = { facts: facts(place, yaw) as never, ...place, relative: 100, ...size };
  const eye = eyeOf(known, () => 0);
  if (typeof eye === 'string') throw new Error(eye);
  const pixels = Buffer.alloc(size.width * size.height * 3);
  for (let row = 0; row < size.height; row += 1)
    for (let column = 0; column < size.width; column += 1) {
      const right = ((column + 0.5) / size.width) * 2 - 1;
      const up = 1 - ((row + 0.5) / size.height) * 2;
      const met = sightOnGround(eye, { level: 30, heightAt: groundAt, cell: 8 }, { right, up });
      pixels.set(met ? colourAt(met) : [0, 0, 0], (row * size.width + column) * 3);
    }
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
};

let rooms: TestRooms;
let objects: DiskObjects;
let dataDir: string;
let flightOID: string;
let dockOID: string;
const jobs = createMosaicJobs();
const heard: { state: string; resultOID: string | null }[] = [];

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-mosaic-'));
  objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  await rooms.seed('sigma', ['administrator'], 'Flug-4711!');
  await rooms.seed('tau', ['administrator'], 'Flug-4711!');
  const flights = createTestFlights(rooms.runtime);
  const account = 'sigma-administrator';
  dockOID = await flights.dock(account);
  const [taskOID, routeOID] = [await flights.task(account), await flights.route(account)];
  await sql`update route set type = 'regionalMapping' where oid = ${routeOID}`.execute(rooms.db);
  const createdAt = new Date(rooms.clock.wall());
  flightOID = await flights.flight(account, { taskOID, routeOID, dockOID, state: 'inFlight', createdAt });
});
afterAll(async () => {
  await jobs.stop();
  await rooms?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const arrives = async (place: Place, yaw: number, lens = 'wide'): Promise<string> => {
  const oid = rooms.runtime.newOid();
  const key = `thumbnail/${oid}.jpg`;
  await objects.put(key, await photoOf(place, yaw));
  await sql`insert into media (oid, group_root, group_oid, dock_oid, flight_oid, object_key, name, kind, size, metadata,
      reading_state, thumbnail_key, facts, lng, lat, relative_altitude, width, height, shot_at)
    select ${oid}::uuid, group_root, group_oid, oid, ${flightOID}::uuid, ${oid}, 'ONE.JPG', 'photo', 7, '{}', 'done',
      ${key}, ${JSON.stringify(facts(place, yaw, lens))}::jsonb, ${place.lng}, ${place.lat}, 100, 4000, 3000, now()
    from dock where oid = ${dockOID}`.execute(rooms.db);
  return oid;
};

const lays = (own: Pick<typeof jobs, 'run'> = jobs) =>
  layNextMosaic(
    {
      runtime: rooms.runtime,
      objects,
      dataDir,
      ground: async (_scope, places) => Float32Array.from(places, groundAt),
      publish: (_of, state) => void heard.push(state),
      jobs: own,
    },
    new AbortController().signal,
  );
const listed = async (account = 'sigma-administrator'): Promise<MosaicRecord[]> => {
  const token = await rooms.tokenOf(account);
  const extra = mosaicEndpoints(rooms.runtime);
  return ((await rooms.call(layerCalls.mosaics, {}, { token, extra })).data as { list: MosaicRecord[] }).list;
};

/** The map as it is: its colour at a place; null: nothing lies there. */
const openMap = async (): Promise<(place: Place) => number[] | null> => {
  const layer = await rooms.db
    .selectFrom('layer')
    .selectAll()
    .where('type', '=', 5)
    .executeTakeFirstOrThrow();
  const bytes = await buffer((await objects.get(layer.object_key ?? ''))?.stream as NodeJS.ReadableStream);
  const files = await rooms.db.selectFrom('layer_file').selectAll().execute();
  const tiles = new Map<string, Buffer>();
  for (const { path, start, length } of files) {
    const tile = bytes.subarray(Number(start), Number(start) + length);
    tiles.set(path, await sharp(tile).ensureAlpha().raw().toBuffer());
  }
  return (place) => {
    const tile = tileAt(place, layer.max_zoom);
    const raw = tiles.get(`${tile.z}/${tile.x}/${tile.y}`);
    if (!raw) return null;
    const { west, east, north, south } = boundsOfTile(tile);
    const x = Math.floor(((place.lng - west) / (east - west)) * 256);
    const y = Math.floor(((north - place.lat) / (north - south)) * 256);
    const at = (y * 256 + x) * 4;
    return raw[at + 3] === 0 ? null : [...raw.subarray(at, at + 3)];
  };
};

it('lays photos of a mapping flight where they belong, as they arrive, and keeps them as a layer', async () => {
  expect(await lays()).toBe(false);
  await arrives(home, 0);
  expect(await lays()).toBe(true);
  expect(await lays()).toBe(false);
  const [live] = await listed();
  expect(live).toMatchObject({ flightOID, state: 'live', placed: 1, waiting: 0, left: [] });
  expect(await listed('tau-administrator')).toEqual([]);
  expect(heard.at(-1)).toMatchObject({ state: 'running', resultOID: live?.layerOID });
  // 50 m to the east and turned around: the ground is higher there.
  await arrives(plane.toPlace({ east: 50, north: 0 }), 200);
  await arrives(home, 0, 'ir');
  expect(await lays()).toBe(true);
  const [grown] = await listed();
  expect(grown).toMatchObject({
    placed: 2,
    left: [{ fault: 'otherLens', count: 1 }],
    layerOID: live?.layerOID,
  });

  // The middles of the fields, wherever a photo shows them, have their colour.
  const mapAt = await openMap();
  let seen = 0;
  let wrong = 0;
  for (let east = -54; east <= 102; east += 12)
    for (let north = -42; north <= 42; north += 12) {
      const place = plane.toPlace({ east, north });
      const found = mapAt(place);
      if (!found) continue;
      seen += 1;
      const [red] = colourAt(place);
      if (Math.abs((found[0] ?? 0) - red) > 60) wrong += 1;
    }
  expect(seen).toBeGreaterThan(60);
  expect(wrong).toBe(0);
  expect(mapAt(plane.toPlace({ east: 0, north: 300 }))).toBeNull();

  const { rows } = await sql<{
    type: number;
    source: string;
    zooms: number;
    objects: string;
  }>`select type, source,
    max_zoom - min_zoom as zooms, (select count(*) from layer_file where layer_oid = layer.oid) as objects
    from layer`.execute(rooms.db);
  expect(rows).toMatchObject([{ type: 5, source: 'tiles', zooms: mosaicLimits.levels - 1 }]);
});

it('leaves a photo out that can never be drawn, after a growing pause and fewer at once', async () => {
  const [, bad] = [await arrives(home, 10), await arrives(home, 20), await arrives(home, 30)];
  const pauses: number[] = [];
  const orders: number[] = [];
  const breaking: Pick<typeof jobs, 'run'> = {
    run(order, signal) {
      orders.push(order.photos.length);
      return order.photos.some(({ path }) => path.endsWith(bad))
        ? Promise.reject(new Error('it cannot be drawn'))
        : jobs.run(order, signal);
    },
  };
  const { failedPause, failuresMost } = mosaicLimits;
  let turns = 0;
  for (; turns < 20 && Number((await listed())[0]?.waiting) > 0; turns += 1) {
    if (await lays(breaking)) continue;
    // It rests: nothing is tried before the pause is over.
    const { until } = await rooms.db.selectFrom('layer_mosaic').select('until').executeTakeFirstOrThrow();
    const pause = (until?.getTime() ?? 0) - rooms.clock.wall();
    pauses.push(pause);
    rooms.clock.move(pause + 1);
  }
  expect(turns).toBeLessThan(20);
  expect(pauses.slice(0, 3)).toEqual([failedPause, 2 * failedPause, 4 * failedPause]);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(failedPause * 2 ** failuresMost);
  expect(await listed()).toMatchObject([
    {
      state: 'live',
      placed: 4,
      waiting: 0,
      left: [
        { fault: 'otherLens', count: 1 },
        { fault: 'notDrawn', count: 1 },
      ],
    },
  ]);
});

it('takes no photo for bad while the store is away', async () => {
  await arrives(home, 40);
  const away: Pick<typeof jobs, 'run'> = { run: () => Promise.reject(new JobFailed('drawer', 'unready')) };
  for (let n = 0; n < 3; n += 1) {
    expect(await lays(away)).toBe(true);
    rooms.clock.move(mosaicLimits.workFor + 1);
  }
  expect(await listed()).toMatchObject([{ placed: 4, waiting: 1 }]);
  expect(await lays()).toBe(true);
  expect(await listed()).toMatchObject([{ placed: 5, waiting: 0 }]);
});

it('says when the flight is over that it is kept, and makes none anew that people deleted', async () => {
  await sql`update flight set state = 'over', end_time = ${new Date(rooms.clock.wall())}`.execute(rooms.db);
  await sql`update layer_mosaic set updated_at = ${new Date(rooms.clock.wall() - 2 * mosaicLimits.liveFor)}`.execute(
    rooms.db,
  );
  expect(await listed()).toMatchObject([{ state: 'kept' }]);
  await sql`delete from layer_file`.execute(rooms.db);
  await sql`delete from layer`.execute(rooms.db);
  await arrives(home, 90);
  expect(await lays()).toBe(false);
  expect(await listed()).toMatchObject([{ state: 'removed', layerOID: null }]);
});
