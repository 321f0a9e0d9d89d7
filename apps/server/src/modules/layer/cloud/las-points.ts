import type { FileHandle } from 'node:fs/promises';
import createLazPerf, { type LazPerf } from 'laz-perf/lib/node/laz-perf.js';
import { cloudRefusal } from './cloud-fault.ts';
import { readAt, type LasHeader } from './las-file.ts';
import { readChunks } from './laz-chunks.ts';

/** Bytes of points that are read at once where nothing is packed. */
const batchBytes = 4_000_000;

/** Points that are unpacked before they are taken out of the memory of the library. */
const unpackedAtOnce = 1_024;

/** Points as they stand in the file, one behind the other; the bytes are good until it is done. */
export type OnPoints = (records: Buffer, count: number) => Promise<void>;

const readPlain = async (file: FileHandle, header: LasHeader, onPoints: OnPoints): Promise<void> => {
  const { count, recordLength, pointsAt } = header;
  const most = Math.max(1, Math.floor(batchBytes / recordLength));
  for (let first = 0; first < count; first += most) {
    const points = Math.min(most, count - first);
    await onPoints(await readAt(file, pointsAt + first * recordLength, points * recordLength), points);
  }
};

const unpackChunk = (
  laz: LazPerf,
  packed: Buffer,
  records: Buffer,
  { format, recordLength }: LasHeader,
): void => {
  const points = records.length / recordLength;
  const [data, block] = [laz._malloc(packed.length), laz._malloc(unpackedAtOnce * recordLength)];
  const decoder = new laz.ChunkDecoder();
  try {
    laz.HEAPU8.set(packed, data);
    decoder.open(format, recordLength, data);
    for (let first = 0; first < points; first += unpackedAtOnce) {
      const count = Math.min(unpackedAtOnce, points - first);
      for (let index = 0; index < count; index += 1) decoder.getPoint(block + index * recordLength);
      records.set(laz.HEAPU8.subarray(block, block + count * recordLength), first * recordLength);
    }
  } finally {
    decoder.delete();
    laz._free(data);
    laz._free(block);
  }
};

/**
 * Reads all points of a file in its order, one part of bounded size after the other.
 * @throws Refusal layerCloud for what cannot be unpacked
 */
export async function readPoints(
  file: FileHandle,
  header: LasHeader,
  size: number,
  onPoints: OnPoints,
): Promise<void> {
  if (!header.compressed) return readPlain(file, header, onPoints);
  const chunks = await readChunks(file, header, size);
  const laz = await createLazPerf();
  let memory = Buffer.alloc(0);
  for (const [index, { at, length: bytes, points }] of chunks.entries()) {
    const packed = await readAt(file, at, bytes);
    const length = points * header.recordLength;
    // Most chunks have as many points: one piece of memory serves them all.
    if (memory.length < length) memory = Buffer.allocUnsafeSlow(length);
    const records = memory.subarray(0, length);
    try {
      unpackChunk(laz, packed, records, header);
    } catch {
      // What the decoder throws is no error with a text.
      throw cloudRefusal('layerCloud', `chunk ${index}`);
    }
    await onPoints(records, points);
  }
}
