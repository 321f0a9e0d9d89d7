import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { limits } from '@eyrie/domain';
import { S3Error } from './s3-error.ts';

/** What the chain of chunk signatures starts from; undefined for chunks without signatures. */
export interface ChunkChain {
  key: Buffer;
  datetime: string;
  scope: string;
  seed: string;
}

const LINE_MOST = 1_024;
const EMPTY = createHash('sha256').digest('hex');

/**
 * Unpacks the body form `aws-chunked`: each chunk is its length in hex, its signature, and its bytes; the last one
 * is empty and may be followed by trailing headers. Fails as soon as a chunk is not signed by the holder of the key.
 */
export class AwsChunkedDecoder extends Transform {
  readonly #chain: ChunkChain | undefined;
  #previous: string;
  #buffer: Buffer = Buffer.alloc(0);
  #state: 'header' | 'data' | 'end' | 'trailer' | 'done' = 'header';
  #left = 0;
  #signature = '';
  #hash: Hash = createHash('sha256');

  constructor(chain: ChunkChain | undefined) {
    super();
    this.#chain = chain;
    this.#previous = chain?.seed ?? '';
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    try {
      while (this.#step());
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    const whole = this.#state === 'done' || this.#state === 'trailer';
    done(whole ? null : new S3Error('IncompleteBody'));
  }

  /** Takes one piece off the buffer; false when more bytes are needed. */
  #step(): boolean {
    if (this.#state === 'data') return this.#takeData();
    if (this.#state === 'done') {
      this.#buffer = Buffer.alloc(0);
      return false;
    }
    const at = this.#buffer.indexOf('\r\n');
    if (at < 0) {
      if (this.#buffer.length > LINE_MOST) throw new S3Error('IncompleteBody');
      return false;
    }
    const line = this.#buffer.subarray(0, at).toString('latin1');
    this.#buffer = this.#buffer.subarray(at + 2);
    if (this.#state === 'header') this.#takeHeader(line);
    else if (this.#state === 'trailer') this.#state = line === '' ? 'done' : 'trailer';
    else {
      if (line !== '') throw new S3Error('IncompleteBody');
      this.#state = 'header';
    }
    return true;
  }

  #takeHeader(line: string): void {
    const match = /^([0-9a-fA-F]{1,8})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line);
    if (!match || (this.#chain && !match[2])) throw new S3Error('IncompleteBody');
    this.#left = Number.parseInt(match[1] ?? '', 16);
    if (this.#left > limits.objects.chunkBytes) throw new S3Error('EntityTooLarge');
    this.#signature = match[2] ?? '';
    this.#hash = createHash('sha256');
    this.#state = 'data';
    if (this.#left === 0) {
      this.#checkChunk();
      this.#state = 'trailer';
    }
  }

  #takeData(): boolean {
    if (this.#left > 0) {
      if (this.#buffer.length === 0) return false;
      const data = this.#buffer.subarray(0, this.#left);
      this.#buffer = this.#buffer.subarray(data.length);
      this.#left -= data.length;
      this.#hash.update(data);
      this.push(data);
      return true;
    }
    this.#checkChunk();
    this.#state = 'end';
    return true;
  }

  #checkChunk(): void {
    if (!this.#chain) return;
    const { key, datetime, scope } = this.#chain;
    const text = [
      'AWS4-HMAC-SHA256-PAYLOAD',
      datetime,
      scope,
      this.#previous,
      EMPTY,
      this.#hash.digest('hex'),
    ];
    const expected = createHmac('sha256', key).update(text.join('\n')).digest();
    if (!timingSafeEqual(expected, Buffer.from(this.#signature, 'hex')))
      throw new S3Error('SignatureDoesNotMatch');
    this.#previous = this.#signature;
  }
}
