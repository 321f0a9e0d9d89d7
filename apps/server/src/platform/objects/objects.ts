import type { Readable } from 'node:stream';

/** What is known of a stored object. */
export interface ObjectInfo {
  key: string;
  size: number;
  contentType: string;
  /** MD5 of the bytes in hex, as S3 clients expect it. */
  etag: string;
  /** CRC-32 of the bytes, as zips hold it; missing: it was not counted when they were stored. */
  crc32?: number | undefined;
  /** Wall time, epoch milliseconds. */
  storedAt: number;
}

export interface PutOptions {
  contentType?: string;
  /** Announced length and hash; when they do not fit the bytes, nothing is stored. */
  size?: number;
  sha256?: string;
  md5?: string;
  /** The object is refused as soon as it grows beyond this many bytes. */
  maxBytes?: number;
}

/** First and last byte, both inclusive; without `end` to the last. */
export interface ByteRange {
  start: number;
  end?: number;
}

/** What is known of a file that grew, counted piece by piece while they came. */
export interface GrownFile {
  size: number;
  contentType: string;
  etag: string;
  crc32: number;
}

/**
 * Files whose pieces come in any order, each at its place: when the last one is there, so is the file, and no byte is
 * read or written again. Names are ids of ours.
 */
export interface GrowingFiles {
  /** Writes a piece and syncs it: it is there after a power cut. */
  write(name: string, at: number, piece: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>;
  /** Bytes from the first to the last one; null: there is no such file. */
  read(name: string, range: Required<ByteRange>): Promise<Readable | null>;
  /**
   * Whether it is so long and has no holes, as far as its file system says: one that packs bytes says no of a file that is
   * whole.
   */
  isFull(name: string, size: number): Promise<boolean>;
  /** Makes what has grown an object; it stays under its name as well until that is deleted. */
  settle(name: string, key: string, about: GrownFile): Promise<ObjectInfo>;
  /** Gives what has grown a second path. */
  place(name: string, path: string): Promise<void>;
  /** Names of some that nobody has written since then, epoch milliseconds. */
  idle(before: number, most: number): Promise<string[]>;
  /** No error when there is none. */
  delete(name: string): Promise<void>;
}

/** Some of the objects of a store. */
export interface ObjectPage {
  objects: Pick<ObjectInfo, 'key' | 'size' | 'storedAt'>[];
  /** Where the next page goes on; null: this was the last one. */
  next: string | null;
}

/** Files of the product: pictures, route files, models. Keys are paths with slashes; contents never change in place. */
export interface Objects {
  /** Stores all of it or nothing. @throws ObjectRefused when size or hash do not fit. */
  put(key: string, body: Readable | Buffer, options?: PutOptions): Promise<ObjectInfo>;
  get(key: string, range?: ByteRange): Promise<{ info: ObjectInfo; stream: Readable } | null>;
  head(key: string): Promise<ObjectInfo | null>;
  /** No error when there is none. */
  delete(key: string): Promise<void>;
  /**
   * Some objects whose keys begin with one of some prefixes, in an order of the store's own; a page may be empty and not the
   * last one. What is stored or deleted meanwhile is on a page or is not.
   * @param prefixes of which none begins with another one
   * @param after `next` of the page before; null: from the first object on
   */
  list(prefixes: readonly string[], after: string | null): Promise<ObjectPage>;
  /**
   * Whether its disks have room for so many bytes that come in parts, with `spare` left over; true where nobody can know it.
   * Missing: it has no end.
   */
  hasRoom?(bytes: number, spare: number): Promise<boolean>;
  /** Files that come in pieces. Missing: this store takes whole objects alone. */
  growing?: GrowingFiles;
  /** An address from which anyone can fetch the object for `life` milliseconds. */
  presignGet(key: string, life: number): Promise<string>;
}

export type RefusedReason = 'tooLarge' | 'sizeDiffers' | 'hashDiffers' | 'badKey';

/** The bytes are not what was announced, or the key is none of ours. */
export class ObjectRefused extends Error {
  readonly reason: RefusedReason;
  constructor(reason: RefusedReason, message: string) {
    super(message);
    this.name = 'ObjectRefused';
    this.reason = reason;
  }
}
