import type { PictureHeader } from '@eyrie/domain';

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCodePoint(...bytes.subarray(from, to));
/** Bit of an extended file that says that it moves. */
const moves = 0x02;

/** What the first bytes of a WebP say. Null: it is none, or another length than it says. */
export function readWebpHeader(
  bytes: Uint8Array,
): (Omit<PictureHeader, 'format'> & { format: 'webp' }) | null {
  if (bytes.length < 30 || ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 12) !== 'WEBP') return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // A file whose end is elsewhere carries something else behind itself.
  if (view.getUint32(4, true) + 8 !== bytes.length) return null;
  const frame = (width: number, height: number, frames = 1) =>
    ({ format: 'webp', width, height, frames }) as const;
  const sized = (at: number): number => 1 + view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00;
  switch (ascii(bytes, 12, 16)) {
    case 'VP8 ':
      return frame(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case 'VP8L': {
      const packed = view.getUint32(21, true);
      return frame(1 + (packed & 0x3fff), 1 + ((packed >>> 14) & 0x3fff));
    }
    case 'VP8X':
      return frame(sized(24), sized(27), (view.getUint8(20) & moves) === 0 ? 1 : 2);
    default:
      return null;
  }
}
