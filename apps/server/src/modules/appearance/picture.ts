import { limits } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import { rebuildPicture, type Picture } from '../../platform/picture.ts';

/**
 * Takes a picture that somebody sent for the sign-in page and makes it anew, no larger than a display.
 * @throws Refusal imageTooLarge, imageFormat, imageDimensions
 */
export async function readPicture(bytes: Uint8Array): Promise<Picture> {
  const { imageBytes, imageSide, imagePixels, imageWidth, imageHeight, imageTime } = limits.appearance;
  if (bytes.length > imageBytes) throw new Refusal('imageTooLarge');
  return rebuildPicture(bytes, {
    formats: ['png', 'jpeg'],
    side: imageSide,
    pixels: imagePixels,
    width: imageWidth,
    height: imageHeight,
    time: imageTime,
  });
}
