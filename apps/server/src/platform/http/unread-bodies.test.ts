import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls, arrivalOf, limits, type CallDeclaration } from '@eyrie/domain';
import { createLog } from '../log.ts';
import { createDiskObjects, objectsEndpoint, objectsPath } from '../objects/index.ts';
import { serve, type Caller } from './endpoint.ts';
import { createHttpServer, type HttpServerOptions } from './server.ts';

const nobody: Caller = {
  memberOID: 'm',
  account: 'nobody',
  name: 'nobody',
  groupRoot: 'r',
  groupOID: 'g',
  sessionOID: 's',
  resources: new Set(),
  mustChange: false,
  mustSetUp: false,
};
/** Short, so that what is waited for is soon over. */
const times = limits.http as { requestTimeout: number; linger: number };
const usual = { ...times };
const silence = 1_000;
const dataDir = mkdtempSync(join(tmpdir(), 'eyrie-unread-'));
const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);
let app: FastifyInstance;

beforeAll(async () => {
  process.on('uncaughtException', note);
  Object.assign(times, { requestTimeout: 1_500, linger: 300 });
  const log = createLog({ level: 'silent' });
  const clock = { wall: Date.now, mono: () => performance.now() };
  const access: HttpServerOptions['access'] = {
    stamp: () => ({ changes: 0, narrowings: 0 }),
    hold: () => () => undefined,
  };
  app = await createHttpServer({
    endpoints: allCalls.map((declaration) => serve(declaration, () => Promise.reject(new Error('reached')))),
    authenticate: async (token) => (token === 'nobody' ? nobody : null),
    recentlyVerified: () => null,
    onRefusal: () => undefined,
    rightsOfRole: async () => null,
    access,
    log,
    uploadFolder: join(dataDir, 'incoming'),
    notReady: () => null,
    trustedProxies: [],
    serverTime: Date.now,
    tls: null,
  });
  const objects = await createDiskObjects({ dataDir, clock, publicUrl: () => '' });
  const { linkSecret } = objects;
  const credential = {
    secret: 'top secret',
    sessionToken: 'session',
    bucket: 'eyrie',
    prefix: 'media/dock-1/',
    expiresAt: Date.now() + 600_000,
    dockOID: 'oid-1',
  };
  await app.register(async (scope) =>
    objectsEndpoint(scope, {
      objects,
      linkSecret,
      findCredential: async (id) => (id === 'AK1' ? credential : null),
      onStored: () => undefined,
      access,
      clock,
      log,
      dataDir,
      publicPath: objectsPath,
      silence,
    }),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  Object.assign(times, usual);
  await app?.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.off('uncaughtException', note);
});

const manners = ['slowly', 'cut', 'never'] as const;
interface Ended {
  /** The status of the answer; 0: none. */
  status: number;
  took: number;
}

/** Sends a head and then its body in one manner. Resolves when the connection is over. */
const begin = (head: string, manner: (typeof manners)[number]): Promise<Ended> =>
  new Promise((resolve) => {
    const started = performance.now();
    let heard = '';
    let timer: NodeJS.Timeout | undefined;
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write(head);
      if (manner === 'never') return;
      timer = setInterval(() => {
        socket.write('{');
        if (manner === 'cut') socket.destroy();
      }, 150);
    });
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    socket.on('close', () => {
      clearInterval(timer);
      resolve({
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 0),
        took: performance.now() - started,
      });
    });
  });

