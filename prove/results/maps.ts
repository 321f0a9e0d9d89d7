/** Tiles of an orthophoto and of a point cloud, while what cuts them is killed. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { convertCloud } from '../../apps/server/src/modules/layer/cloud/cloud-convert.ts';
import { lasHead, pointRecord } from '../../apps/server/src/modules/layer/cloud/las.fixture.ts';
import { cutRaster } from '../../apps/server/src/modules/layer/raster-pyramid.ts';
import { placed, withPlace } from '../../apps/server/src/modules/layer/raster.fixture.ts';
import { until } from '../../apps/server/src/testing/caller.ts';
import type { Proof } from '../proof.ts';
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

/** Tiles of a layer as they are stored. */
const tilesOf = async (place: Place, layerOID: string): Promise<Sums> => {
  const row = await layerRow(place, layerOID);
  const { rows } = await place.db.query<Tile>(
    `select path, start::float8 as start, length::float8 as length from layer_file
      where layer_oid = $1`,
    [layerOID],
  );
  return tilesIn(row?.key ? place.stored(row.key) : null, rows);
};

interface Cutting {
  /** Of its promises. */
  what: string;
  name: string;
  bytes: Buffer;
  /** Script of the process that cuts it. */
  worker: string;
  wanted: Sums;
  /** Tiles that there are more of, or it was over too soon for kills. */
  least: number;
}

/** A file becomes the same tiles whatever is killed meanwhile: the process that cuts it, the server, the store. */
async function cutThroughKills(
  proof: Proof,
  place: Place,
  { what, name, bytes, worker, wanted, least }: Cutting,
) {
  const began = performance.now();
  const oid = await send(place, { name, bytes, purpose: 'orthophoto' });
  const killed: string[] = [];
  const isReady = async (): Promise<boolean> => (await layerRow(place, oid))?.source === null;
  const atWork = () => until('the cutter works', () => place.works(worker), Boolean, 90_000, 50);
  await atWork();
  await delay(600);
  if (await place.killWorker(worker)) killed.push('worker');
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
  const tiles = await tilesOf(place, oid);
  const equal = equalOf(wanted, tiles);
  proof.promise(
    equal === wanted.size && wanted.size > least && tiles.size === wanted.size && killed.length === 3,
    `${what}: tiles are equal after kills of ${killed.join(', ')}`,
    row?.failure ?? `${equal} of ${wanted.size}, ${((performance.now() - began) / 1_000).toFixed(0)} s`,
  );
  const { rows } = await place.db.query(`select oid from layer where name = $1`, [name.split('.')[0]]);
  proof.promise(rows.length === 1, `${what}: one layer came of it`, `${rows.length}`);
}

/** An orthophoto becomes the same tiles whatever is killed meanwhile. */
export async function orthophotoIsCut(proof: Proof, place: Place): Promise<void> {
  const folder = proof.folder();
  const path = join(folder, 'ortho.tif');
  const bytes = await orthophoto(path);
  const { files } = await cutRaster(path, join(folder, 'pack'), () => undefined);
  const wanted = tilesIn(await readFile(join(folder, 'pack')), files);
  await cutThroughKills(proof, place, {
    what: 'orthophoto',
    name: 'ortho.tif',
    bytes,
    worker: 'raster-process',
    wanted,
    least: 100,
  });
  await rm(path);
}

/** Points of a slope in rows, metres apart by a tenth: enough that converting them lasts for some kills. */
const acrossCloud = 1_700;
const pointBytes = 26;

const pointCloud = (): Buffer => {
  const [west, south] = [500_000, 5_316_000];
  const corners = [0, acrossCloud / 10].map((metres) => ({
    x: west + metres,
    y: south + metres,
    z: 100 + metres / 10,
  }));
  const { head, origin, scale } = lasHead({ points: corners, said: { count: acrossCloud ** 2 } });
  const points = Buffer.alloc(acrossCloud ** 2 * pointBytes);
  for (let at = 0; at < acrossCloud ** 2; at += 1) {
    const [east, north] = [(at % acrossCloud) / 10, Math.floor(at / acrossCloud) / 10];
    const colour = [(at * 7_919) & 0xffff, (at * 104_729) & 0xffff, 0] as const;
    const point = { x: west + east, y: south + north, z: 100 + north / 10, colour };
    points.set(pointRecord(point, 2, scale, origin), at * pointBytes);
  }
  return Buffer.concat([head, points]);
};

/** A point cloud becomes the same tiles whatever is killed meanwhile. */
export async function cloudIsConverted(proof: Proof, place: Place): Promise<void> {
  const folder = proof.folder();
  const [path, packPath] = [join(folder, 'cloud.las'), join(folder, 'pack')];
  const bytes = pointCloud();
  await writeFile(path, bytes);
  const { files } = await convertCloud(path, packPath, '', () => undefined);
  const wanted = tilesIn(await readFile(packPath), files);
  await rm(path);
  await cutThroughKills(proof, place, {
    what: 'point cloud',
    name: 'cloud.las',
    bytes,
    worker: 'cloud-process',
    wanted,
    least: 20,
  });
}
