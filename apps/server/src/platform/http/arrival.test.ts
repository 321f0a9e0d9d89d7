import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { arrivalOf, call, limits } from '@eyrie/domain';
import { createLog } from '../log.ts';
import { serve } from './endpoint.ts';
import { refusalOf } from './known-error.ts';
import { registerCall, type CallOptions } from './register-call.ts';
import { timeBodies } from './server.ts';

const declared = (name: string, arrival?: { maxBytes?: number; within?: number }) =>
  call({
    method: 'POST',
    path: `/nebula-five/arrival/${name}.rest`,
    effect: 'reads',
    summary: 'test',
    permission: 'public',
    ...(arrival ? { arrival } : {}),
    request: z.object({ text: z.string() }),
    response: z.object({}),
  });
const small = declared('small', { maxBytes: 100 });
const ordinary = declared('ordinary');
const quick = declared('quick', { within: 40 });
const upload = call({
  method: 'POST',
  path: '/nebula-five/arrival/upload.rest',
  effect: 'reads',
  summary: 'test',
  permission: 'public',
  upload: { maxBytes: 1_000 },
  request: z.object({}),
  response: z.object({}),
});

let app: FastifyInstance;
const folder = mkdtempSync(join(tmpdir(), 'eyrie-arrival-'));
beforeAll(async () => {
  app = Fastify({ bodyLimit: limits.http.bodyBytes });
  await app.register(cookie);
  await app.register(multipart);
  timeBodies(app);
  app.setErrorHandler((error, _request, reply) => {
    const refusal = refusalOf(error);
    return reply.code(refusal ? 413 : 500).send({ reason: refusal?.reason, values: refusal?.details.values });
  });
  const options = {
    authenticate: async () => null,
    recentlyVerified: async () => false,
    onRefusal: () => undefined,
    rightsOfRole: async () => null,
    access: { stamp: () => 0 },
    log: createLog({ level: 'silent' }),
    uploadFolder: folder,
    notReady: () => null,
  } as unknown as CallOptions;
  for (const declaration of [small, ordinary, quick, upload])
    registerCall(
      app,
      serve(declaration, async () => ({})),
      options,
    );
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

const post = (path: string, bytes: number) =>
  app.inject({ method: 'POST', url: path, payload: { text: 'x'.repeat(bytes - '{"text":""}'.length) } });

/** Sends a head and no body. Resolves with what came back when the server has closed the connection. */
const sendHead = (path: string): Promise<string> =>
  new Promise((resolve) => {
    let heard = '';
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString())).on('error', () => undefined);
    socket.once('close', () => resolve(heard));
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n`,
    );
  });

describe('the body of a request', () => {
  it('may be as large as its call declares, and no larger', async () => {
    expect((await post(small.path, 100)).statusCode).toBe(200);
    const refused = await post(small.path, 101);
    expect(refused.json()).toEqual({ reason: 'tooLarge', values: { max: 100 } });
    expect((await post(ordinary.path, 101)).statusCode).toBe(200);
    expect((await post(ordinary.path, limits.http.bodyBytes)).statusCode).toBe(200);
    expect((await post(ordinary.path, limits.http.bodyBytes + 1)).statusCode).toBe(413);
  });

  it('must have arrived in the time of its call', async () => {
    expect(arrivalOf(quick).within).toBe(40);
    expect(await sendHead(quick.path)).toBe('');
    expect((await post(quick.path, 50)).statusCode).toBe(200);
  });

  it('is bounded for every other call as for all', () => {
    const { bodyBytes, requestTimeout } = limits.http;
    expect(arrivalOf(ordinary)).toEqual({ maxBytes: bodyBytes, within: requestTimeout });
    expect(arrivalOf({ upload: { maxBytes: 5 } }).maxBytes).toBe(100_005);
  });
});

describe('the files of an upload', () => {
  const sendFiles = async (count: number): Promise<unknown> => {
    const form = new FormData();
    for (let at = 0; at < count; at += 1) form.append('file', new Blob(['abc']), `${at}.kmz`);
    const { port } = app.server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${upload.path}`, { method: 'POST', body: form });
    return answer.json();
  };

  it('are one, and more are refused with how many there may be', async () => {
    expect(await sendFiles(1)).toMatchObject({ code: 200 });
    for (const count of [2, 12])
      expect(await sendFiles(count)).toEqual({ reason: 'tooManyFiles', values: { max: 1 } });
  });
});
