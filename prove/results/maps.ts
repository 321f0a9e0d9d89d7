/** Tiles of an orthophoto and of a map from photos, while what cuts and draws them is killed. */
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { cutRaster } from '../../apps/server/src/modules/layer/raster-pyramid.ts';
import { placed, withPlace } from '../../apps/server/src/modules/layer/raster.fixture.ts';
import { storeObject } from '../../apps/simulator/src/modules/media/store-object.ts';
import { until } from '../../apps/server/src/testing/caller.ts';
import type { Proof } from '../proof.ts';
import { storeKeys } from './keys.ts';
import { delay, sha256, type Place } from './place.ts';
import { send } from './sending.ts';

const side = 5_000;

const orthophoto = async (path: string): Promise<Buffer> => {
  const pixels = Buffer.alloc(side * side * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 7_919) ^ (at >> 9);
  await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .tiff({ compression: 'deflate', tile: true, tileWidth: 512, tileHeight: 512 })
    .toFile(path);
  const bytes = withPlace(await readFile(path), placed(32_632, 500_000, 5_316_000, 0.05));
  await writeFile(path, bytes);
  return bytes;
};

const layerRow = async ({ db }: Place, oid: string) =>
  (
    await db.query<{ key: string | null; source: string | null; failure: string | null }>(
      'select object_key as key, source_key as source, failure from layer where oid = $1',
      [oid],
    )
  ).rows[0];

interface Tile {
  path: string;
  start: number;
  length: number;
}
type Sums = ReadonlyMap<string, string>;

/** Sums of tiles by their names: in which order they lie in their pack is of no matter, some are encoded at once. */
const tilesIn = (pack: Buffer | null, tiles: readonly Tile[]): Sums =>
  new Map(
    tiles.map(({ path, start, length }) => {
      const tile = pack?.subarray(start, start + length) ?? Buffer.alloc(0);
      return [path, tile.length === length ? sha256(tile) : 'truncated'];
    }),
  );

const equalOf = (wanted: Sums, tiles: Sums): number =>
  [...wanted].filter(([name, sum]) => tiles.get(name) === sum).length;

/** Tiles of a layer as they are stored, of which the names are like this. */
const tilesOf = async (place: Place, layerOID: string, like: string): Promise<Sums> => {
  const row = await layerRow(place, layerOID);
  const { rows } = await place.db.query<Tile>(
    `select path, start::float8 as start, length::float8 as length from layer_file
      where layer_oid = $1 and path like $2`,
    [layerOID, like],
  );
  return tilesIn(row?.key ? place.stored(row.key) : null, rows);
};

/** An orthophoto becomes the same tiles whatever is killed meanwhile. */
export async function orthophotoIsCut(proof: Proof, place: Place): Promise<void> {
  const folder = proof.folder();
  const path = join(folder, 'ortho.tif');
  const bytes = await orthophoto(path);
  const { files } = await cutRaster(path, join(folder, 'pack'), () => undefined);
  const wanted = tilesIn(await readFile(join(folder, 'pack')), files);
  const began = performance.now();
  const oid = await send(place, { name: 'ortho.tif', bytes, purpose: 'orthophoto' });
  const killed: string[] = [];
  const isReady = async (): Promise<boolean> => (await layerRow(place, oid))?.source === null;
  const atWork = () => until('the cutter works', () => place.works('raster-process'), Boolean, 90_000, 50);
  await atWork();
  await delay(600);
  if (await place.killWorker('raster-process')) killed.push('worker');
  await atWork();
  await delay(400);
  if (!(await isReady())) killed.push('server');
  await place.killServer();
  await atWork();
  if (!(await isReady())) killed.push('store');
  await place.killStore(3_000);
  const row = await until(
    'the tiles are there',
    () => layerRow(place, oid),
    (now) => now?.source === null,
    150_000,
    300,
  );
  const tiles = await tilesOf(place, oid, '%');
  const equal = equalOf(wanted, tiles);
  proof.promise(
    equal === wanted.size && wanted.size > 100 && tiles.size === wanted.size && killed.length === 3,
    `tiles: those of an orthophoto are equal after kills of ${killed.join(', ')}`,
    row?.failure ?? `${equal} of ${wanted.size}, ${((performance.now() - began) / 1_000).toFixed(0)} s`,
  );
  const { rows } = await place.db.query(`select oid from layer where name like 'ortho%'`);
  proof.promise(rows.length === 1, 'tiles: one layer came of it', `${rows.length}`);
  await rm(path);
}

