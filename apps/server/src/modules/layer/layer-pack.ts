import { open } from 'node:fs/promises';
import { limits } from '@eyrie/domain/rules';
import { inColumns } from '../../platform/archive/columns.ts';
import { packTiles, type TileRow } from '../../platform/archive/tile-pack.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { fileColumns, type FileColumns, type LayerFile } from './layer-columns.ts';
import { checkCloud } from './cloud/cloud-file.ts';
import { checkDsm } from './dsm/dsm-file.ts';
import { checkArchive } from './pmtiles.ts';
import { checkRaster } from './raster-file.ts';
import { PmtilesFault } from './source-fault.ts';
import { packTileset } from './tileset.ts';
import type { Bounds } from './vector.ts';

/** A file that somebody sent and that lies here; `packPath` is where its pack is laid, if it gets one. */
export interface PackQuestion {
  source: 'tiles' | 'tileset' | 'geotiff' | 'pmtilesFile' | 'pointCloud' | 'surfaceModel';
  path: string;
  packPath: string;
  size: number;
  type?: string;
  /** Code of the system of a point cloud that names none; '' where nobody gave one. */
  epsg: string;
}

/** What a file is, once it was taken apart. */
export interface Pack {
  size: number;
  files: FileColumns;
  type: number;
  bounds: Bounds | null;
  zooms: { min: number; max: number };
  /** What was sent is kept as it is: until tiles are made of it, or for good. */
  kept?: 'until prepared' | 'for good';
}

const latitudeOf = (row: number, z: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI;

/** Levels of tiles, and the box of the deepest one in degrees. */
const extentOf = (tiles: readonly TileRow[]): Pick<Pack, 'bounds' | 'zooms'> => {
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

/** What an archive says of itself, read from its file. */
const judged = async (path: string, size: number) => {
  const file = await open(path);
  try {
    return await checkArchive(async (offset, length) => {
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

const readers: Record<PackQuestion['source'], (question: PackQuestion) => Promise<Pack>> = {
  async tiles({ path, packPath, type }) {
    const { tiles, size } = await packTiles(path, packPath);
    const files: LayerFile[] = tiles.map(({ z, x, y, ...rest }) => ({ path: `${z}/${x}/${y}`, ...rest }));
    return { files: inColumns(files, fileColumns), size, type: type === '5' ? 5 : 1, ...extentOf(tiles) };
  },
  async tileset({ path, packPath, type }) {
    const { files, size, points } = await packTileset(path, packPath);
    const cloud = type === undefined ? points : type === '6';
    const zooms = { min: 0, max: limits.layer.zoomMax };
    return { files: inColumns(files, fileColumns), size, type: cloud ? 6 : 4, bounds: null, zooms };
  },
  async geotiff({ path, size }) {
    const { bounds, zooms } = (await checkRaster(path)).placement;
    return { files: [], size, type: 5, bounds, zooms, kept: 'until prepared' };
  },
  async surfaceModel({ path, size }) {
    const { bounds, zooms } = (await checkDsm(path)).placement;
    return { files: [], size, type: 1, bounds, zooms, kept: 'until prepared' };
  },
  async pointCloud({ path, size, epsg }) {
    const { bounds } = await checkCloud(path, epsg);
    const zooms = { min: 0, max: limits.layer.zoomMax };
    return { files: [], size, type: 6, bounds, zooms, kept: 'until prepared' };
  },
  async pmtilesFile({ path, size, type }) {
    return { files: [], size, type: type === '5' ? 5 : 1, ...(await judged(path, size)), kept: 'for good' };
  },
};

/**
 * Takes a file apart, or judges its head. It may take minutes of a core: for a thread of its own.
 * @throws Refusal naming what is wrong with it
 */
export const packFile = (question: PackQuestion): Promise<Pack> => readers[question.source](question);
