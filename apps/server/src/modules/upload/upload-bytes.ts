import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { limits } from '@eyrie/domain';
import type { Objects } from '../../platform/objects/index.ts';
import type { StoredPart } from './upload.store.ts';

/** SHA-256 of the SHA-256s of blocks, fed in pieces of any length. */
export const blockHash = (block: number = limits.upload.block) => {
  const whole = createHash('sha256');
  let current = createHash('sha256');
  let held = 0;
  return {
    update(bytes: Uint8Array): void {
      for (let at = 0; at < bytes.length;) {
        const piece = bytes.subarray(at, at + block - held);
        current.update(piece);
        held += piece.length;
        at += piece.length;
        if (held < block) continue;
        whole.update(current.digest());
        current = createHash('sha256');
        held = 0;
      }
    },
    digest(): string {
      if (held > 0) whole.update(current.digest());
      return whole.digest('hex');
    },
  };
};

export interface FileFacts {
  size: number;
  /** SHA-256 of the whole; and of its blocks, by which it is known again. */
  sha256: string;
  hash: string;
  /** The first bytes. */
  head: Uint8Array;
}

/** What is known of a file on our disk by reading it once. */
export const factsOfFile = async (path: string): Promise<FileFacts> => {
  const file = await open(path);
  try {
    const [plain, blocks] = [createHash('sha256'), blockHash()];
    let size = 0;
    let head: Uint8Array = new Uint8Array();
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      const bytes = chunk as Buffer;
      if (size === 0) head = Uint8Array.from(bytes.subarray(0, limits.upload.head));
      size += bytes.length;
      plain.update(bytes);
      blocks.update(bytes);
    }
    return { size, sha256: plain.digest('hex'), hash: blocks.digest(), head };
  } finally {
    await file.close();
  }
};

/** What of a joined file is not as it was announced. */
export class WrongBytes extends Error {}

/**
 * The parts one after the other. It fails at its end when they are not the file that was announced, so that nobody takes
 * what was read before for the whole.
 * @param alive called before each part
 */
export const joined = (
  objects: Objects,
  parts: readonly StoredPart[],
  hash: string,
  alive: () => Promise<void>,
): Readable =>
  Readable.from(
    (async function* bytes(): AsyncGenerator<Buffer> {
      const blocks = blockHash();
      for (const { key, length } of parts) {
        await alive();
        const found = await objects.get(key);
        if (found?.info.size !== length) throw new Error(`part ${key} is not there`);
        for await (const chunk of found.stream) {
          blocks.update(chunk as Buffer);
          yield chunk as Buffer;
        }
      }
      if (blocks.digest() !== hash) throw new WrongBytes();
    })(),
    { objectMode: false },
  );
