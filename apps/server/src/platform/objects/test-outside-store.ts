import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '../settings.ts';
import { checkSignature, readClaim, signingKey } from './sigv4.ts';

export interface TestStore {
  server: Server;
  settings: S3Settings;
  /** What lies in it, by its path. */
  kept: Map<string, { body: Buffer; type: string; sum: string; at: number }>;
}

/** Objects on one page of a list: few, so that there are several. */
const listed = 2;

/** Its answer to ListObjectsV2: a page of what begins with the prefix, by key; its token is the last key before. */
const pageOf = (kept: TestStore['kept'], bucket: string, query: URLSearchParams): string => {
  const token = query.get('continuation-token') ?? '';
  const keys = [...kept.keys()]
    .map((path) => path.slice(bucket.length + 1))
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > token)
    .toSorted();
  const page = keys.slice(0, listed);
  const isMore = keys.length > listed;
  const contents = page.map((key) => {
    const { body, at } = kept.get(`${bucket}/${key}`) ?? { body: Buffer.alloc(0), at: 0 };
    const name = key.replaceAll('&', '&amp;');
    const date = new Date(at).toISOString();
    return `<Contents><Key>${name}</Key><LastModified>${date}</LastModified><Size>${body.length}</Size></Contents>`;
  });
  const next = isMore ? `<NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isMore}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`;
};

/** A store that checks signatures and lengths as a real one does, and keeps its objects in memory. */
export const openTestStore = async (): Promise<TestStore> => {
  const kept: TestStore['kept'] = new Map();
  const server = createServer((request, response) => {
    void (async () => {
      const signed = { method: request.method ?? '', url: request.url ?? '', headers: request.headers };
      try {
        const claim = readClaim(signed);
        checkSignature(signed, claim, signingKey('s3 secret', claim.scope));
      } catch {
        response.writeHead(403).end('<Error/>');
        return;
      }
      const [path = '', query = ''] = signed.url.split('?');
      const key = decodeURIComponent(path);
      const asked = new URLSearchParams(query);
      if (request.method === 'GET' && asked.get('list-type') === '2') {
        response.writeHead(200, { 'content-type': 'application/xml' }).end(pageOf(kept, key, asked));
        return;
      }
      const found = kept.get(key);
      if (request.method === 'PUT') {
        const body = await buffer(request);
        const announced = Number(request.headers['content-length']) === body.length;
        const type = request.headers['content-type'] ?? '';
        const sum = String(request.headers['x-amz-meta-crc32'] ?? '');
        if (announced) kept.set(key, { body, type, sum, at: Date.now() });
        response.writeHead(announced ? 200 : 411).end();
      } else if (request.method === 'DELETE') {
        kept.delete(key);
        response.writeHead(204).end();
      } else if (found) {
        const [, start = '0', end = ''] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
        const piece = found.body.subarray(Number(start), end === '' ? undefined : Number(end) + 1);
        const range = { 'content-range': `bytes ${start}-${end}/${found.body.length}` };
        response.writeHead(request.headers.range ? 206 : 200, {
          'content-type': found.type,
          'content-length': piece.length,
          'x-amz-meta-crc32': found.sum,
          'last-modified': new Date(found.at).toUTCString(),
          ...(request.headers.range ? range : {}),
        });
        response.end(request.method === 'HEAD' ? undefined : piece);
      } else response.writeHead(404).end();
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { accessKeyId: 'id', secretAccessKey: 's3 secret' };
  return { server, kept, settings: { endpoint, region: 'us-east-1', bucket: 'eyrie-media', ...keys } };
};
