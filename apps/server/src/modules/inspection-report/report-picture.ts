import sharp from 'sharp';
import { limits, resultLimits } from '@eyrie/domain';
import '../../platform/picture.ts';
import type { FindingBox } from './report-pictures.ts';

sharp.unblock({
  operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'],
});

/** A photo on our disk, the boxes on it, and where the picture for the file is to be laid. */
export interface PictureOrder {
  kind: 'picture';
  path: string;
  out: string;
  boxes: readonly FindingBox[];
  /** Pixels of its longer side at the most; missing: as photos. */
  side?: number;
}
/** Pixels; null: the photo could not be read. */
export type PictureMade = { width: number; height: number } | null;

const { pictureSide, pictureQuality, renderTimeout } = limits.inspectionReport;
const { photoPixels } = resultLimits;
/** Red, green and blue of a box's line and its width in pixels: light within dark is seen on any ground. */
const lines = [
  { width: 5, colour: [16, 20, 24] },
  { width: 3, colour: [255, 214, 10] },
] as const;
const channels = 3;

interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

/** Fills a rectangle, as much of it as lies in the picture. */
function fill({ data, width, height }: Pixels, box: FindingBox, colour: readonly number[]): void {
  const [left, top, right, bottom] = box;
  const from = Math.max(0, left);
  const to = Math.min(width, right);
  if (to <= from) return;
  const row = Buffer.alloc((to - from) * channels, Buffer.from(colour));
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1)
    row.copy(data, (y * width + from) * channels);
}

function outline(pixels: Pixels, [x, y, wide, high]: FindingBox): void {
  const at = (share: number, most: number): number =>
    Math.round(Math.min(1, Math.max(0, share)) * (most - 1));
  const [left, right] = [at(x, pixels.width), at(x + wide, pixels.width)];
  const [top, bottom] = [at(y, pixels.height), at(y + high, pixels.height)];
  for (const { width, colour } of lines) {
    const [before, after] = [(width - 1) / 2, (width + 1) / 2];
    const line = (x0: number, y0: number, x1: number, y1: number): void =>
      fill(pixels, [x0 - before, y0 - before, x1 + after, y1 + after], colour);
    line(left, top, right, top);
    line(left, bottom, right, bottom);
    line(left, top, left, bottom);
    line(right, top, right, bottom);
  }
}

/** Makes a photo small enough for a file and draws its boxes; nothing but pixels is left of it. */
export const drawPicture = async ({
  path,
  out,
  boxes,
  side = pictureSide,
}: PictureOrder): Promise<PictureMade> => {
  try {
    const { data, info } = await sharp(path, {
      failOn: 'error',
      limitInputPixels: photoPixels,
      sequentialRead: true,
    })
      .timeout({ seconds: renderTimeout / 1_000 })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    for (const box of boxes) outline({ data, width, height }, box);
    await sharp(data, { raw: { width, height, channels } }).jpeg({ quality: pictureQuality }).toFile(out);
    return { width, height };
  } catch {
    return null;
  }
};
