import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '../settings.ts';
import { checkSignature, readClaim, signingKey } from './sigv4.ts';

export interface TestStore {
  server: Server;
  settings: S3Settings;
  /** What lies in it, by its path. */
  kept: Map<string, { body: Buffer; type: string; sum: string }>;
}

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
      const key = decodeURIComponent(signed.url.split('?')[0] ?? '');
      const found = kept.get(key);
      if (request.method === 'PUT') {
        const body = await buffer(request);
        const announced = Number(request.headers['content-length']) === body.length;
        const type = request.headers['content-type'] ?? '';
        const sum = String(request.headers['x-amz-meta-crc32'] ?? '');
        if (announced) kept.set(key, { body, type, sum });
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
