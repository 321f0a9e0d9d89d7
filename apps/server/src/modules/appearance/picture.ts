import { limits, readPictureHeader } from '@eyrie/domain';
import sharp from 'sharp';
import { Refusal } from '../../platform/http/refusal.ts';

// Everything else that libvips reads (SVG, PDF, TIFF, raw formats) is closed, whatever the header made us believe.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);
// Pictures are rare and the server flies aircraft: one thread is enough.
sharp.concurrency(1);

export interface Picture {
  bytes: Buffer;
  contentType: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
}

/**
 * Takes a picture that somebody sent and makes it anew: upright, no larger than a display, and with nothing in it
 * but its pixels. Places and names that cameras write, and whatever hangs behind the picture, do not survive.
 * @throws Refusal imageTooLarge, imageFormat, imageDimensions
 */
export async function readPicture(bytes: Uint8Array): Promise<Picture> {
  const { imageBytes, imageSide, imagePixels, imageWidth, imageHeight, imageTime } = limits.appearance;
  if (bytes.length > imageBytes) throw new Refusal('imageTooLarge');
  const header = readPictureHeader(bytes);
  if (!header || header.frames > 1 || header.width === 0 || header.height === 0)
    throw new Refusal('imageFormat');
  const { width, height } = header;
  if (Math.max(width, height) > imageSide || width * height > imagePixels)
    throw new Refusal('imageDimensions', { values: { max: imageSide } });
  try {
    const options = { failOn: 'error', limitInputPixels: imagePixels, sequentialRead: true } as const;
    const upright = sharp(bytes, options)
      .autoOrient()
      .timeout({ seconds: imageTime / 1_000 })
      .resize({ width: imageWidth, height: imageHeight, fit: 'inside', withoutEnlargement: true });
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
