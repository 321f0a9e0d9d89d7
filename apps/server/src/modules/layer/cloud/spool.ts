import type { FileHandle } from 'node:fs/promises';
import type { CloudNode } from './cloud-tree.ts';

/** Bytes of a point between the passes: its three numbers, red, green and blue of 16 bits, its class. */
export const spooled = 20;
/** Points of one block. */
export const blockPoints = 512;
const blockBytes = blockPoints * spooled;

/** Keeps the points of nodes in a file, block by block, so that memory holds one block of each at most. */
export const createSpool = (file: FileHandle) => {
  let end = 0;
  const write = async (node: CloudNode, bytes: Buffer): Promise<void> => {
    node.blocks.push(end);
    await file.write(bytes, 0, bytes.length, end);
    end += bytes.length;
  };
  return {
    /**
     * @param from where the record stands among others, bytes
     * @returns a promise only where a block is full
     */
    add(node: CloudNode, records: Buffer, from: number): Promise<void> | undefined {
      const at = node.kept % blockPoints;
      const pending = (node.pending ??= Buffer.allocUnsafe(blockBytes));
      const to = at * spooled;
      // So few bytes are moved sooner than a copy is called.
      for (let byte = 0; byte < spooled; byte += 1) pending[to + byte] = records[from + byte] as number;
      node.kept += 1;
      if (at + 1 < blockPoints) return undefined;
      node.pending = null;
      return write(node, pending);
    },
    /** All points of a node. */
    async read(node: CloudNode): Promise<Buffer> {
      const left = node.kept % blockPoints;
      const parts: Buffer[] = [];
      for (const at of node.blocks) {
        const bytes = Buffer.allocUnsafe(blockBytes);
        await file.read(bytes, 0, blockBytes, at);
        parts.push(bytes);
      }
      if (node.pending) parts.push(node.pending.subarray(0, left * spooled));
      node.pending = null;
      return Buffer.concat(parts);
    },
  };
};
export type Spool = ReturnType<typeof createSpool>;
