import { openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { limits } from '@eyrie/domain';
import { AwsClient, AwsV4Signer } from 'aws4fetch';
import type { Clock } from '../clock.ts';
import type { S3Settings } from '../settings.ts';
import { encodeKey } from './link.ts';
import { isObjectKey, ObjectRefused } from './objects.ts';
import type { ObjectInfo, Objects } from './objects.ts';
import { amzDate } from './sigv4.ts';
import { spool } from './spool.ts';

/**
 * Objects in an outside store that speaks S3, path style. Uploads are gathered in `{dataDir}/outgoing` first: only a
 * whole and checked object is sent.
 */
export async function createOutsideObjects(s3: S3Settings, dataDir: string, clock: Clock): Promise<Objects> {
  const outgoing = join(dataDir, 'outgoing');
  await rm(outgoing, { recursive: true, force: true });
  await mkdir(outgoing, { recursive: true, mode: 0o700 });
  const { accessKeyId, secretAccessKey, region } = s3;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const addressOf = (key: string): string => {
    if (!isObjectKey(key)) throw new ObjectRefused('badKey', 'not an object key');
    return `${s3.endpoint}/${s3.bucket}/${encodeKey(key)}`;
  };
  const ask = async (method: string, key: string, init: RequestInit = {}): Promise<Response> => {
    const signal = AbortSignal.timeout(limits.objects.outsideAnswer);
    const answer = await client.fetch(addressOf(key), { ...init, method, signal, redirect: 'error' });
    if (answer.ok || answer.status === 404) return answer;
    const text = (await answer.text()).slice(0, 300);
    throw new Error(`the object store answers ${answer.status} to ${method} ${key}: ${text}`);
  };
  const infoOf = (key: string, answer: Response): ObjectInfo => ({
    key,
    size: Number(
      /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1] ?? answer.headers.get('content-length'),
    ),
    contentType: answer.headers.get('content-type') ?? 'application/octet-stream',
    etag: (answer.headers.get('etag') ?? '').replaceAll('"', ''),
    storedAt: Date.parse(answer.headers.get('last-modified') ?? '') || clock.wall(),
  });
  return {
    put: async (key, body, options = {}) => {
      const spooled = await spool(outgoing, body, options);
      try {
        const contentType = options.contentType ?? 'application/octet-stream';
        const headers = { 'content-type': contentType, 'x-amz-content-sha256': spooled.sha256 };
        const answer = await ask('PUT', key, { body: await openAsBlob(spooled.path), headers });
        if (!answer.ok) throw new Error(`the object store has no bucket ${s3.bucket}`);
        return { key, size: spooled.size, contentType, etag: spooled.md5, storedAt: clock.wall() };
      } finally {
        await rm(spooled.path, { force: true });
      }
    },
    get: async (key, range) => {
      const headers: Record<string, string> = range
        ? { range: `bytes=${range.start}-${range.end ?? ''}` }
        : {};
      const answer = await ask('GET', key, { headers });
      if (answer.status === 404 || !answer.body) return null;
      return { info: infoOf(key, answer), stream: Readable.fromWeb(answer.body as ReadableStream) };
    },
    head: async (key) => {
      const answer = await ask('HEAD', key);
      return answer.status === 404 ? null : infoOf(key, answer);
    },
    delete: async (key) => {
      await ask('DELETE', key);
    },
    presignGet: async (key, life) => {
      const url = new URL(addressOf(key));
      url.searchParams.set('X-Amz-Expires', String(Math.max(1, Math.ceil(life / 1000))));
      const signer = new AwsV4Signer({
        url: url.href,
        method: 'GET',
        accessKeyId,
        secretAccessKey,
        region,
        service: 's3',
        datetime: amzDate(clock.wall()),
        signQuery: true,
      });
      return (await signer.sign()).url.href;
    },
  };
}
