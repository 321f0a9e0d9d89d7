/** Tiles of an orthophoto, while what cuts them is killed. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
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
  const tiles = await tilesOf(place, oid);
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
