/** Bodies of FLV video tags, which is also what RTMP carries. */

/** The decoder configuration (avcC) that must come before the first picture. */
export const sequenceHeader = (avcc: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([0x17, 0, 0, 0, 0]), avcc]);

/** One encoded picture: NAL units, each after its four-byte length. */
export const picture = (units: Uint8Array, key: boolean): Buffer =>
  Buffer.concat([Buffer.from([key ? 0x17 : 0x27, 1, 0, 0, 0]), units]);

export interface FlvTag {
  /** ms from the start of the file. */
  timestamp: number;
  body: Buffer;
}

const videoTag = 9;

/** The video tags of an FLV file. @throws RangeError when it is none or has no video */
export function readFlv(file: Buffer): FlvTag[] {
  if (file.toString('latin1', 0, 3) !== 'FLV') throw new RangeError('not an FLV file');
  const tags: FlvTag[] = [];
  for (let at = file.readUInt32BE(5) + 4; at + 11 <= file.length;) {
    const size = file.readUIntBE(at + 1, 3);
    const timestamp = file.readUIntBE(at + 4, 3) | ((file[at + 7] ?? 0) << 24);
    if (file[at] === videoTag && at + 11 + size <= file.length)
      tags.push({ timestamp, body: file.subarray(at + 11, at + 11 + size) });
    at += 11 + size + 4;
  }
  if (tags.length === 0) throw new RangeError('no video in the file');
  return tags;
}
