import { readPictureHeader } from '@eyrie/domain/rules';
import sharp from 'sharp';
import { Refusal } from './http/refusal.ts';
import { readWebpHeader } from './webp-header.ts';

// Everything else that libvips reads (SVG, PDF, TIFF, raw formats) is closed, whatever the header made us believe.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
// Pictures are rare and the server flies aircraft: one thread is enough.
sharp.concurrency(1);

export interface Picture {
  bytes: Buffer;
  contentType: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
}

export interface PictureBounds {
  formats: readonly ('png' | 'jpeg' | 'webp')[];
  /** Pixels of the longest side, and in all, as it comes. */
  side: number;
  pixels: number;
  /** Pixels to which it is made smaller. */
  width: number;
  height: number;
  /** ms to take it apart. */
  time: number;
}

/**
 * Takes a picture that somebody sent and makes it anew: upright, no larger than its bounds, and with nothing in it
 * but its pixels. Places and names that cameras write, and whatever hangs behind the picture, do not survive.
 * @throws Refusal imageFormat, imageDimensions
 */
export async function rebuildPicture(bytes: Uint8Array, bounds: PictureBounds): Promise<Picture> {
  const header = readPictureHeader(bytes) ?? readWebpHeader(bytes);
  if (
    !header ||
    !bounds.formats.includes(header.format) ||
    header.frames > 1 ||
    header.width === 0 ||
    header.height === 0
  )
    throw new Refusal('imageFormat');
  const { width, height } = header;
  if (Math.max(width, height) > bounds.side || width * height > bounds.pixels)
    throw new Refusal('imageDimensions', { values: { max: bounds.side } });
  try {
    const options = { failOn: 'error', limitInputPixels: bounds.pixels, sequentialRead: true } as const;
    const upright = sharp(bytes, options)
      .autoOrient()
      .timeout({ seconds: bounds.time / 1_000 })
      .resize({ width: bounds.width, height: bounds.height, fit: 'inside', withoutEnlargement: true });
    // A picture without holes is a photograph to us: a tenth of the bytes, and nobody sees the difference.
    const { hasAlpha } = await sharp(bytes, options).metadata();
    const clear = hasAlpha && !(await sharp(bytes, options).stats()).isOpaque;
    const { data, info } = await (clear ? upright.png() : upright.jpeg({ quality: 86 })).toBuffer({
      resolveWithObject: true,
    });
    return {
      bytes: data,
      contentType: clear ? 'image/png' : 'image/jpeg',
      width: info.width,
      height: info.height,
    };
  } catch {
    throw new Refusal('imageFormat');
  }
}
