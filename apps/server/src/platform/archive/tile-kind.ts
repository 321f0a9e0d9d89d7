import { limits, readPictureHeader } from '@eyrie/domain/rules';

/** The picture's kind by its content; null when it is none that browsers show as a tile. */
export const tileKindOf = (bytes: Buffer): string | null => {
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return bytes.length === bytes.readUInt32LE(4) + 8 ? 'image/webp' : null;
  const header = readPictureHeader(bytes);
  if (!header || header.frames > 1 || Math.max(header.width, header.height) > limits.appearance.tileSide)
    return null;
  return `image/${header.format}`;
};
