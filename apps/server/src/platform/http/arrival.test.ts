import { connect, type AddressInfo } from 'node:net';
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

let app: FastifyInstance;
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
    uploadFolder: '',
    notReady: () => null,
  } as unknown as CallOptions;
  for (const declaration of [small, ordinary, quick])
    registerCall(
      app,
      serve(declaration, async () => ({})),
      options,
    );
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app?.close());

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