const head = (path: string, headers: Record<string, string | number>, method = 'POST'): string =>
  `${method} ${path} HTTP/1.1\r\n${Object.entries({ host: 'x', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
const typeOf = ({ upload }: CallDeclaration): string =>
  upload ? 'multipart/form-data; boundary=x' : 'application/json';

/** Refusals of a call, each with whether it needs the body to be known. */
const refusals: Record<
  string,
  (declaration: CallDeclaration) => { headers: Record<string, string | number>; status: number }
> = {
  'of nobody who is signed in': (declaration) => ({
    headers: { 'content-type': typeOf(declaration), 'content-length': 900_000 },
    status: declaration.upload ? 401 : 0,
  }),
  'of somebody without the right': (declaration) => ({
    headers: { authtoken: 'nobody', 'content-type': typeOf(declaration), 'content-length': 900_000 },
    // An upload that everybody may make waits for its file.
    status: declaration.upload ? (declaration.permission === 'session' ? 0 : 403) : 0,
  }),
  'of a type that it does not take': () => ({
    headers: { authtoken: 'nobody', 'content-type': 'text/plain', 'content-length': 900_000 },
    status: 415,
  }),
  'that is too large': (declaration) => ({
    headers: {
      authtoken: 'nobody',
      'content-type': declaration.upload ? 'application/json' : typeOf(declaration),
      'content-length': arrivalOf(declaration).maxBytes + 1,
    },
    status: 413,
  }),
};

const taking = allCalls.filter(({ method }) => method === 'POST');
const open = (): Promise<number> =>
  new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

describe.each(Object.keys(refusals))('the body of a request %s', (kind) => {
  it('is ended with its answer, for every declared call, however it comes', async () => {
    const wrong: string[] = [];
    // Fewer than one address may have under way.
    for (let at = 0; at < taking.length; at += 250)
      await Promise.all(
        taking.slice(at, at + 250).flatMap((declaration) =>
          manners.map(async (manner) => {
            const { headers, status } = refusals[kind]?.(declaration) ?? { headers: {}, status: 0 };
            const path = declaration.path.replaceAll(/\{\w+\}/g, 'x');
            const ended = await begin(head(path, headers), manner);
            // Who goes away may go before the answer is there.
            const fits = ended.status === status || (manner === 'cut' && ended.status === 0);
            if (!fits || ended.took > 15_000)
              wrong.push(`${path} ${manner}: ${ended.status} after ${Math.round(ended.took)} ms`);
          }),
        ),
      );
    expect(wrong).toEqual([]);
    await expect.poll(open).toBe(0);
    expect(uncaught).toEqual([]);
  });
});

describe('the body of an object', () => {
  const client = new AwsClient({
    accessKeyId: 'AK1',
    secretAccessKey: 'top secret',
    sessionToken: 'session',
    service: 's3',
    region: 'r',
  });
  const key = 'eyrie/media/dock-1/a.jpg';
  const unknown = '0'.repeat(32);
  interface Asked {
    method?: string;
    path?: string;
    payload?: string;
    sign?: boolean;
    headers?: Record<string, string>;
    status: number;
  }
  const table: Record<string, Asked> = {
    'nobody signed': { sign: false, status: 403 },
    'two hosts': { headers: { Host: 'other' }, status: 400 },
    'another bucket': { path: 'other/media/dock-1/a', status: 403 },
    'another dock': { path: 'eyrie/media/dock-2/a', status: 403 },
    'a key that is none': { path: 'eyrie/media/dock-1//a', status: 400 },
    'the bucket itself': { path: 'eyrie', status: 405 },
    'a method that is none': { method: 'POST', status: 405 },
    'a form of body that is none': { payload: 'nonsense', status: 400 },
    'more than there may be': { headers: { 'content-length': '99999999999' }, status: 400 },
    'a part of an unknown upload': { path: `${key}?partNumber=1&uploadId=${unknown}`, status: 404 },
    'a part without a number': { path: `${key}?partNumber=x&uploadId=${unknown}`, status: 400 },
    'a part in chunks of an unknown upload': {
      path: `${key}?partNumber=1&uploadId=${unknown}`,
      payload: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
      headers: { 'x-amz-decoded-content-length': '500000' },
      status: 404,
    },
    'the end of an upload whose body stays away': {
      method: 'POST',
      path: `${key}?uploadId=${unknown}`,
      status: 400,
    },
    'an object whose bytes stay away': { status: 400 },
  };

  const tryAll = async ([what, asked]: [string, Asked]): Promise<string[]> => {
    const { method = 'PUT', path = key, payload = 'UNSIGNED-PAYLOAD' } = asked;
    const { port } = app.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}${objectsPath}${path}`;
    const unsigned = { method, headers: { 'x-amz-content-sha256': payload } };
    const signed = asked.sign === false ? new Headers() : (await client.sign(url, unsigned)).headers;
    const address = new URL(url);
    const headers = {
      host: address.host,
      'content-length': 900_000,
      ...Object.fromEntries(signed),
      ...asked.headers,
    };
    // A byte now and then is a body that comes, as slow as it is: only silence ends one that is read.
    const reads = what.endsWith('away');
    const tried = manners.filter((manner) => !(reads && manner === 'slowly'));
    const results = await Promise.all(
      tried.map(async (manner) => ({
        manner,
        ended: await begin(head(address.pathname + address.search, headers, method), manner),
      })),
    );
    return results
      .filter(
        ({ manner, ended }) => ended.status !== asked.status && !(manner === 'cut' && ended.status === 0),
      )
      .map(({ manner, ended }) => `${what}, ${manner}: ${ended.status} after ${ended.took} ms`);
  };

  it('is ended with its answer, whatever it is refused for and however it comes', async () => {
    expect((await Promise.all(Object.entries(table).map(tryAll))).flat()).toEqual([]);
    // Longer than a body may be silent: what nobody reads must not speak up later.
    await new Promise((resolve) => setTimeout(resolve, silence * 1.2));
    await expect.poll(open).toBe(0);
    expect(uncaught).toEqual([]);
  });
});
