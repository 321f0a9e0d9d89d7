/** Pictures of H.264 as an FLV stream, which the video server takes and hands on. */
import { kindOf, unitKind } from './h264-units.ts';

/** What stands before the first tag. */
export const flvHead = Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]);

const tagHeadBytes = 11;
const video = 9;
/** Of the length before a unit. */
const unitHeadBytes = 4;

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

/** Units that stand behind their lengths of four bytes, as readers of streams hand them out. */
export const unitsIn = (bytes: Buffer): Buffer[] => {
  const units: Buffer[] = [];
  for (let at = 0; at + unitHeadBytes <= bytes.length;) {
    const end = at + unitHeadBytes + bytes.readUInt32BE(at);
    units.push(bytes.subarray(at + unitHeadBytes, end));
    at = end;
  }
  return units;
};

/**
 * How pictures are to be decoded, of all parameter sets that a reader found: an AVCDecoderConfigurationRecord.
 * @param sets each behind its length of four bytes
 * @returns null where one of either kind is missing
 */
export const configurationOfSets = (sets: Buffer): Buffer | null => {
  const units = unitsIn(sets);
  const of = (kind: number): Buffer[] => units.filter((unit) => kindOf(unit) === kind);
  const [sequences, pictures] = [of(unitKind.sps), of(unitKind.pps)];
  const [first] = sequences;
  if (!first || pictures.length === 0) return null;
  return Buffer.concat([
    Buffer.from([1, first[1] ?? 0, first[2] ?? 0, first[3] ?? 0, 0xff, 0xe0 | sequences.length]),
    ...sequences.map((unit) => withLength(unit, 2)),
    Buffer.from([pictures.length]),
    ...pictures.map((unit) => withLength(unit, 2)),
  ]);
};

/** A picture whose units stand behind their lengths already. */
export const wholePictureTag = (units: Buffer, key: boolean, timestamp: number): Buffer =>
  tagOf(timestamp, Buffer.from([key ? 0x17 : 0x27, 1, 0, 0, 0]), units);
