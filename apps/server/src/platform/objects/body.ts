import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { limits } from '@eyrie/domain';
import type { FastifyRequest } from 'fastify';
import type { Grant } from './authorise.ts';
import { AwsChunkedDecoder } from './aws-chunked.ts';
import { ObjectRefused } from './objects.ts';
import type { PutOptions } from './objects.ts';
import { S3Error } from './s3-error.ts';

const signedChunks = new Set([
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
]);

interface Body {
  stream: Readable;
  about: PutOptions;
}

/** Hands over the body of a request; whatever `use` leaves unread is let go of with its end. */
export async function useBody<T>(
  request: FastifyRequest,
  grant: Grant,
  use: (body: Body) => Promise<T>,
  silence: number = limits.objects.silence,
): Promise<T> {
  const body = openBody(request, grant, silence);
  try {
    return await use(body);
  } finally {
    body.stream.destroy();
  }
}

/** The bytes of an upload, unpacked and watched, with everything that was announced about them. */
function openBody(request: FastifyRequest, grant: Grant, silence: number): Body {
  const { payload, datetime, scope, signature } = grant.claim;
  const raw = request.raw as Readable;
  const about: PutOptions = { maxBytes: limits.media.objectBytes };
  const type = request.headers['content-type'];
  if (type !== undefined) about.contentType = type;
  const md5 = request.headers['content-md5'];
  if (typeof md5 === 'string') about.md5 = Buffer.from(md5, 'base64').toString('hex');
  const chunked = payload.startsWith('STREAMING-');
  const length = chunked
    ? request.headers['x-amz-decoded-content-length']
    : request.headers['content-length'];
  if (length !== undefined) {
    about.size = Number(length);
    if (!Number.isSafeInteger(about.size) || about.size < 0) throw new S3Error('InvalidArgument');
    if (about.size > limits.media.objectBytes)
      throw new ObjectRefused('tooLarge', 'announced too many bytes');
  }
  if (chunked) {
    const chain = signedChunks.has(payload)
      ? { key: grant.signingKey, datetime, scope, seed: signature }
      : undefined;
    if (!chain && payload !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') throw new S3Error('InvalidArgument');
    return { stream: watched(raw, new AwsChunkedDecoder(chain), silence), about };
  }
  if (/^[0-9a-f]{64}$/.test(payload)) about.sha256 = payload;
  else if (payload !== 'UNSIGNED-PAYLOAD') throw new S3Error('InvalidArgument');
  return { stream: watched(raw, new PassOn(), silence), about };
}

/** Passes bytes on unchanged. */
class PassOn extends Transform {
  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: null, chunk: Buffer) => void,
  ): void {
    done(null, chunk);
  }
}

/** Ends a body whose sender falls silent or goes away, so that it holds no file open for ever. */
function watched(raw: Readable, through: Transform, silence: number): Readable {
  // Who reads hears of an error by reading; without this one that nobody reads would end the process.
  through.on('error', () => undefined);
  const tooQuiet = (): void => void through.destroy(new S3Error('RequestTimeout'));
  const timer = setTimeout(tooQuiet, silence);
  const heard = (): void => void timer.refresh();
  raw.on('data', heard);
  raw.once('close', () => {
    if (!raw.readableEnded) through.destroy(new S3Error('IncompleteBody'));
  });
  through.once('close', () => {
    raw.off('data', heard);
    clearTimeout(timer);
    raw.unpipe(through);
  });
  raw.once('error', (error) => through.destroy(error));
  return raw.pipe(through);
}

/** A short body as text, its announced hash checked. */
export const readText = (
  request: FastifyRequest,
  grant: Grant,
  silence: number | undefined,
): Promise<string> => {
  const read = async ({ stream, about }: Body): Promise<string> => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream) {
      size += (chunk as Buffer).length;
      if (size > limits.objects.listBytes) throw new S3Error('EntityTooLarge');
      chunks.push(chunk as Buffer);
    }
    const body = Buffer.concat(chunks);
    if (about.sha256 !== undefined && createHash('sha256').update(body).digest('hex') !== about.sha256) {
      throw new S3Error('XAmzContentSHA256Mismatch');
    }
    return body.toString('utf8');
  };
  return useBody(request, grant, read, silence);
};
