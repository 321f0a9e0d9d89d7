import sharp from 'sharp';
import { resultLimits, type ModelManifest } from '@eyrie/domain';
import '../../platform/picture.ts';
import { placingOf, type Placing } from './boxes.ts';

sharp.unblock({
  operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'],
});

const channels = 3;
/** Between black and white, as the models of these families are trained beside their pictures. */
const grey = 114;
const imagenet = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const;

const valueOf = (values: ModelManifest['input']['values'], byte: number, channel: number): number => {
  if (values === 'byte') return byte;
  if (values === 'unit') return byte / 255;
  return (byte / 255 - (imagenet.mean[channel] ?? 0)) / (imagenet.deviation[channel] ?? 1);
};

/** Numbers of a picture of red, green and blue bytes, in the order that a model takes. */
export function tensorOf({ input }: Pick<ModelManifest, 'input'>, bytes: Uint8Array): Float32Array {
  const pixels = input.width * input.height;
  const tensor = new Float32Array(pixels * channels);
  for (let channel = 0; channel < channels; channel += 1) {
    const table = Float32Array.from({ length: 256 }, (_, byte) => valueOf(input.values, byte, channel));
    const place = input.colours === 'bgr' ? channels - 1 - channel : channel;
    const [from, step] = input.layout === 'nchw' ? [place * pixels, 1] : [place, channels];
    for (let pixel = 0; pixel < pixels; pixel += 1)
      tensor[from + pixel * step] = table[bytes[pixel * channels + channel] ?? 0] ?? 0;
  }
  return tensor;
}

/** The shape of what a model takes. */
export const dimsOf = ({ input: { width, height, layout } }: Pick<ModelManifest, 'input'>): number[] =>
  layout === 'nchw' ? [1, channels, height, width] : [1, height, width, channels];

/** A picture of one grey. */
export const emptyTensor = (manifest: Pick<ModelManifest, 'input'>): Float32Array =>
  tensorOf(manifest, new Uint8Array(manifest.input.width * manifest.input.height * channels).fill(grey));

interface PlacedPhoto {
  tensor: Float32Array;
  placing: Placing;
}

/** Reads a photo upright and lays it into what a model takes. @returns null where it cannot be read, or is too large */
export async function readPhotoFor(
  manifest: Pick<ModelManifest, 'input'>,
  path: string,
): Promise<PlacedPhoto | null> {
  try {
    // The header alone: nothing is decoded before its pixels are counted.
    const header = await sharp(path, { limitInputPixels: false }).metadata();
    const { width: across, height: down, orientation = 1 } = header;
    if (across * down > resultLimits.photoPixels) return null;
    // From the fifth orientation on the picture lies on its side.
    const picture = orientation >= 5 ? { width: down, height: across } : { width: across, height: down };
    const placing = placingOf(manifest, picture);
    const { width, height } = manifest.input;
    const inner = {
      width: Math.min(width, Math.max(1, Math.round(picture.width * placing.scaleX))),
      height: Math.min(height, Math.max(1, Math.round(picture.height * placing.scaleY))),
    };
    const bytes = await sharp(path, {
      failOn: 'error',
      limitInputPixels: resultLimits.photoPixels,
      sequentialRead: true,
    })
      .autoOrient()
      .resize({ ...inner, fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .extend({
        left: placing.offsetX,
        top: placing.offsetY,
        right: width - inner.width - placing.offsetX,
        bottom: height - inner.height - placing.offsetY,
        background: { r: grey, g: grey, b: grey },
      })
      .raw()
      .toBuffer();
    return { tensor: tensorOf(manifest, bytes), placing };
  } catch {
    return null;
  }
}
