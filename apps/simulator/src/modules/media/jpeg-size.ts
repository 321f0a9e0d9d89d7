import type { PictureSize } from './exif.ts';

/** Pixels of a JPEG by its frame header. @throws Error where it has none */
export function jpegSize(jpeg: Uint8Array): PictureSize {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  for (let at = 2; at + 9 <= jpeg.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    // Those between belong to tables, not to frames.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
  }
  throw new Error('a picture without a frame');
}
