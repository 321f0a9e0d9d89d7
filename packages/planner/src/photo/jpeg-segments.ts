/** Bytes from the start of a photo in which everything that is read of it stands. */
export const photoHeadBytes = 262_144;

const startOfImage = 0xd8;
const startOfScan = 0xda;
const app1 = 0xe1;

/** Whether the bytes begin as a JPEG does. */
export const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === startOfImage;

/** What applications wrote into a JPEG (EXIF, XMP), in its order; what is cut off or broken ends the list. */
export function applicationSegments(bytes: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  if (!isJpeg(bytes)) return found;
  const end = Math.min(bytes.length, photoHeadBytes);
  let at = 2;
  while (at + 4 <= end && bytes[at] === 0xff) {
    const marker = bytes[at + 1];
    // Fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === startOfScan) break;
    const length = ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number);
    if (length < 2 || at + 2 + length > end) break;
    if (marker === app1) found.push(bytes.subarray(at + 4, at + 2 + length));
    at += 2 + length;
  }
  return found;
}

/** What follows a name with which a segment begins; null: it begins otherwise. */
export function afterName(segment: Uint8Array, name: string): Uint8Array | null {
  for (let index = 0; index < name.length; index += 1)
    if (segment[index] !== name.charCodeAt(index)) return null;
  return segment.subarray(name.length);
}
