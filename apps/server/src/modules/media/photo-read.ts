import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { contentKind, resultLimits, type ReadingFault } from '@eyrie/domain';
import { readPhotoSaid, type PhotoSaid } from '@eyrie/planner';
import '../../platform/picture.ts';

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

/** Reads what a photo says of itself and draws its small picture; what is against it is named, and nothing is thrown for it. */
export async function readPhoto({ path, name, thumbnailPath }: PhotoOrder): Promise<PhotoRead> {
  const head = await headOf(path);
  if (contentKind(name, head.subarray(0, markBytes)) !== 'photo')
    return { said: null, size: null, fault: 'photoNotAsNamed' };
  const said = readPhotoSaid(head);
  // Only what the header says; nothing is decoded, whatever size that is.
  const header = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  const { format, width = 0, height = 0 } = header ?? {};
  if (format !== 'jpeg' && format !== 'png' && format !== 'webp')
    return { said, size: null, fault: /\.(?:tiff?|dng)$/i.test(name) ? 'photoFormat' : 'photoBroken' };
  const size = { width, height };
  if (Math.max(width, height) > photoSide || width * height > photoPixels)
    return { said, size, fault: 'photoPixels' };
  return { said, size, fault: await draw(path, thumbnailPath) };
}
