import { open, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import '../../platform/picture.ts';
import { inColumns } from '../../platform/archive/columns.ts';
import { fileColumns, type FileColumns, type LayerFile } from './layer-columns.ts';
import type { PhotoEye } from './mosaic-eye.ts';
import { drawTile, joinTiles, type DrawnPhoto, type MosaicTile } from './mosaic-tile.ts';
import { SIDE } from './raster-tile.ts';

sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadWebpBuffer'] });

/** Photos on our disk, the tiles to draw of them, and the tiles that the map has. */
export interface MosaicOrder {
  photos: { path: string; eye: PhotoEye }[];
  tiles: MosaicTile[];
  /** Coarser levels than the finest one that are drawn of it. */
  levels: number;
  /** Null: there are none yet. */
  old: { path: string; files: LayerFile[] } | null;
  packPath: string;
}
export interface MosaicDrawn {
  files: FileColumns;
  size: number;
}

const loaded = async ({ path, eye }: MosaicOrder['photos'][number]): Promise<DrawnPhoto | null> => {
  try {
    const { data, info } = await sharp(path)
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { eye, width: info.width, height: info.height, pixels: data };
  } catch {
    // Our own small picture of it: it is gone or half there, and the others are drawn.
    return null;
  }
};

const contentType = 'image/webp';
const nameOf = (z: number, x: number, y: number): string => `${z}/${x}/${y}`;

const encode = (pixels: Uint8Array): Promise<Buffer> =>
  sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 4 } })
    .webp({ quality: 80, effort: 1 })
    .toBuffer();

/** Tiles of a map as they are and as they become. */
class TileBook {
  private readonly fresh = new Map<string, { pixels: Uint8Array; bytes: Buffer }>();
  private readonly old: Map<string, Buffer>;

  constructor(old: Map<string, Buffer>) {
    this.old = old;
  }

  async put(name: string, pixels: Uint8Array): Promise<void> {
    this.fresh.set(name, { pixels, bytes: await encode(pixels) });
  }

  async pixels(name: string): Promise<Uint8Array | null> {
    const drawn = this.fresh.get(name);
    if (drawn) return drawn.pixels;
    const bytes = this.old.get(name);
    return bytes ? sharp(bytes).ensureAlpha().raw().toBuffer() : null;
  }

  all(): [string, Buffer][] {
    const names = new Set([...this.old.keys(), ...this.fresh.keys()]);
    return [...names].map((name) => [name, (this.fresh.get(name)?.bytes ?? this.old.get(name)) as Buffer]);
  }
}

const oldTiles = async (old: MosaicOrder['old']): Promise<Map<string, Buffer>> => {
  if (!old) return new Map();
  const bytes = await readFile(old.path);
  return new Map(old.files.map(({ path, start, length }) => [path, bytes.subarray(start, start + length)]));
};

/** Draws what photos change of a map, and lays all its tiles one behind the other in a new file. */
export async function drawMosaic(order: MosaicOrder): Promise<MosaicDrawn> {
  const book = new TileBook(await oldTiles(order.old));
  const photos = (await Promise.all(order.photos.map(loaded))).filter((photo) => photo !== null);
  if (photos.length === 0 && order.photos.length > 0) throw new Error('none of the photos could be decoded');
  let level: { z: number; x: number; y: number }[] = [];
  for (const tile of order.tiles) {
    const drawn = drawTile(tile, photos);
    if (!drawn) continue;
    await book.put(nameOf(tile.z, tile.x, tile.y), drawn.pixels);
    level.push(tile);
  }
  for (let step = 0; step < order.levels; step += 1) {
    const parents = new Map(
      level.map(({ z, x, y }) => [nameOf(z - 1, x >> 1, y >> 1), { z: z - 1, x: x >> 1, y: y >> 1 }]),
    );
    for (const [name, { z, x, y }] of parents) {
      const four = await Promise.all(
        [0, 1, 2, 3].map((part) => book.pixels(nameOf(z + 1, 2 * x + (part % 2), 2 * y + (part >> 1)))),
      );
      await book.put(name, joinTiles(four).pixels);
    }
    level = [...parents.values()];
  }
  const pack = await open(order.packPath, 'wx', 0o600);
  const files: LayerFile[] = [];
  let size = 0;
  try {
    for (const [path, bytes] of book.all()) {
      await pack.write(bytes);
      files.push({ path, start: size, length: bytes.length, contentType });
      size += bytes.length;
    }
  } finally {
    await pack.close();
  }
  return { files: inColumns(files, fileColumns), size };
}
