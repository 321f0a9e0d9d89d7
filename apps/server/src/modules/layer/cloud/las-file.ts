import type { FileHandle } from 'node:fs/promises';
import { limits } from '@eyrie/domain/rules';
import { cloudRefusal } from './cloud-fault.ts';

export type Triple = readonly [x: number, y: number, z: number];

/** A record of the header that says more about the file. */
export interface LasRecord {
  user: string;
  id: number;
  bytes: Buffer;
}

/** A LAS or LAZ file as its header declares it. */
export interface LasHeader {
  /** Number of the layout of a point, without the marks of compression. */
  format: number;
  recordLength: number;
  count: number;
  /** A coordinate is its whole number times the scale, plus the offset. */
  scale: Triple;
  offset: Triple;
  min: Triple;
  max: Triple;
  /** Where points begin, bytes. */
  pointsAt: number;
  compressed: boolean;
  records: readonly LasRecord[];
}

/** Bytes of a point of each layout, the least that a record may have. */
const leastLength = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67] as const;
/** Layouts that the decoder of LAZ knows. */
const unpacked: ReadonlySet<number> = new Set([0, 1, 2, 3, 6, 7, 8]);

/** Where red, green and blue stand in a point of a layout, bytes; null: it has no colour. */
export const colourAt = (format: number): number | null =>
  ({ 2: 20, 3: 28, 5: 28, 7: 30, 8: 30, 10: 30 })[format] ?? null;

/** Reads a part of a file. @throws Refusal layerCloud where it ends before */
export async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, offset);
  if (bytesRead < length) throw cloudRefusal('layerCloud', `offset ${offset} + ${length}`);
  return bytes;
}

const tripleAt = (head: Buffer, at: number, step = 8): Triple => [
  head.readDoubleLE(at),
  head.readDoubleLE(at + step),
  head.readDoubleLE(at + 2 * step),
];

/** Numbers that nothing can be placed by are refused before the first point is read. */
const requirePlaces = ({ scale, offset, min, max }: LasHeader): void => {
  for (const at of [0, 1, 2] as const) {
    const axis = 'XYZ'[at];
    const [step, from, least, most] = [scale[at], offset[at], min[at], max[at]];
    if (!(Number.isFinite(step) && step > 0 && step < 1e6))
      throw cloudRefusal('layerCloud', `scale ${axis}: ${step}`);
    if (!Number.isFinite(from)) throw cloudRefusal('layerCloud', `offset ${axis}: ${from}`);
    if (!(Number.isFinite(least) && Number.isFinite(most) && least <= most))
      throw cloudRefusal('layerCloud', `min ${axis} ${least}, max ${axis} ${most}`);
  }
};

const readRecords = async (
  file: FileHandle,
  headerSize: number,
  count: number,
  end: number,
): Promise<LasRecord[]> => {
  const { cloudRecords, cloudRecordBytes } = limits.layer;
  if (count > cloudRecords) throw cloudRefusal('layerCloud', `VLR ${count} > ${cloudRecords}`);
  const records: LasRecord[] = [];
  let at = headerSize;
  let left: number = cloudRecordBytes;
  for (let index = 0; index < count; index += 1) {
    if (at + 54 > end) throw cloudRefusal('layerCloud', `VLR ${index}`);
    const head = await readAt(file, at, 54);
    const length = head.readUInt16LE(20);
    if (at + 54 + length > end || (left -= length) < 0) throw cloudRefusal('layerCloud', `VLR ${index}`);
    const user = head.toString('latin1', 2, 18).replace(/\0.*$/s, '');
    records.push({ user, id: head.readUInt16LE(18), bytes: await readAt(file, at + 54, length) });
    at += 54 + length;
  }
  return records;
};

/** How many points the file says that it has. */
const countOf = (head: Buffer, minor: number): number => {
  const old = head.readUInt32LE(107);
  if (minor < 4) return old;
  const count = head.readBigUInt64LE(247);
  return count > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(count) || old;
};

const requireLayout = ({ format, recordLength, count, compressed }: LasHeader): void => {
  const least = leastLength[format];
  if (least === undefined || (compressed && !unpacked.has(format)))
    throw cloudRefusal('layerCloud', `point format ${format}`);
  if (recordLength < least) throw cloudRefusal('layerCloud', `${recordLength} B < ${least} B`);
  if (count === 0) throw cloudRefusal('layerCloud', '0 points');
  if (count > limits.layer.cloudPoints)
    throw cloudRefusal('layerCloudSize', `${count} > ${limits.layer.cloudPoints}`);
};

/**
 * Reads the header of a LAS or LAZ file (1.0 to 1.4) and the records behind it; no point.
 * @param size bytes of the file
 * @throws Refusal layerCloud naming what is wrong, layerCloudSize for more points than are taken
 */
export async function readHeader(file: FileHandle, size: number): Promise<LasHeader> {
  if (size < 227) throw cloudRefusal('layerCloud', `${size} B`);
  const head = Buffer.concat([await readAt(file, 0, Math.min(size, 375)), Buffer.alloc(375)]);
  if (head.toString('latin1', 0, 4) !== 'LASF') throw cloudRefusal('layerCloud', 'LASF');
  const [major, minor] = [head.readUInt8(24), head.readUInt8(25)];
  if (major !== 1 || minor > 4) throw cloudRefusal('layerCloud', `LAS ${major}.${minor}`);
  const headerSize = head.readUInt16LE(94);
  const pointsAt = head.readUInt32LE(96);
  const least = minor >= 4 ? 375 : 227;
  if (headerSize < least || pointsAt < headerSize || pointsAt > size)
    throw cloudRefusal('layerCloud', `header ${headerSize}, points at ${pointsAt}`);
  const packed = head.readUInt8(104);
  const header: LasHeader = {
    format: packed & 63,
    compressed: (packed & 128) !== 0,
    recordLength: head.readUInt16LE(105),
    count: countOf(head, minor),
    scale: tripleAt(head, 131),
    offset: tripleAt(head, 155),
    // In the file the greatest of an axis stands before the least.
    max: tripleAt(head, 179, 16),
    min: tripleAt(head, 187, 16),
    pointsAt,
    records: await readRecords(file, headerSize, head.readUInt32LE(100), pointsAt),
  };
  requireLayout(header);
  requirePlaces(header);
  const { compressed, count, recordLength } = header;
  if (!compressed && pointsAt + count * recordLength > size)
    throw cloudRefusal('layerCloud', `${count} × ${recordLength} B > ${size - pointsAt} B`);
  return header;
}
