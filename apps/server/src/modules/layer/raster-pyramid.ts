import { writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { limits } from '@eyrie/domain';
import sharp from 'sharp';
import type { LayerFile } from './layer.store.ts';
import { readRaster } from './raster-file.ts';
import { tileSpan } from './raster-place.ts';
import { openPixels } from './raster-pixels.ts';
import { coverOf, drawQuarter, drawTile, SIDE } from './raster-tile.ts';

/** WebP at its second fastest: a few hundredths larger than at its best, in half the time. */
const webp = { quality: 80, effort: 1 } as const;

const encode = (tile: Uint8Array): Promise<Buffer> => {
  const picture = sharp(tile, { raw: { width: SIDE, height: SIDE, channels: 4 } });
  return (coverOf(tile) === 'all' ? picture.removeAlpha() : picture).webp(webp).toBuffer();
};

/** Encodes tiles a few at once and lays them one behind the other in a file. */
const createPack = (pack: FileHandle) => {
  const files: LayerFile[] = [];
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let size = 0;
  const write = async (path: string, tile: Uint8Array): Promise<void> => {
    const bytes = await encode(tile);
    files.push({ path, start: size, length: bytes.length, contentType: 'image/webp' });
    size += bytes.length;
    writeFileSync(pack.fd, bytes);
  };
  return {
    async add(path: string, tile: Uint8Array): Promise<void> {
      if (underWay.size >= limits.layer.rasterEncoding) await Promise.race(underWay);
      if (failures.length > 0) throw failures[0];
      const work = write(path, tile)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(work));
      underWay.add(work);
    },
    async end(): Promise<{ files: LayerFile[]; size: number }> {
      await Promise.all(underWay);
      if (failures.length > 0) throw failures[0];
      return { files, size };
    },
  };
};
type Pack = ReturnType<typeof createPack>;

/**
 * The levels above the deepest. Each keeps one row of tiles, to which the row below gives quarters; a row that has all of
 * them goes to the pack and gives its own.
 */
const createLevels = (pack: Pack, zooms: { min: number; max: number }) => {
  const rows = new Map<number, Map<number, Uint8Array>>();
  const add = async (z: number, x: number, y: number, tile: Uint8Array): Promise<void> => {
    await pack.add(`${z}/${x}/${y}`, tile);
    if (z === zooms.min) return;
    const row = rows.get(z - 1) ?? new Map<number, Uint8Array>();
    rows.set(z - 1, row);
    const above = row.get(x >> 1) ?? new Uint8Array(SIDE * SIDE * 4);
    row.set(x >> 1, above);
    drawQuarter(above, tile, (x & 1) + 2 * (y & 1));
  };
  /** @param last nothing of the level follows */
  const endRow = async (z: number, y: number, last: boolean): Promise<void> => {
    if (z === zooms.min || !(last || (y & 1) === 1)) return;
    const row = rows.get(z - 1);
    rows.delete(z - 1);
    for (const [x, tile] of row ?? []) await add(z - 1, x, y >> 1, tile);
    await endRow(z - 1, y >> 1, last);
  };
  return { add, endRow };
};

export interface Pyramid {
  files: LayerFile[];
  size: number;
}

/**
 * Cuts a GeoTIFF into tiles of Web Mercator, row by row, and lays them in a new file. What is kept in memory is bounded
 * by the limits of the room, not by the file.
 * @param progress is given the share that is done, 0 to 1
 * @throws Refusal for a file that cannot become a layer
 */
export async function cutRaster(
  path: string,
  packPath: string,
  progress: (share: number) => void,
): Promise<Pyramid> {
  const file = await open(path);
  const packFile = await open(packPath, 'w', 0o600);
  try {
    const raster = await readRaster(file);
    const { layout, placement } = raster;
    const { zooms, bounds } = placement;
    const pixels = await openPixels(file, raster);
    const pack = createPack(packFile);
    const levels = createLevels(pack, zooms);
    const { x0, y0, x1, y1 } = tileSpan(bounds, zooms.max);
    for (let y = y0; y <= y1; y += 1) {
      for (let x = x0; x <= x1; x += 1) {
        const tile = await drawTile(layout, placement, pixels, { z: zooms.max, x, y });
        if (tile) await levels.add(zooms.max, x, y, tile);
      }
      await levels.endRow(zooms.max, y, y === y1);
      progress((y - y0 + 1) / (y1 - y0 + 1));
    }
    return await pack.end();
  } finally {
    await file.close();
    await packFile.close();
  }
}
