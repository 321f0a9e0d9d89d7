import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call, calls } from '@eyrie/domain';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { CallRefused, CallUnreachable, CallUnreadable, createClient, createKeySource } from './index.ts';
import type { ClientOptions } from './index.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

async function served(answer: (seen: Seen, response: ServerResponse) => void, more?: Partial<ClientOptions>) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const entry = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      };
      seen.push(entry);
      answer(entry, response);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient({ baseUrl, token: () => 'a-token', language: () => 'ar', ...more });
  return { client, seen, server };
}

const say = (status: number, body: unknown) => (_: Seen, response: ServerResponse) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
const ok = (data: unknown) => say(200, { code: 200, message: '', data });

const numberCall = call({
  method: 'GET',
  path: '/nebula-five/test/number/{id}.rest',
  effect: 'reads',
  summary: 'A number',
  permission: 'public',
  request: z.object({ id: z.string(), filter: z.string().optional(), flag: z.boolean().optional() }),
  response: z.object({ value: z.number() }),
});

test('a GET carries path parameter, query and the session headers', async () => {
  const { client, seen } = await served(ok({ value: 7, secret: 1 }));
  await expect(client.call(numberCall, { id: 'a/b?c', filter: '中 文', flag: true })).resolves.toStrictEqual({
    value: 7,
  });
  expect(seen[0]?.url).toBe('/nebula-five/test/number/a%2Fb%3Fc.rest?filter=%E4%B8%AD+%E6%96%87&flag=true');
  expect(seen[0]?.headers).toMatchObject({
    authtoken: 'a-token',
    'accept-language': 'ar',
    'x-xss-protection': '1; mode=block',
  });
});

test('a POST sends JSON and no token header while nobody is signed in', async () => {
  const { client, seen } = await served(ok({ ok: true }), { token: () => null });
  await client.call(calls.route.remove, { oids: ['x'] });
  expect(seen[0]?.headers['content-type']).toBe('application/json');
  expect(seen[0]?.headers['authtoken']).toBeUndefined();
  expect(JSON.parse(seen[0]?.body ?? '')).toStrictEqual({ oids: ['x'] });
});

test('an upload is multipart, the file last and under its own name', async () => {
  const { client, seen } = await served(
    say(422, { code: 422, message: 'no', data: { reason: 'kmzNotZip' } }),
  );
  const file = new File(['bytes'], 'patrol.kmz');
  await expect(client.call(calls.route.uploadKmz, { file, name: '巡检' })).rejects.toMatchObject({
    name: 'CallRefused',
    status: 422,
    reason: 'kmzNotZip',
  });
  const body = seen[0]?.body ?? '';
  expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(body.indexOf('name="name"')).toBeGreaterThan(0);
  expect(body.indexOf('name="file"; filename="patrol.kmz"')).toBeGreaterThan(body.indexOf('name="name"'));
});

test('a refusal keeps status, device code, reason and data', async () => {
  const data = { reason: 'deviceRefused', commandOID: 'c' };
  const { client } = await served(say(502, { code: 514303, message: 'told no', data }));
  const refused = await client.call(numberCall, { id: '1' }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(CallRefused);
  expect(refused).toMatchObject({
    status: 502,
    code: 514303,
    reason: 'deviceRefused',
    message: 'told no',
    data,
  });
});

test('an error code under status 200 is a refusal too', async () => {
  const { client } = await served(say(200, { code: 500, msg: 'old style', data: null }));
  await expect(client.call(numberCall, { id: '1' })).rejects.toMatchObject({
    name: 'CallRefused',
    message: 'old style',
  });
});

test('no server, and a stranger answering in its place, are unreachable', async () => {
  const { client } = await served((_, response) => response.writeHead(502).end('<html>bad gateway</html>'));
  await expect(client.call(numberCall, { id: '1' })).rejects.toMatchObject({
    name: 'CallUnreachable',
    status: 502,
    correlationId: null,
  });
  const { client: broken } = await served((_, response) =>
    response.writeHead(500, { 'x-correlation-id': 'c-1' }).end('{"error":"no envelope"}'),
  );
  await expect(broken.call(numberCall, { id: '1' })).rejects.toMatchObject({
    name: 'CallUnreachable',
    status: 500,
    correlationId: 'c-1',
  });
  const gone = createClient({ baseUrl: 'http://127.0.0.1:9', token: () => null, language: () => 'en' });
  await expect(gone.call(numberCall, { id: '1' })).rejects.toBeInstanceOf(CallUnreachable);
  // What may have arrived is sent again only where its declaration says that it is then done once.
  const order = { oid: 'd', key: '12345678' };
  const mayRepeat = async (answer: Promise<unknown>): Promise<boolean> =>
    answer.then(
      () => false,
      (error: unknown) => (error as CallUnreachable).mayRepeat,
    );
  expect(await mayRepeat(gone.call(numberCall, { id: '1' }))).toBe(true);
  expect(await mayRepeat(gone.download(calls.route.download, { oid: 'r' }))).toBe(true);
  expect(await mayRepeat(gone.call(calls.command.hover, order))).toBe(true);
  expect(await mayRepeat(gone.call(calls.route.remove, { oids: ['x'] }))).toBe(false);
});

test('an answer of another shape is unreadable, not half-typed', async () => {
  const { client } = await served(ok({ value: '7' }));
  await expect(client.call(numberCall, { id: '1' })).rejects.toBeInstanceOf(CallUnreadable);
});

test('an aborted call rejects with AbortError', async () => {
  const abort = new AbortController();
  const { client } = await served(() => abort.abort());
  await expect(client.call(numberCall, { id: '1' }, { signal: abort.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

test('busy is told once for overlapping calls, and ends when they fail', async () => {
  const reported: boolean[] = [];
  const { client } = await served(ok({ value: 'wrong' }), { onBusy: (busy) => reported.push(busy) });
  await Promise.allSettled([client.call(numberCall, { id: '1' }), client.call(numberCall, { id: '2' })]);
  expect(reported).toStrictEqual([true, false]);
});

test('a download carries the bearer token and gives bytes, or the refusal', async () => {
  const { client, seen } = await served((entry, response) =>
    entry.url.includes('oid=good')
      ? response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end('PK')
      : say(404, { code: 404, message: 'gone', data: { reason: 'notFound' } })(entry, response),
  );
  const blob = await client.download(calls.route.download, { oid: 'good' });
  await expect(blob.text()).resolves.toBe('PK');
  expect(seen[0]?.headers['authorization']).toBe('Bearer a-token');
  expect(seen[0]?.headers['authtoken']).toBeUndefined();
  await expect(client.download(calls.route.download, { oid: 'bad' })).rejects.toMatchObject({
    reason: 'notFound',
  });
});

test('keys are UUIDs of version 4', () => {
  expect(createKeySource((count) => new Uint8Array(count).fill(255))()).toBe(
    'ffffffff-ffff-4fff-bfff-ffffffffffff',
  );
});
