import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { limits } from '@eyrie/domain';
import { joinCrc } from '../../platform/archive/crc-join.ts';
import type { HeldFile, SpooledFile } from '../../platform/http/endpoint.ts';
import type { GrowingFiles, Objects } from '../../platform/objects/index.ts';
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
  /** SHA-256 of its blocks, by which it is known again. */
  hash: string;
  /** The first bytes. */
  head: Uint8Array;
}

/** What is known of a file on our disk by reading it once. */
export const factsOfFile = async (path: string): Promise<FileFacts> => {
  const file = await open(path);
  try {
    const blocks = blockHash();
    let size = 0;
    let head: Uint8Array = new Uint8Array();
    for await (const chunk of file.createReadStream({
      autoClose: false,
      highWaterMark: limits.upload.block,
    })) {
      const bytes = chunk as Buffer;
      if (size === 0) head = Uint8Array.from(bytes.subarray(0, limits.upload.head));
      size += bytes.length;
      blocks.update(bytes);
    }
    return { size, hash: blocks.digest(), head };
  } finally {
    await file.close();
  }
};

/** Bytes that are hashed in one turn of the loop: about a millisecond. */
const hashedAtOnce = 1_048_576;

export interface PartFacts {
  /** SHA-256 of the whole part in hex. */
  sha256: string;
  /** SHA-256 of each of its blocks, one after the other. */
  blocks: Buffer;
  crc32: number;
  /** The first bytes. */
  head: Uint8Array;
}

/** A part as it came. */
export interface ArrivedPart {
  size: number;
  read(): AsyncIterable<Buffer> | Iterable<Buffer>;
}
export const heldPart = ({ size, chunks }: HeldFile): ArrivedPart => ({ size, read: () => chunks });
export const spooledPart = ({ size, path }: SpooledFile): ArrivedPart => ({
  size,
  read: () => createReadStream(path, { highWaterMark: limits.upload.block }) as AsyncIterable<Buffer>,
});

/** SHA-256 of each block, fed in pieces of any length. */
const blockDigests = () => {
  const digests: Buffer[] = [];
  let current = createHash('sha256');
  let held = 0;
  return {
    update(bytes: Buffer): void {
      for (let at = 0; at < bytes.length;) {
        const piece = bytes.subarray(at, at + limits.upload.block - held);
        current.update(piece);
        held += piece.length;
        at += piece.length;
        if (held < limits.upload.block) continue;
        digests.push(current.digest());
        current = createHash('sha256');
        held = 0;
      }
    },
    digests: (): Buffer => Buffer.concat(held > 0 ? [...digests, current.digest()] : digests),
  };
};

/** What is known of a part by reading it once. */
export const factsOfPart = async (part: ArrivedPart): Promise<PartFacts> => {
  const [plain, blocks] = [createHash('sha256'), blockDigests()];
  let head: Uint8Array = new Uint8Array();
  let [size, sum, turn] = [0, 0, 0];
  for await (const chunk of part.read()) {
    if (size === 0) head = Uint8Array.from(chunk.subarray(0, limits.upload.head));
    size += chunk.length;
    turn += chunk.length;
    plain.update(chunk);
    blocks.update(chunk);
    sum = crc32(chunk, sum);
    // The loop that carries orders goes on in between.
    if (turn >= hashedAtOnce) {
      turn = 0;
      await nextTurn();
    }
  }
  return { sha256: plain.digest('hex'), blocks: blocks.digests(), crc32: sum, head };
};

/** What of a joined file is not as it was announced. */
export class WrongBytes extends Error {}

/**
 * The bytes of a part, wherever they lie.
 * @throws WrongBytes where the file in which it lay is gone: that lasts, and the parts would be waited for in vain
 */
const bytesOf = async (
  { get, growing }: Objects,
  uploadOID: string,
  { key, start, length, inPlace }: StoredPart,
): Promise<Readable> => {
  if (inPlace && growing) {
    const stream = await growing.read(uploadOID, { start, end: start + length - 1 });
    if (!stream) throw new WrongBytes();
    return stream;
  }
  const found = inPlace ? null : await get(key);
  if (found?.info.size !== length) throw new Error(`part ${key} is not there`);
  return found.stream;
};

/**
 * The parts one after the other. It fails at its end when they are not the file that was announced, so that nobody takes
 * what was read before for the whole.
 * @param alive called before each part
 */
export const joined = (
  objects: Objects,
  { oid, hash }: { oid: string; hash: string },
  parts: readonly StoredPart[],
  alive: () => Promise<void>,
): Readable =>
  Readable.from(
    (async function* bytes(): AsyncGenerator<Buffer> {
      const blocks = blockHash();
      for (const part of parts) {
        await alive();
        for await (const chunk of await bytesOf(objects, oid, part)) {
          blocks.update(chunk as Buffer);
          yield chunk as Buffer;
        }
      }
      if (blocks.digest() !== hash) throw new WrongBytes();
    })(),
    { objectMode: false },
  );

/** The ways in which a whole file goes where it belongs. */
export interface WholeBytes {
  /** @throws WrongBytes when they are not those that were announced: nothing stands then */
  storeAs(key: string, contentType: string): Promise<void>;
  writeTo(path: string): Promise<void>;
}

/** A file that is read for that. */
export const readWhole = (objects: Objects, size: number, read: () => Readable): WholeBytes => ({
  async storeAs(key, contentType) {
    await objects.put(key, read(), { size, contentType });
  },
  writeTo: (path) => pipeline(read(), createWriteStream(path, { mode: 0o600 })),
});
export const fileOnDisk = (objects: Objects, size: number, path: string): WholeBytes =>
  readWhole(objects, size, () => createReadStream(path));

/**
 * A file all of whose parts were checked and lie at their places: its hash follows from theirs, and no byte is read again.
 * @throws WrongBytes when they are not the file that was announced
 */
export const grownWhole = (
  growing: GrowingFiles,
  { oid, hash, size }: { oid: string; hash: string; size: number },
  parts: readonly (StoredPart & { inPlace: object })[],
): WholeBytes => {
  const found = createHash('sha256');
  let sum = 0;
  for (const { inPlace, length } of parts) {
    found.update(inPlace.blocks);
    sum = joinCrc(sum, inPlace.crc32, length);
  }
  if (found.digest('hex') !== hash) throw new WrongBytes();
  // What a store of the kind of S3 calls a file that came in parts.
  const etag = `${hash.slice(0, 32)}-${parts.length}`;
  return {
    async storeAs(key, contentType) {
      await growing.settle(oid, key, { size, contentType, etag, crc32: sum });
    },
    writeTo: (path) => growing.place(oid, path),
  };
};
