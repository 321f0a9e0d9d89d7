/** What the first bytes of a picture say, read without decoding anything. */
export interface PictureHeader {
  format: 'png' | 'jpeg';
  width: number;
  height: number;
  /** More than one: it moves. */
  frames: number;
}

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((value, at) => bytes[at] === value);

/** Walks the parts of a PNG up to its end. Null when they do not fit together or the end is missing. */
const readPng = (bytes: Uint8Array): PictureHeader | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size: { width: number; height: number } | null = null;
  let frames = 1;
  let at = pngStart.length;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const name = String.fromCodePoint(...bytes.subarray(at + 4, at + 8));
    if (length > bytes.length - at - 12) return null;
    if (!size) {
      if (name !== 'IHDR' || length !== 13) return null;
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    } else if (name === 'acTL' && length === 8) frames = view.getUint32(at + 8);
    if (name === 'IEND') return { format: 'png', ...size, frames };
    at += 12 + length;
  }
  return null;
};

/** Markers that carry the size: all start-of-frame markers, without those of tables in the same range. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const readJpeg = (bytes: Uint8Array): PictureHeader | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd8 || marker === 0xd9 || marker === 0xda) return null;
    const length = view.getUint16(at + 2);
    if (isFrame(marker)) {
      if (length < 8 || at + 9 > bytes.length) return null;
      return { format: 'jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7), frames: 1 };
    }
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
};

/** Decides by content what a file is. Null: neither PNG nor JPEG, or cut off before its size or its end is known. */
export const readPictureHeader = (bytes: Uint8Array): PictureHeader | null => {
  if (startsWith(bytes, pngStart)) return readPng(bytes);
  return startsWith(bytes, [0xff, 0xd8, 0xff]) ? readJpeg(bytes) : null;
};
