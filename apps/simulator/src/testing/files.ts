import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { routeAround } from '../modules/route/index.ts';

export const testPlace = { lng: 104.0664, lat: 30.5728, height: 486, heading: 15 };

export interface StoredObject {
  path: string;
  bytes: Buffer;
  headers: IncomingHttpHeaders;
}

export interface TestFiles {
  url: string;
  file: { url: string; fingerprint: string };
  stored: StoredObject[];
  stop(): Promise<void>;
}

/** A web server with one route file, which also takes whatever is put into it. */
export async function startFiles(): Promise<TestFiles> {
  const kmz = routeAround(testPlace, {
    name: 'test',
    drone: { enumValue: 100, subEnumValue: 1 },
    payload: 99,
    speed: 10,
    createdAt: 1_700_000_000_000,
    points: [
      { bearing: 0, meters: 60, height: 40 },
      { bearing: 45, meters: 90, height: 40 },
      { bearing: 90, meters: 60, height: 45 },
    ],
  });
  const stored: StoredObject[] = [];
  const server = createServer((request, response) => {
    if (request.method !== 'PUT') return response.end(kmz);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      stored.push({ path: request.url ?? '', bytes: Buffer.concat(parts), headers: request.headers });
      response.end();
    });
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    url,
    stored,
    file: { url: `${url}/route.kmz`, fingerprint: createHash('md5').update(kmz).digest('hex') },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
