import { writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { limits } from '@eyrie/domain/rules';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import type { LayerFile } from './layer-columns.ts';
import { SIDE, TILE_BYTES } from './raster-tile.ts';

/** WebP at its second fastest: a few hundredths larger than at its best, in half the time. */
const webp = { quality: 80, effort: 1 } as const;

/** Tiles one below the other, each with where it lies among all. */
interface Batch {
  /** Opaque everywhere: encoded without saying so of each pixel. */
  whole: boolean;
  paths: string[];
  pixels: Uint8Array;
}

/** The tiles of a batch as WebP, in their order: libvips cuts the strip anew, at a third less than for single pictures. */
const encode = async ({ whole, paths, pixels }: Batch): Promise<Uint8Array[]> => {
  const raw = { width: SIDE, height: SIDE * paths.length, channels: 4 } as const;
  const strip = sharp(pixels.subarray(0, paths.length * TILE_BYTES), { raw });
  const archive = await (whole ? strip.removeAlpha() : strip)
    .webp(webp)
    // It would leave out what has one colour.
    .tile({ size: SIDE, depth: 'one', layout: 'google', container: 'zip', skipBlanks: -1 })
    .toBuffer();
  const files = unzipSync(archive, { filter: ({ name }) => name.endsWith('.webp') });
  const byRow = new Map(Object.entries(files).map(([name, bytes]) => [name.split('/').at(-2), bytes]));
  return paths.map((path, row) => {
    const bytes = byRow.get(String(row));
    if (!bytes) throw new Error(`no tile ${path} among ${byRow.size}`);
    return bytes;
  });
};

/** Encodes tiles, some at once, and lays them one behind the other in a file. */
export const createPack = (pack: FileHandle) => {
  const files: LayerFile[] = [];
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const free: Uint8Array[] = [];
  let size = 0;
  const open = new Map<boolean, Batch>();
  const batchOf = (whole: boolean): Batch => {
    const pixels = free.pop() ?? new Uint8Array(limits.layer.rasterBatch * TILE_BYTES);
    const batch = { whole, paths: [], pixels };
    open.set(whole, batch);
    return batch;
  };
  const write = async (batch: Batch): Promise<void> => {
    for (const [at, bytes] of (await encode(batch)).entries()) {
      files.push({
        path: batch.paths[at] ?? '',
        start: size,
        length: bytes.length,
        contentType: 'image/webp',
      });
      size += bytes.length;
      writeFileSync(pack.fd, bytes);
    }
    free.push(batch.pixels);
  };
  const send = async (batch: Batch): Promise<void> => {
    if (underWay.size >= limits.layer.rasterEncoding) await Promise.race(underWay);
    if (failures.length > 0) throw failures[0];
    const work = write(batch)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(work));
    underWay.add(work);
  };
  return {
    /** Takes a copy of a tile. @param whole all of it is opaque */
    async add(path: string, tile: Uint8Array, whole: boolean): Promise<void> {
      const batch = open.get(whole) ?? batchOf(whole);
      batch.pixels.set(tile, batch.paths.length * TILE_BYTES);
      batch.paths.push(path);
      if (batch.paths.length < limits.layer.rasterBatch) return;
      open.delete(whole);
      await send(batch);
    },
    async end(): Promise<{ files: LayerFile[]; size: number }> {
      for (const batch of open.values()) await send(batch);
      await Promise.all(underWay);
      if (failures.length > 0) throw failures[0];
      return { files, size };
    },
  };
};
export type Pack = ReturnType<typeof createPack>;
