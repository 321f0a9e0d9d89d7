import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extraPaths } from '@eyrie/domain';
import { AwsClient } from 'aws4fetch';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccessHold } from '../http/access.ts';
import { createLog } from '../log.ts';
import { createDiskObjects, objectsEndpoint, objectsPath } from './index.ts';
import type { DiskObjects, StorageCredential, StoredObject } from './index.ts';
import { s3Statuses } from './s3-error.ts';
import { amzDate, signingKey } from './sigv4.ts';
import { rawPut } from './test-raw-put.ts';

const log = createLog({ level: 'silent' });
const dataDir = mkdtempSync(join(tmpdir(), 'eyrie-objects-'));
const clock = { offset: 0, wall: () => Date.now() + clock.offset, mono: () => performance.now() };
const stored: StoredObject[] = [];
const credential = (): StorageCredential => ({
  secret: 'top secret',
  sessionToken: 'session',
  bucket: 'eyrie',
  prefix: 'media/dock-1/',
  expiresAt: Date.now() + 60_000,
  dockOID: 'oid-1',
});
const held = new Set<AccessHold>();
let credentials: Record<string, StorageCredential>;
let server: FastifyInstance;
let objects: DiskObjects;
let base = '';

beforeAll(async () => {
  objects = await createDiskObjects({ dataDir, clock, publicUrl: () => base.replace(/\/objects$/, '') });
  server = Fastify();
  await objectsEndpoint(server, {
    objects,
    linkSecret: objects.linkSecret,
    findCredential: (id) => Promise.resolve(credentials[id] ?? null),
    onStored: (one) => void stored.push(one),
    access: {
      stamp: () => ({ changes: 0, narrowings: 0 }),
      hold: (one) => {
        held.add(one);
        return () => held.delete(one);
      },
    },
    clock,
    log,
    dataDir,
    publicPath: objectsPath,
  });
  base = `${await server.listen({ port: 0, host: '127.0.0.1' })}/objects`;
});
beforeEach(() => {
  credentials = { AK1: credential() };
  stored.length = 0;
  clock.offset = 0;
});
afterAll(async () => {
  await server?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Keys {
  accessKeyId?: string;
  secretAccessKey?: string;
  sessionToken?: string;
}
const client = (keys: Keys = {}): AwsClient =>
  new AwsClient({
    accessKeyId: 'AK1',
    secretAccessKey: 'top secret',
    sessionToken: 'session',
    service: 's3',
    region: 'cn-north-1',
    retries: 0,
    ...keys,
  });
const address = (key: string): string => `${base}/eyrie/${key.split('/').map(encodeURIComponent).join('/')}`;
const sha256 = (body: Buffer | string): string => createHash('sha256').update(body).digest('hex');
const codeOf = async (answer: Response): Promise<string> =>
  `${answer.status} ${/<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? ''}`;

async function readBack(key: string): Promise<Buffer> {
  const found = await objects.get(key);
  const chunks: Buffer[] = [];
  for await (const chunk of found?.stream ?? []) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

test.each(['media/dock-1/a.jpg', 'media/dock-1/照片 1 (a)+b=c&d.jpg', `media/dock-1/${'x'.repeat(900)}`])(
  'a dock stores %s and it is told',
  async (key) => {
    const body = randomBytes(300_000);
    const headers = { 'content-type': 'image/jpeg', 'x-amz-content-sha256': sha256(body) };
    const answer = await client().fetch(address(key), { method: 'PUT', body, headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBe(`"${createHash('md5').update(body).digest('hex')}"`);
    expect(stored).toMatchObject([{ key, size: 300_000, dockOID: 'oid-1', contentType: 'image/jpeg' }]);
    expect(await readBack(key)).toEqual(body);
    const head = await client().fetch(address(key), { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('300000');
  },
);

test.each([
  ['a wrong secret', { secretAccessKey: 'wrong' }, 'media/dock-1/x', '403 SignatureDoesNotMatch'],
  ['an unknown key', { accessKeyId: 'AK2' }, 'media/dock-1/x', '403 InvalidAccessKeyId'],
  ['the key of our links', { accessKeyId: 'eyrie-link' }, 'media/dock-1/x', '403 InvalidAccessKeyId'],
  ['a wrong session token', { sessionToken: 'other' }, 'media/dock-1/x', '400 InvalidToken'],
  ['no session token', { sessionToken: undefined }, 'media/dock-1/x', '400 InvalidToken'],
  ["another dock's prefix", {}, 'media/dock-2/x', '403 AccessDenied'],
  ['the prefix itself as a neighbour', {}, 'media/dock-10/x', '403 AccessDenied'],
  ['a key that climbs', {}, 'media/dock-1/%2e%2e/dock-2/x', '400 InvalidURI'],
  ['a key with a backslash', {}, 'media/dock-1/..\\x', '400 InvalidURI'],
] as const)('%s is refused', async (_what, keys, key, code) => {
  const url = key.includes('%') ? `${base}/eyrie/${key}` : address(key);
  const answer = await client(keys).fetch(url, { method: 'PUT', body: 'x' });
  // What stands in the address is turned into a plain path by the client, which makes it somebody else's key.
  expect(await codeOf(answer)).toBe(key.includes('%') ? '403 AccessDenied' : code);
  expect(stored).toEqual([]);
});

test('every status that a refusal may have is declared', () => {
  const declared = extraPaths.filter(({ path }) => path === '/objects/{id}');
  expect(declared).toHaveLength(5);
  for (const { refusals } of declared)
    expect(new Set(Object.keys(refusals ?? {}).map(Number))).toEqual(new Set(s3Statuses().keys()));
});

test('a part has a whole number, and an upload that ended meanwhile is none', async () => {
  const id = await startMultipart('media/dock-1/odd');
  const part = (number: string) =>
    client().fetch(`${address('media/dock-1/odd')}?partNumber=${number}&uploadId=${id}`, {
      method: 'PUT',
      body: 'x',
    });
  for (const number of ['1.5', '0', '-1', '10001', 'NaN', ''])
    expect([number, await codeOf(await part(number))]).toEqual([number, '400 InvalidArgument']);
  expect((await part('1')).status).toBe(200);
  await client().fetch(`${address('media/dock-1/odd')}?uploadId=${id}`, { method: 'DELETE' });
});

test('a raw request cannot climb out either', async () => {
  const key = signingKey('top secret', `${amzDate(Date.now()).slice(0, 8)}/r/s3/aws4_request`);
  for (const path of [
    '/objects/eyrie/media/dock-1/../dock-2/x',
    '/objects/eyrie/media/dock-1/%2e%2e/dock-2/x',
  ]) {
    expect(await rawPut(base, path, key, 'UNSIGNED-PAYLOAD', Buffer.from('x'))).toMatch(/^HTTP\/1\.1 40[03]/);
  }
  expect(stored).toEqual([]);
});

test('an expired credential, another bucket, a stale date and no signature at all are refused', async () => {
  const put = async (url = address('media/dock-1/x')): Promise<string> =>
    codeOf(await client().fetch(url, { method: 'PUT', body: 'x' }));
  credentials = { AK1: { ...credential(), expiresAt: Date.now() - 1 } };
  expect(await put()).toBe('400 ExpiredToken');
  credentials = { AK1: credential() };
  expect(await put(`${base}/other/media/dock-1/x`)).toBe('403 AccessDenied');
  clock.offset = 1_000_000;
  expect(await put()).toBe('403 RequestTimeTooSkewed');
  clock.offset = 0;
  expect(await codeOf(await fetch(address('media/dock-1/x'), { method: 'PUT', body: 'x' }))).toBe(
    '403 AccessDenied',
  );
  expect(await codeOf(await fetch(address('media/dock-1/x')))).toBe('403 AccessDenied');
});

test('bytes that are not the announced ones are not stored', async () => {
  const key = 'media/dock-1/lie';
  const headers = { 'x-amz-content-sha256': sha256('truth') };
  expect(await codeOf(await client().fetch(address(key), { method: 'PUT', body: 'lies!', headers }))).toBe(
    '400 BadDigest',
  );
  const md5 = { 'content-md5': createHash('md5').update('truth').digest('base64') };
  expect(
    await codeOf(await client().fetch(address(key), { method: 'PUT', body: 'lies!', headers: md5 })),
  ).toBe('400 BadDigest');
  expect(await objects.head(key)).toBeNull();
  expect(readdirSync(join(dataDir, 'objects', 'incoming'))).toEqual([]);
});

test('a body in signed chunks is unpacked, and refused when one signature is wrong', async () => {
  const key = signingKey('top secret', `${amzDate(Date.now()).slice(0, 8)}/r/s3/aws4_request`);
  const chunks = [randomBytes(65_536), randomBytes(65_536), randomBytes(17)];
  const kind = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
  const path = '/objects/eyrie/media/dock-1/chunked';
  expect(await rawPut(base, path, key, kind, Buffer.alloc(0), chunks, true)).toContain(
    'SignatureDoesNotMatch',
  );
  expect(stored).toEqual([]);
  expect(await rawPut(base, path, key, kind, Buffer.alloc(0), chunks)).toMatch(/^HTTP\/1\.1 200/);
  expect(await readBack('media/dock-1/chunked')).toEqual(Buffer.concat(chunks));
});

async function startMultipart(key: string): Promise<string> {
  const answer = await client().fetch(`${address(key)}?uploads=`, { method: 'POST' });
  return /<UploadId>(\w+)<\/UploadId>/.exec(await answer.text())?.[1] ?? '';
}

test('an upload in parts becomes one object; wrong parts and foreign uploads are refused', async () => {
  const key = 'media/dock-1/film.mp4';
  const id = await startMultipart(key);
  const parts = [randomBytes(100_000), randomBytes(50_000)];
  const etags: string[] = [];
  for (const [index, body] of parts.entries()) {
    const url = `${address(key)}?partNumber=${index + 1}&uploadId=${id}`;
    etags.push((await client().fetch(url, { method: 'PUT', body })).headers.get('etag') ?? '');
  }
  const list = (tags: string[]): string =>
    `<CompleteMultipartUpload>${tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('')}</CompleteMultipartUpload>`;
  const complete = (body: string, keys: Keys = {}, at = key): Promise<Response> =>
    client(keys).fetch(`${address(at)}?uploadId=${id}`, { method: 'POST', body });
  expect(await codeOf(await complete(list([etags[1] ?? '', etags[0] ?? ''])))).toBe('400 InvalidPart');
  expect(await codeOf(await complete('<a>'))).toBe('400 MalformedXML');
  expect(await codeOf(await complete(list(etags), {}, 'media/dock-1/other'))).toBe('404 NoSuchUpload');
  credentials['AK9'] = credential();
  expect(await codeOf(await complete(list(etags), { accessKeyId: 'AK9' }))).toBe('404 NoSuchUpload');
  expect((await complete(list(etags))).status).toBe(200);
  expect(await readBack(key)).toEqual(Buffer.concat(parts));
  expect(stored).toMatchObject([{ key, size: 150_000 }]);
  expect(readdirSync(join(dataDir, 'uploads'))).toEqual([]);
});

test('an aborted upload leaves nothing', async () => {
  const id = await startMultipart('media/dock-1/gone');
  const url = `${address('media/dock-1/gone')}?uploadId=${id}`;
  expect((await client().fetch(url, { method: 'DELETE' })).status).toBe(204);
  expect(readdirSync(join(dataDir, 'uploads'))).toEqual([]);
  expect(await codeOf(await client().fetch(url, { method: 'DELETE' }))).toBe('404 NoSuchUpload');
});

test('a link reads one object for its time, in parts too, and nothing else', async () => {
  await objects.put('routes/一.kmz', Buffer.from('0123456789'), { contentType: 'text/html' });
  const link = await objects.presignGet('routes/一.kmz', 60_000);
  const answer = await fetch(link);
  expect(await answer.text()).toBe('0123456789');
  expect(answer.headers.get('content-type')).toBe('application/octet-stream');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const part = await fetch(link, { headers: { range: 'bytes=2-4' } });
  expect([part.status, await part.text()]).toEqual([206, '234']);
  expect((await fetch(link, { headers: { range: 'bytes=10-' } })).status).toBe(416);
  expect((await fetch(link.replace('.kmz', '.kml'))).status).toBe(403);
  expect((await fetch(link, { method: 'PUT', body: 'x' })).status).toBe(403);
  expect((await fetch(link.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'))).status).toBe(403);
  clock.offset = 61_000;
  expect((await fetch(link)).status).toBe(403);
});

test('an upload that is cut leaves no object and no file', async () => {
  const url = new URL(base);
  const key = 'media/dock-1/cut';
  const signed = await client().sign(address(key), { method: 'PUT', body: Buffer.alloc(1_000_000) });
  const socket = connect(Number(url.port), url.hostname);
  const head = [...signed.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(
    `PUT ${new URL(signed.url).pathname} HTTP/1.1\r\nhost: ${url.host}\r\n${head}content-length: 1000000\r\n\r\n`,
  );
  socket.write(Buffer.alloc(5_000));
  const incoming = join(dataDir, 'objects', 'incoming');
  await expect.poll(() => readdirSync(incoming).length).toBe(1);
  socket.destroy();
  await expect.poll(() => readdirSync(incoming).length).toBe(0);
  expect(await objects.head(key)).toBeNull();
});

test('a second version replaces the first, and delete leaves nothing', async () => {
  await objects.put('a/b', Buffer.from('one'));
  await objects.put('a/b', Buffer.from('two'));
  expect((await readBack('a/b')).toString()).toBe('two');
  await objects.delete('a/b');
  expect(await objects.get('a/b')).toBeNull();
  await expect(objects.put('../a', Buffer.from('x'))).rejects.toThrow('not an object key');
  await expect(objects.put('a', Buffer.alloc(11), { maxBytes: 10 })).rejects.toThrow('too many bytes');
});

test('an upload under way is cut when its dock is gone, and let go of when it is done', async () => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(1_000)),
  });
  const path = address('media/dock-1/slow.bin');
  const request = {
    method: 'PUT',
    body,
    duplex: 'half' as const,
    headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
  };
  const sent = client().fetch(path, request);
  sent.catch(() => undefined);
  await expect.poll(() => held.size).toBe(1);
  const [hold] = held;
  expect(hold).toMatchObject({ caller: null, dockOID: 'oid-1' });
  expect(await hold?.allows(null, true)).toBe(true);
  credentials = {};
  expect(await hold?.allows(null, true)).toBe(false);
  hold?.end();
  await expect(sent).rejects.toThrow('fetch failed');
  await expect.poll(() => held.size).toBe(0);
  expect(await objects.head('media/dock-1/slow.bin')).toBeNull();
});
