import { openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { limits } from '@eyrie/domain';
import type { Clock } from '../clock.ts';
import type { S3Settings } from '../settings.ts';
import type { ObjectInfo, Objects } from './objects.ts';
import { diskHolds } from './disk-room.ts';
import { readObjectPage } from './outside-list.ts';
import { createOutsideStore } from './outside-store.ts';
import { spoolWithSum } from './spool.ts';

/** Where the store keeps the CRC-32 of an object, in decimal. */
const sumHeader = 'x-amz-meta-crc32';

const sumFrom = (text: string | null): number | undefined =>
  text !== null && /^\d{1,10}$/.test(text) ? Number(text) : undefined;

const infoFrom = (key: string, { headers }: Response, now: number): ObjectInfo => ({
  key,
  size: Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? headers.get('content-length')),
  contentType: headers.get('content-type') ?? 'application/octet-stream',
  etag: (headers.get('etag') ?? '').replaceAll('"', ''),
  crc32: sumFrom(headers.get(sumHeader)),
  storedAt: Date.parse(headers.get('last-modified') ?? '') || now,
});

/**
 * Objects in an outside store that speaks S3, path style. Uploads are gathered in `{dataDir}/outgoing` first: only a
 * whole and checked object is sent.
 * @param answerWithin until an answer of the store has to begin, ms
 */
export async function createOutsideObjects(
  s3: S3Settings,
  dataDir: string,
  clock: Clock,
  answerWithin: number = limits.objects.outsideAnswer,
): Promise<Objects> {
  const outgoing = join(dataDir, 'outgoing');
  await rm(outgoing, { recursive: true, force: true });
  await mkdir(outgoing, { recursive: true, mode: 0o700 });
  const { ask, list, presign } = createOutsideStore(s3, clock, answerWithin);

  return {
    // A file is gathered whole before it goes out; what the store itself holds nobody says.
    hasRoom: async (bytes, spare) => diskHolds(outgoing, bytes + spare),
    put: async (key, body, options = {}) => {
      const spooled = await spoolWithSum(outgoing, body, options);
      try {
        const contentType = options.contentType ?? 'application/octet-stream';
        const headers = {
          'content-type': contentType,
          'x-amz-content-sha256': spooled.sha256,
          [sumHeader]: String(spooled.crc32),
        };
        const answer = await ask('PUT', key, { body: await openAsBlob(spooled.path), headers });
        if (!answer) throw new Error(`the object store has no bucket ${s3.bucket}`);
        const { size, md5: etag, crc32 } = spooled;
        return { key, size, contentType, etag, crc32, storedAt: clock.wall() };
      } finally {
        await rm(spooled.path, { force: true });
      }
    },
    get: async (key, range) => {
      const headers: Record<string, string> = range
        ? { range: `bytes=${range.start}-${range.end ?? ''}` }
        : {};
      const answer = await ask('GET', key, { headers });
      if (!answer?.body) return null;
      const info = infoFrom(key, answer, clock.wall());
      return { info, stream: Readable.fromWeb(answer.body as ReadableStream) };
    },
    head: async (key) => {
      const answer = await ask('HEAD', key);
      return answer && infoFrom(key, answer, clock.wall());
    },
    delete: async (key) => {
      await ask('DELETE', key);
    },
    // It lists what begins with one prefix: a page says with which one the next goes on, and where.
    list: async (prefixes, after) => {
      const [, place = '0', token = ''] = /^(\d+):([^]*)$/.exec(after ?? '') ?? [];
      const at = Number(place);
      const prefix = prefixes[at];
      if (prefix === undefined) return { objects: [], next: null };
      const { objects, next } = readObjectPage(await list(prefix, token || null), clock.wall());
      if (next !== null) return { objects, next: `${at}:${next}` };
      return { objects, next: at + 1 < prefixes.length ? `${at + 1}:` : null };
    },
    presignGet: presign,
  };
}
