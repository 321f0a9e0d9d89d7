import type { FileHandle } from 'node:fs/promises';
import { limits } from '@eyrie/domain/rules';
import { readDifferences } from './arithmetic.ts';
import { cloudRefusal } from './cloud-fault.ts';
import { readAt, type LasHeader } from './las-file.ts';

/** Points that are packed together, and where. */
export interface Chunk {
  at: number;
  length: number;
  points: number;
}

/** In place of a size: each chunk has its own, as COPC has it. */
const ownSize = 0xffff_ffff;

const chunkSizeOf = ({ records }: LasHeader): number => {
  const found = records.find(({ user, id }) => user === 'laszip encoded' && id === 22_204);
  if (!found || found.bytes.length < 34) throw cloudRefusal('layerCloud', 'LASzip VLR');
  const compressor = found.bytes.readUInt16LE(0);
  // 2: points one by one, 3: in layers, both in chunks. 1 knows no chunks; nothing of today writes it.
  if (compressor !== 2 && compressor !== 3)
    throw cloudRefusal('layerCloud', `LASzip compressor ${compressor}`);
  const size = found.bytes.readUInt32LE(12);
  if (size === 0) throw cloudRefusal('layerCloud', 'chunk size 0');
  return size;
};

const tableAt = async (file: FileHandle, header: LasHeader, size: number): Promise<number> => {
  let at = Number((await readAt(file, header.pointsAt, 8)).readBigInt64LE(0));
  // Written as a stream, the place of the table stands at the end.
  if (at === -1) at = Number((await readAt(file, size - 8, 8)).readBigInt64LE(0));
  if (!(at >= header.pointsAt + 8 && at + 8 <= size))
    throw cloudRefusal('layerCloud', `chunk table at ${at}`);
  return at;
};

/** A chunk cannot be that much smaller than its points: its first one is not packed. */
const requireChunk = ({ points, length }: Chunk, { recordLength }: LasHeader, index: number): void => {
  const { cloudChunkPoints, cloudChunkBytes } = limits.layer;
  if (points > cloudChunkPoints) throw cloudRefusal('layerCloudSize', `chunk ${index}: ${points} points`);
  if (length > cloudChunkBytes || length > 2 * points * recordLength + 65_536)
    throw cloudRefusal('layerCloud', `chunk ${index}: ${length} B, ${points} points`);
  if (points > 0 && length < recordLength)
    throw cloudRefusal('layerCloud', `chunk ${index}: ${length} B < ${recordLength} B`);
};

/**
 * Where the chunks of a LAZ file lie. What they hold together is what the header says, and they end where their table begins.
 * @throws Refusal layerCloud naming what does not agree, layerCloudSize
 */
export async function readChunks(file: FileHandle, header: LasHeader, size: number): Promise<Chunk[]> {
  const chunkSize = chunkSizeOf(header);
  const table = await tableAt(file, header, size);
  const count = (await readAt(file, table, 8)).readUInt32LE(4);
  const needed = chunkSize === ownSize ? null : Math.ceil(header.count / chunkSize);
  if (count === 0 || count > limits.layer.cloudChunks || (needed !== null && count !== needed))
    throw cloudRefusal('layerCloud', `${count} chunks for ${header.count} points`);
  // A chunk is said in a few bytes; what follows the table is none of it.
  const packed = await readAt(file, table + 8, Math.min(size - table - 8, 64 + count * 16));
  if (packed.length < 4) throw cloudRefusal('layerCloud', `chunk table at ${table}`);
  const rows = readDifferences(packed, count, needed === null ? [0, 1] : [1]);
  const chunks: Chunk[] = [];
  let at = header.pointsAt + 8;
  let left = header.count;
  for (const [index, row] of rows.entries()) {
    const length = row.at(-1) ?? 0;
    const points = needed === null ? (row[0] ?? 0) : Math.min(chunkSize, left);
    const chunk = { at, length, points };
    requireChunk(chunk, header, index);
    if (points > 0) chunks.push(chunk);
    at += length;
    left -= points;
  }
  if (left !== 0)
    throw cloudRefusal('layerCloud', `${header.count - left} points in chunks, ${header.count} said`);
  if (at !== table) throw cloudRefusal('layerCloud', `chunks end at ${at}, table at ${table}`);
  return chunks;
}
