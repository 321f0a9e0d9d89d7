/** Pictures of H.264 as an FLV stream, which the video server takes and hands on. */

/** What stands before the first tag. */
export const flvHead = Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]);

const tagHeadBytes = 11;
const video = 9;

/** @param timestamp ms since the publisher began */
const tagOf = (timestamp: number, ...parts: readonly Buffer[]): Buffer => {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const head = Buffer.alloc(tagHeadBytes);
  head[0] = video;
  head.writeUIntBE(size, 1, 3);
  head.writeUIntBE(timestamp & 0xff_ff_ff, 4, 3);
  head[7] = (timestamp >>> 24) & 0xff;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(tagHeadBytes + size);
  return Buffer.concat([head, ...parts, length]);
};

const withLength = (unit: Buffer, lengthBytes: 2 | 4): Buffer => {
  const length = Buffer.alloc(lengthBytes);
  length.writeUIntBE(unit.length, 0, lengthBytes);
  return Buffer.concat([length, unit]);
};

/** How pictures are to be decoded: an AVCDecoderConfigurationRecord of one parameter set of each kind. */
export const configurationOf = (sps: Buffer, pps: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1]),
    withLength(sps, 2),
    Buffer.from([1]),
    withLength(pps, 2),
  ]);

export const configurationTag = (configuration: Buffer, timestamp: number): Buffer =>
  tagOf(timestamp, Buffer.from([0x17, 0, 0, 0, 0]), configuration);

export const pictureTag = (units: readonly Buffer[], key: boolean, timestamp: number): Buffer =>
  tagOf(timestamp, Buffer.from([key ? 0x17 : 0x27, 1, 0, 0, 0]), ...units.map((unit) => withLength(unit, 4)));
