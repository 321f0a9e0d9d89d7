import { createReadStream } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { limits, type layerCalls, type ParsedRequestOf } from '@eyrie/domain';
import { packTiles, type TileRow } from '../../platform/archive/index.ts';
import type { SpooledFile } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { LayerFile } from './layer.store.ts';
import { packTileset } from './tileset.ts';
import type { LayerParser } from './layer-parser.ts';
import { rasterRefusal } from './raster-fault.ts';
import { judgeRaster } from './raster-file.ts';
import { judgeArchive, PmtilesFault } from './pmtiles.ts';
import type { Bounds } from './vector.ts';

export type UploadRequest = ParsedRequestOf<typeof layerCalls.upload>;

/** A file that was taken apart: its pack, and what is known of it. */
export interface Packed {
  path: string;
  size: number;
  files: LayerFile[];
  type: number;
  bounds: Bounds | null;
  zooms: { min: number; max: number };
  /** What was sent is kept as it is: until tiles are made of it, or for good. */
  kept?: 'until prepared' | 'for good';
}

const latitudeOf = (row: number, z: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI;

/** Levels of tiles, and the box of the deepest one in degrees. */
const extentOf = (tiles: readonly TileRow[]): Pick<Packed, 'bounds' | 'zooms'> => {
  let [min, max] = [Infinity, 0];
  for (const { z } of tiles) [min, max] = [Math.min(min, z), Math.max(max, z)];
  let [west, east, north, south] = [Infinity, 0, Infinity, 0];
  for (const { z, x, y } of tiles) {
    if (z !== max) continue;
    [west, east] = [Math.min(west, x), Math.max(east, x + 1)];
    [north, south] = [Math.min(north, y), Math.max(south, y + 1)];
  }
  const side = 360 / 2 ** max;
  const bounds = {
    west: west * side - 180,
    east: east * side - 180,
    north: latitudeOf(north, max),
    south: latitudeOf(south, max),
  };
  return { bounds, zooms: { min, max } };
};

/** What a map cannot draw and a program has to convert first, by the file's first bytes. */
const requireDrawable = async (path: string, name: string, source: string): Promise<void> => {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const cloud = buffer.toString('latin1', 0, 4) === 'LASF';
    if (!cloud && (source === 'geotiff' || source === 'pmtilesFile')) return;
    if (source === 'vector' && /\.dxf$/i.test(name)) return;
    const converts = cloud || /\.(?:osgb|las|laz|e57|obj|fbx|dxf|dwg|shp|tiff?)$/i.test(name);
    if (!converts) return;
    const kind = cloud ? 'LAS/LAZ' : (name.split('.').at(-1) ?? '').toUpperCase();
    throw new Refusal('layerConvert', { values: { kind } });
  } finally {
    await file.close();
  }
};

/** What an archive says of itself, read from its file. */
const judged = async (path: string, size: number) => {
  const file = await open(path);
  try {
    return await judgeArchive(async (offset, length) => {
      const bytes = new Uint8Array(length);
      await file.read(bytes, 0, length, offset);
      return bytes;
    }, size);
  } catch (error) {
    if (error instanceof PmtilesFault)
      throw new Refusal('layerPmtiles', {
        values: { what: error.message === 'vectorTiles' ? 'MVT' : 'PMTiles' },
      });
    throw error;
  } finally {
    await file.close();
  }
};

const readers: Record<
  UploadRequest['source'],
  (
    file: SpooledFile,
    packPath: string,
    request: UploadRequest,
    parser: LayerParser,
  ) => Promise<Omit<Packed, 'path'>>
> = {
  async tiles({ path }, packPath, { type }) {
    const { tiles, size } = await packTiles(path, packPath);
    const files = tiles.map(({ z, x, y, ...rest }) => ({ path: `${z}/${x}/${y}`, ...rest }));
    return { files, size, type: type === '5' ? 5 : 1, ...extentOf(tiles) };
  },
  async tileset({ path }, packPath, { type }) {
    const { files, size, points } = await packTileset(path, packPath);
    const cloud = type === undefined ? points : type === '6';
    return { files, size, type: cloud ? 6 : 4, bounds: null, zooms: { min: 0, max: limits.layer.zoomMax } };
  },
  async vector({ path, size: sent }, packPath, { epsg = '' }, parser) {
    if (sent > limits.layer.vectorBytes)
      throw new Refusal('layerVector', { values: { what: `> ${limits.layer.vectorBytes / 1_000_000} MB` } });
    const read = await parser.parse(await readFile(path), epsg);
    if (!read.ok) throw new Refusal(read.reason, { values: read.values });
    const { bounds } = read;
    const bytes = Buffer.from(read.text);
    await writeFile(packPath, bytes, { flag: 'wx', mode: 0o600 });
    const file = { path: '0', start: 0, length: bytes.length, contentType: 'application/geo+json' };
    const zooms = { min: 0, max: limits.layer.zoomMax };
    return { files: [file], size: bytes.length, type: 3, bounds, zooms };
  },
  async geotiff({ path, size }, _packPath, { role }) {
    // Pixels of heights would not survive the way to a picture.
    if (role === 'terrain') throw rasterRefusal('layerPixels', 'role terrain');
    const { bounds, zooms } = (await judgeRaster(path)).placement;
    return { files: [], size, type: 5, bounds, zooms, kept: 'until prepared' };
  },
  async pmtilesFile({ path, size }, _packPath, { type }) {
    return { files: [], size, type: type === '5' ? 5 : 1, ...(await judged(path, size)), kept: 'for good' };
  },
};

let working = 0;

/**
 * Takes a file apart that somebody sent. The pack lies beside it and goes with it.
 * @throws Refusal naming what is wrong with it; tooManyRequests while others are taken apart
 */
export async function packUpload(
  file: SpooledFile,
  request: UploadRequest,
  parser: LayerParser,
): Promise<Packed> {
  if (working >= limits.layer.uploadsAtOnce) throw new Refusal('tooManyRequests', { retryAfterSeconds: 5 });
  working += 1;
  try {
    const { source, fileName = file.name } = request;
    const most =
      source === 'geotiff' || source === 'pmtilesFile' ? limits.layer.rasterBytes : limits.layer.uploadBytes;
    if (file.size > most) throw new Refusal('tooLarge', { values: { max: most } });
    await requireDrawable(file.path, fileName, source);
    const path = `${file.path}.layer`;
    const packed = await readers[source](file, path, request, parser);
    return { path: packed.kept ? file.path : path, ...packed };
  } finally {
    working -= 1;
  }
}

export const packStream = ({ path }: Packed) => createReadStream(path);
