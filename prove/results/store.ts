/**
 * An object store as a process of its own, which can be killed: it checks signatures and lengths as a real one does, and
 * what it has confirmed lies on its disk. `node prove/results/store.ts <folder> <port>`
 */
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checkSignature, readClaim, signingKey } from '../../apps/server/src/platform/objects/sigv4.ts';
import { storeSecret } from './keys.ts';

const [folder = '', port = '0'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const pathOf = (key: string): string => join(folder, encodeURIComponent(key));
let writes = 0;

const put = async (request: IncomingMessage, path: string): Promise<number> => {
  writes += 1;
  const half = `${path}.${process.pid}-${writes}.half`;
  await pipeline(request, createWriteStream(half));
  const whole = statSync(half).size === Number(request.headers['content-length']);
  if (whole) renameSync(half, path);
  else rmSync(half);
  return whole ? 200 : 411;
};

const get = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
  if (!existsSync(path)) {
    response.writeHead(404).end();
    return;
  }
  const { size } = statSync(path);
  const range = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '');
  const start = Number(range?.[1] ?? 0);
  const end = range?.[2] ? Math.min(size - 1, Number(range[2])) : size - 1;
  response.writeHead(range ? 206 : 200, {
    'content-length': Math.max(0, end - start + 1),
    ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
  });
  if (request.method === 'HEAD' || size === 0) response.end();
  else await pipeline(createReadStream(path, { start, end }), response);
};

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const signed = { method: request.method ?? '', url: request.url ?? '', headers: request.headers };
  try {
    const claim = readClaim(signed);
    checkSignature(signed, claim, signingKey(storeSecret, claim.scope));
  } catch {
    response.writeHead(403).end('<Error/>');
    return;
  }
  const path = pathOf(decodeURIComponent(signed.url.split('?')[0] ?? ''));
  if (request.method === 'PUT') response.writeHead(await put(request, path)).end();
  else if (request.method === 'DELETE') {
    rmSync(path, { force: true });
    response.writeHead(204).end();
  } else await get(request, response, path);
};

createServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
}).listen(Number(port), '127.0.0.1', () => process.send?.('open'));
process.on('disconnect', () => process.exit());
