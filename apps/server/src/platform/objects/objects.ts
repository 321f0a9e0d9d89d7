import type { Readable } from 'node:stream';

/** What is known of a stored object. */
export interface ObjectInfo {
  key: string;
  size: number;
  contentType: string;
  /** MD5 of the bytes in hex, as S3 clients expect it. */
  etag: string;
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

/** Files of the product: pictures, route files, models. Keys are paths with slashes; contents never change in place. */
export interface Objects {
  /** Stores all of it or nothing. @throws ObjectRefused when size or hash do not fit. */
  put(key: string, body: Readable | Buffer, options?: PutOptions): Promise<ObjectInfo>;
  get(key: string, range?: ByteRange): Promise<{ info: ObjectInfo; stream: Readable } | null>;
  head(key: string): Promise<ObjectInfo | null>;
  /** No error when there is none. */
  delete(key: string): Promise<void>;
  /**
   * Whether its disks have room for so many bytes that come in parts, with `spare` left over; true where nobody can know it.
   * Missing: it has no end.
   */
  hasRoom?(bytes: number, spare: number): Promise<boolean>;
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
