import { open } from 'node:fs/promises';
import type { LayerFile } from './layer-columns.ts';
import { readRaster } from './raster-file.ts';
import { createPack, type Pack } from './raster-pack.ts';
import { tileSpan } from './raster-place.ts';
import { openPixels } from './raster-pixels.ts';
import { coverOf, drawQuarter, drawTile, TILE_BYTES, type Cover } from './raster-tile.ts';

/** Tiles to draw on, used again: making a new one for each costs as much as drawing it. */
const createTiles = () => {
  const free: Uint8Array[] = [];
  return {
    /** A clear one. */
    take: (): Uint8Array => free.pop()?.fill(0) ?? new Uint8Array(TILE_BYTES),
    give: (tile: Uint8Array): void => void free.push(tile),
  };
};
type Tiles = ReturnType<typeof createTiles>;

/**
 * The levels above the deepest. Each keeps one row of tiles, to which the row below gives quarters; a row that has all of
 * them goes to the pack and gives its own.
 */
const createLevels = (pack: Pack, tiles: Tiles, zooms: { min: number; max: number }) => {
  const rows = new Map<number, Map<number, Uint8Array>>();
  const add = async (z: number, x: number, y: number, tile: Uint8Array, cover: Cover): Promise<void> => {
    if (cover === 'none') return tiles.give(tile);
    if (z > zooms.min) {
      const row = rows.get(z - 1) ?? new Map<number, Uint8Array>();
      rows.set(z - 1, row);
      const above = row.get(x >> 1) ?? tiles.take();
      row.set(x >> 1, above);
      drawQuarter(above, tile, (x & 1) + 2 * (y & 1));
    }
    await pack.add(`${z}/${x}/${y}`, tile, cover === 'all');
    tiles.give(tile);
  };
  /** @param last nothing of the level follows */
  const endRow = async (z: number, y: number, last: boolean): Promise<void> => {
    if (z === zooms.min || !(last || (y & 1) === 1)) return;
    const row = rows.get(z - 1);
    rows.delete(z - 1);
    for (const [x, tile] of row ?? []) await add(z - 1, x, y >> 1, tile, coverOf(tile));
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
    const tiles = createTiles();
    const pack = createPack(packFile);
    const levels = createLevels(pack, tiles, zooms);
    const { x0, y0, x1, y1 } = tileSpan(bounds, zooms.max);
    for (let y = y0; y <= y1; y += 1) {
      for (let column = x0; column <= x1; column += 1) {
        const x = column % 2 ** zooms.max;
        const drawn = await drawTile(layout, placement, pixels, { z: zooms.max, x, y }, tiles.take);
        if (drawn) await levels.add(zooms.max, x, y, drawn.tile, drawn.cover);
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