const step = 0.000_12;
const photos = 40;
const facts = (lng: number, lat: number) => ({
  lng,
  lat,
  lens: 'wide',
  focalLength: 24,
  heading: 0,
  gimbal: { yaw: 0, pitch: -90, roll: 0 },
  aircraft: { yaw: 0, pitch: 0, roll: 0 },
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

const small = async (at: number): Promise<Buffer> => {
  const pixels = Buffer.alloc(400 * 300 * 3);
  for (let byte = 0; byte < pixels.length; byte += 1) pixels[byte] = 40 + ((byte * (at + 3)) % 170);
  return sharp(pixels, { raw: { width: 400, height: 300, channels: 3 } })
    .jpeg()
    .toBuffer();
};

/** A mapping flight whose photos have all been read. @returns its oid */
const flightWithPhotos = async ({ db, storeEndpoint }: Place): Promise<string> => {
  const [flight, task, route, dock] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const by = `select oid, group_root, group_oid from member where account = 'admin'`;
  await db.query(
    `insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash)
      select '${dock}', group_root, group_oid, 'm', '${dock}', '3-2-0', 'DJI', '' from (${by}) m`,
  );
  await db.query(
    `insert into route (oid, group_root, group_oid, name, type, creation_method, object_key, checksum, waypoint_count,
        length, duration, speed, height_mode, max_height, take_off_security_height, finish_action, warnings, waypoints, created_by)
      select '${route}', group_root, group_oid, 'm', 'regionalMapping', 'DJI', '${route}', 'x', 3, 1000, 120, 10, 'relative',
        80, 20, 'goHome', '[]', '[]', oid from (${by}) m`,
  );
  await db.query(
    `insert into task (oid, group_root, group_oid, name, type, created_by)
      select '${task}', group_root, group_oid, 'm', 'manual', oid from (${by}) m`,
  );
  await db.query(
    `insert into flight (oid, group_root, group_oid, task_oid, route_oid, dock_oid, state, route_checksum, waypoint_count,
        return_altitude, lost_action, clarity, executor_oid, created_at)
      select '${flight}', group_root, group_oid, '${task}', '${route}', '${dock}', 'over', 'x', 3, 100, 'return', 'hd', oid, now()
      from (${by}) m`,
  );
  for (let at = 0; at < photos; at += 1) {
    const oid = randomUUID();
    const [lng, lat] = [113.95 + (at % 8) * step, 22.54 + Math.floor(at / 8) * step];
    const key = `thumbnail/results/${oid}.jpg`;
    await storeObject({ ...storeKeys, endpoint: storeEndpoint }, key, await small(at), 'image/jpeg');
    await db.query(
      `insert into media (oid, group_root, group_oid, dock_oid, flight_oid, object_key, name, kind, size, metadata,
          reading_state, thumbnail_key, facts, lng, lat, relative_altitude, width, height, shot_at)
        select $1::uuid, group_root, group_oid, $2::uuid, $3::uuid, $4, 'MAP.JPG', 'photo', 7, '{}', 'done', $4, $5::jsonb,
          $6, $7, 100, 4000, 3000, now() from (${by}) m`,
      [oid, dock, flight, key, JSON.stringify(facts(lng, lat)), lng, lat],
    );
  }
  return flight;
};

/** The finest tiles of the map of a flight, by their names, once all its photos lie on it. */
const finestTiles = async (place: Place, flight: string): Promise<Sums> => {
  const laid = await until(
    'all photos are laid',
    async () =>
      (
        await place.db.query<{ count: string; layer: string; zoom: number }>(
          `select mosaic.layer_oid as layer, mosaic.zoom, (select count(*) from layer_mosaic_photo laid
            where laid.flight_oid = mosaic.flight_oid and laid.fault is null) as count
          from layer_mosaic mosaic where mosaic.flight_oid = $1`,
          [flight],
        )
      ).rows[0],
    (row) => Number(row?.count) === photos,
    330_000,
    500,
  );
  return tilesOf(place, laid?.layer ?? '', `${laid?.zoom}/%`);
};

/** A map from photos is the same whatever is killed while it is drawn. */
export async function mosaicIsDrawn({ promise }: Proof, place: Place): Promise<void> {
  const undisturbed = await finestTiles(place, await flightWithPhotos(place));
  const began = performance.now();
  const flight = await flightWithPhotos(place);
  const atWork = () => until('the drawer works', () => place.works('mosaic-process'), Boolean, 200_000, 50);
  const killed: string[] = [];
  await atWork();
  if (await place.killWorker('mosaic-process')) killed.push('worker');
  await atWork();
  await place.killStore(2_000);
  killed.push('store');
  await atWork();
  await place.killServer();
  killed.push('server');
  const tiles = await finestTiles(place, flight);
  const equal = equalOf(undisturbed, tiles);
  promise(
    equal === undisturbed.size &&
      undisturbed.size > 3 &&
      tiles.size === undisturbed.size &&
      killed.length === 3,
    `map from photos: its finest tiles are equal after kills of ${killed.join(', ')}`,
    `${equal} of ${undisturbed.size}, ${((performance.now() - began) / 1_000).toFixed(0)} s`,
  );
}
