import { request as httpRequest, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { endUnreadBodies } from '../../platform/http/unread-bodies.ts';
import { createRelay, relayHeader, type RelayTarget } from './bulk-relay.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => server.close().closeAllConnections() });
  return (server.address() as AddressInfo).port;
};

/** A server that hands `/bulk` on, and answers everything else itself. */
const front = async (target: () => RelayTarget | null): Promise<string> => {
  const app: FastifyInstance = Fastify();
  endUnreadBodies(app);
  const relay = createRelay((url) => url.startsWith('/bulk'), target);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-front', 'yes');
    if (relay(request, reply)) reply.hijack();
    else done();
  });
  app.all('/*', async () => 'here');
  open.push({
    close: () => {
      app.server.closeAllConnections();
      return app.close();
    },
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
};

describe('a request that another process answers', () => {
  it('comes there with its body, its headers and the address of its sender', async () => {
    const port = await listen(
      createServer((request, answer) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          answer.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'x-own': 'there' });
          const { method, url, headers } = request;
          answer.end(JSON.stringify({ method, url, headers, body: Buffer.concat(parts).toString() }));
        });
      }),
    );
    const url = await front(() => ({ port, secret: 'between us' }));
    const headers = { authtoken: 'me', 'x-forwarded-for': '8.8.8.8', [relayHeader]: 'guessed' };
    const answer = await fetch(`${url}/bulk?a=%20`, { method: 'POST', headers, body: 'x'.repeat(200_000) });
    expect([answer.status, answer.headers.getSetCookie(), answer.headers.get('x-own')]).toEqual([
      201,
      ['a=1', 'b=2'],
      'there',
    ]);
    expect(answer.headers.get('x-front')).toBe('yes');
    const came = (await answer.json()) as { headers: Record<string, string>; body: string };
    expect(came).toMatchObject({ method: 'POST', url: '/bulk?a=%20' });
    expect(came.body).toHaveLength(200_000);
    expect(came.headers).toMatchObject({
      authtoken: 'me',
      'x-forwarded-for': '127.0.0.1',
      [relayHeader]: 'between us',
    });
  });

  it('is answered here where it is another, or where that process does not run', async () => {
    let target: RelayTarget | null = { port: 1, secret: '' };
    const url = await front(() => target);
    expect(await (await fetch(`${url}/other`)).text()).toBe('here');
    target = null;
    expect(await (await fetch(`${url}/bulk`)).text()).toBe('here');
  });

  it('may be made again where that process has just ended, for nothing has reached it', async () => {
    const gone = createServer();
    const port = await listen(gone);
    await new Promise((resolve) => {
      gone.close(resolve);
    });
    const url = await front(() => ({ port, secret: '' }));
    const answer = await fetch(`${url}/bulk`, { method: 'POST', body: 'x' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await answer.json()).toMatchObject({ data: { reason: 'startingUp' } });
  });

  it('hears nothing where that process dies of it: what became of it is not known', async () => {
    const port = await listen(createServer(({ socket }) => void socket.destroy()));
    const url = await front(() => ({ port, secret: '' }));
    await expect(fetch(`${url}/bulk`, { method: 'POST', body: 'x' })).rejects.toThrow('fetch failed');
  });

  it('is answered though nobody there reads its body to the end', async () => {
    const port = await listen(createServer((_request, answer) => void answer.writeHead(507).end('no room')));
    const url = await front(() => ({ port, secret: '' }));
    const answer = await fetch(`${url}/bulk`, { method: 'POST', body: Buffer.alloc(20_000_000) });
    expect([answer.status, await answer.text()]).toEqual([507, 'no room']);
  });

  it('is cut here when its answer is cut there', async () => {
    const port = await listen(
      createServer(({ socket }, answer) => {
        answer.writeHead(200, { 'content-length': '100' });
        answer.write('a part', () => socket.resetAndDestroy());
      }),
    );
    const url = await front(() => ({ port, secret: '' }));
    const answer = await fetch(`${url}/bulk`);
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  it('ends there when its sender leaves', async () => {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const { promise: began, resolve: begin } = Promise.withResolvers<void>();
    const port = await listen(
      createServer(({ socket }, answer) => {
        socket.once('close', resolve);
        answer.write('a part');
        begin();
      }),
    );
    const url = await front(() => ({ port, secret: '' }));
    const asked = httpRequest(`${url}/bulk`).on('error', () => undefined);
    asked.end();
    await began;
    asked.destroy();
    await ended;
  });
});
