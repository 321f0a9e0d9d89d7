import { createWriteStream } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pyramidHead, pyramidLevels, pyramidTile, resultLimits } from '@eyrie/domain';
import sharp from 'sharp';

/** A photo on our disk, and where its tiles are to be laid as one file. */
export interface PyramidOrder {
  kind: 'pyramid';
  path: string;
  /** Empty, for the tiles before they are one. */
  folder: string;
  packPath: string;
}

const { photoPixels, photoSide, pyramidQuality } = resultLimits;

/** Paths of the tiles of all sizes, in the order in which they are counted. */
const pathsOf = (folder: string, size: { width: number; height: number }): string[] => {
  const levels = pyramidLevels(size);
  return levels.flatMap(({ across, down }, at) =>
    Array.from({ length: across * down }, (_, tile) =>
      join(
        folder,
        'p_files',
        String(levels.length - 1 - at),
        `${tile % across}_${Math.floor(tile / across)}.jpeg`,
      ),
    ),
  );
};

/**
 * Draws a photo as tiles of one file. @returns whether there is such a photo and no more of it than may be
 * @throws what the library for pictures throws over one that is broken
 */
export async function drawPyramid({ path, folder, packPath }: PyramidOrder): Promise<boolean> {
  const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
  if (Math.max(width, height) > photoSide || width * height > photoPixels) return false;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { width: across, height: down } = await sharp(path, {
    failOn: 'error',
    limitInputPixels: photoPixels,
    sequentialRead: true,
  })
    .autoOrient()
    .jpeg({ quality: pyramidQuality })
    .tile({ size: pyramidTile, overlap: 0, layout: 'dz', depth: 'onetile' })
    .toFile(join(folder, 'p.dz'));
  const paths = pathsOf(folder, { width: across, height: down });
  const lengths = await Promise.all(paths.map(async (one) => (await stat(one)).size));
  const parts = async function* (): AsyncGenerator<Uint8Array> {
    yield pyramidHead({ width: across, height: down }, lengths);
    for (const one of paths) yield await readFile(one);
  };
  await pipeline(Readable.from(parts()), createWriteStream(packPath, { mode: 0o600 }));
  return true;
}
