import type { FileHandle } from 'node:fs/promises';
import type { CloudNode } from './cloud-tree.ts';

/**
 * Numbers of 32 bits that are kept of a point between the passes: its three coordinates in steps of the file, red and green, blue
 * and class, of 16 bits each.
 */
export const words = 5;
/** Points of one block. */
export const blockPoints = 512;
const blockWords = blockPoints * words;
const blockBytes = blockWords * 4;

/** Bytes of points that lie in memory, in each of both passes; what comes beyond lies in a file. */
export const inMemory = 64_000_000;

const bytesOf = (numbers: Int32Array): Buffer =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** Reads so many points from a file. @throws Error where it ends before */
const readWords = async (file: FileHandle, into: Int32Array, at: number): Promise<void> => {
  const { bytesRead } = await file.read(bytesOf(into), 0, into.byteLength, at);
  if (bytesRead < into.byteLength) throw new Error('points between the passes are missing');
};

/** A disk that is nearly full takes less than it is given, and what is missing would be read as points of zeros. */
const writeWords = async (file: FileHandle, numbers: Int32Array, at: number): Promise<void> => {
  const bytes = bytesOf(numbers);
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
};

/** Keeps all points in the order in which they come. @param held bytes that lie in memory */
export const createRow = (file: FileHandle, held: number = inMemory) => {
  const first: Int32Array[] = [];
  const rest: number[] = [];
  let [bytes, end] = [0, 0];
  return {
    /** Takes the array: whoever made it writes no more into it. */
    async add(points: Int32Array): Promise<void> {
      if (bytes + points.byteLength <= held) {
        bytes += points.byteLength;
        first.push(points);
        return;
      }
      // Nothing that comes later may lie before it.
      bytes = held;
      await writeWords(file, points, end);
      rest.push(points.length);
      end += points.byteLength;
    },
    /** Once; memory that was read is given back. */
    async *read(): AsyncGenerator<Int32Array> {
      for (let next = first.shift(); next; next = first.shift()) yield next;
      let at = 0;
      for (const length of rest) {
        const points = new Int32Array(length);
        await readWords(file, points, at);
        at += points.byteLength;
        yield points;
      }
    },
  };
};

/** Keeps the points of nodes block by block. @param held bytes that lie in memory */
export const createSpool = (file: FileHandle, held: number = inMemory) => {
  const first: Int32Array[] = [];
  const most = Math.floor(held / blockBytes);
  let blocks = 0;
  const placeOf = (block: number): number => (block - most) * blockBytes;
  const keep = (node: CloudNode, block: Int32Array): Promise<void> | undefined => {
    const number = blocks;
    blocks += 1;
    node.blocks.push(number);
    if (number >= most) return writeWords(file, block, placeOf(number));
    first[number] = block;
    return undefined;
  };
  return {
    /**
     * @param from where the point stands among others, numbers
     * @returns a promise only where a block goes to the file
     */
    add(node: CloudNode, points: Int32Array, from: number): Promise<void> | undefined {
      const at = node.kept % blockPoints;
      const pending = (node.pending ??= new Int32Array(blockWords));
      const to = at * words;
      pending[to] = points[from] as number;
      pending[to + 1] = points[from + 1] as number;
      pending[to + 2] = points[from + 2] as number;
      pending[to + 3] = points[from + 3] as number;
      pending[to + 4] = points[from + 4] as number;
      node.kept += 1;
      if (at + 1 < blockPoints) return undefined;
      node.pending = null;
      return keep(node, pending);
    },
    /** All points of a node. */
    async read(node: CloudNode): Promise<Int32Array> {
      const points = new Int32Array(node.kept * words);
      let to = 0;
      for (const block of node.blocks) {
        const lies = first[block];
        if (lies) points.set(lies, to);
        else await readWords(file, points.subarray(to, to + blockWords), placeOf(block));
        to += blockWords;
      }
      if (node.pending) points.set(node.pending.subarray(0, points.length - to), to);
      node.pending = null;
      return points;
    },
  };
};
export type Spool = ReturnType<typeof createSpool>;
