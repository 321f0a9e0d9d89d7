import { open } from 'node:fs/promises';
import sharp from 'sharp';
import {
  contentKind,
  resultLimits,
  thermalFiguresOfAll,
  type ReadingFault,
  type ThermalGrid,
} from '@eyrie/domain';
import { readPhotoSaid, type PhotoSaid } from '@eyrie/planner';
import '../../platform/picture.ts';
import { readThermalTiff } from './thermal-tiff.ts';

sharp.unblock({
  operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'],
});

/** A photo on our disk, its name, and where its small picture is to be laid. */
export interface PhotoOrder {
  kind: 'photo';
  path: string;
  name: string;
  thumbnailPath: string;
}

export interface PhotoRead {
  said: PhotoSaid | null;
  size: { width: number; height: number } | null;
  /** Why there is no small picture; null: there is one. */
  fault: ReadingFault | null;
}

const { photoHead, photoSide, photoPixels, readTime, thumbnailSide, thumbnailQuality } = resultLimits;
/** By these first bytes it is known what a file is. */
const markBytes = 32;

const headOf = async (path: string): Promise<Uint8Array> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(photoHead), 0, photoHead, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** The library says it in words of its own. */
const isCutOff = (error: unknown): boolean => /premature end|truncated|out of data/i.test(String(error));

async function draw(path: string, thumbnailPath: string): Promise<ReadingFault | null> {
  try {
    await sharp(path, { failOn: 'error', limitInputPixels: photoPixels, sequentialRead: true })
      .timeout({ seconds: readTime / 1_000 })
      .autoOrient()
      .resize({ width: thumbnailSide, height: thumbnailSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: thumbnailQuality })
      .toFile(thumbnailPath);
    return null;
  } catch (error) {
    if (/timeout/i.test(String(error))) return 'photoTooMuch';
    return isCutOff(error) ? 'photoTruncated' : 'photoBroken';
  }
}

/** Draws the small picture of temperatures: the warmest white, the coldest black. */
async function drawThermal(grid: ThermalGrid, thumbnailPath: string): Promise<void> {
  const { width, height, values } = grid;
  const { least = 0, most = 0 } = thermalFiguresOfAll(grid) ?? {};
  const span = Math.max(most - least, 1);
  const grey = Uint8Array.from(values, (value) =>
    Number.isNaN(value) ? 0 : Math.round(((value - least) / span) * 255),
  );
  await sharp(grey, { raw: { width, height, channels: 1 } })
    .resize({ width: thumbnailSide, height: thumbnailSide, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: thumbnailQuality })
    .toFile(thumbnailPath);
}

/** A TIFF: of temperatures alone there is a picture. */
async function readTiff(path: string, said: PhotoSaid | null, thumbnailPath: string): Promise<PhotoRead> {
  const grid = await readThermalTiff(path);
  if (!grid) return { said, size: null, fault: 'photoFormat' };
  await drawThermal(grid, thumbnailPath);
  const { width, height } = grid;
  const seen = said && { ...said, facts: { ...said.facts, lens: said.facts.lens ?? ('ir' as const) } };
  return { said: seen, size: { width, height }, fault: null };
}

/** Reads what a photo says of itself and draws its small picture; what is against it is named, and nothing is thrown for it. */
export async function readPhoto({ path, name, thumbnailPath }: PhotoOrder): Promise<PhotoRead> {
  const head = await headOf(path);
  if (contentKind(name, head.subarray(0, markBytes)) !== 'photo')
    return { said: null, size: null, fault: 'photoNotAsNamed' };
  const said = readPhotoSaid(head);
  if (/\.tiff?$/i.test(name)) return readTiff(path, said, thumbnailPath);
  // Only what the header says; nothing is decoded, whatever size that is.
  const header = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  const { format, width = 0, height = 0 } = header ?? {};
  if (format !== 'jpeg' && format !== 'png' && format !== 'webp')
    return { said, size: null, fault: /\.dng$/i.test(name) ? 'photoFormat' : 'photoBroken' };
  const size = { width, height };
  if (Math.max(width, height) > photoSide || width * height > photoPixels)
    return { said, size, fault: 'photoPixels' };
  return { said, size, fault: await draw(path, thumbnailPath) };
}
