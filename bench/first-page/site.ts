import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { calls } from '@eyrie/domain';
import { factoryAppearance, type Appearance } from '@eyrie/domain';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};
const packed = new Set(['.woff2', '.png', '.jpg']);

const appearance: Appearance = {
  ...factoryAppearance,
  tileLevels: null,
  version: 0,
  nameChineseOnly: true,
  insuranceRequired: true,
};

/** What the server says to somebody who is not signed in. */
function answerCall(path: string, response: ServerResponse): boolean {
  const say = (status: number, data: object): boolean => {
    const body = gzipSync(JSON.stringify({ code: status, message: '', data }));
    response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(body);
    return true;
  };
  if (path === calls.appearance.background.path) return say(200, appearance);
  return path.endsWith('.rest') && say(401, { reason: 'notSignedIn' });
}

export interface Site {
  readonly url: string;
  /** Bytes of each file as it left, compressed, without headers; since the last `reset`. */
  readonly sent: Map<string, number>;
  stop(): void;
}

/** Serves a built page with gzip to both sides alike; calls are answered as before sign-in. */
export async function serveSite(folder: string): Promise<Site> {
  const sent = new Map<string, number>();
  const bodies = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    if (answerCall(path, response)) return;
    const file = join(folder, path === '/' ? 'index.html' : path);
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const extension = extname(file);
    const raw = packed.has(extension);
    const body = bodies.get(file) ?? (raw ? readFileSync(file) : gzipSync(readFileSync(file)));
    bodies.set(file, body);
    sent.set(path, body.length);
    response.writeHead(200, {
      'Content-Type': contentTypes[extension] ?? 'application/octet-stream',
      ...(raw ? {} : { 'Content-Encoding': 'gzip' }),
      'Content-Length': body.length,
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sent,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
