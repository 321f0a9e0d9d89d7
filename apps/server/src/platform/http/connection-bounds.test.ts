import { once } from 'node:events';
import { Readable } from 'node:stream';
import { connect, type AddressInfo, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { boundConnections, connectionTimes, type ConnectionBounds } from './connection-bounds.ts';
import { refusalOf } from './known-error.ts';

const open: { app: FastifyInstance; sockets: Socket[] }[] = [];
afterEach(async () => {
  for (const { app, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    app.server.closeAllConnections();
    await app.close();
  }
});

/** A server whose answers wait until they are let go. */
const serve = async (bounds: Partial<ConnectionBounds>, trusted: string[] = []) => {
  const waiting: (() => void)[] = [];
  const app = Fastify({ trustProxy: trusted.length > 0 ? trusted : false });
  boundConnections(app, trusted, { pipelined: 4, addressRequests: 10, addressConnections: 10, ...bounds });
  app.get('/', async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return 'ok';
  });
  app.setErrorHandler((error, _request, reply) => reply.code(refusalOf(error)?.status ?? 500).send());
  await app.listen({ host: '127.0.0.1', port: 0 });
  const sockets: Socket[] = [];
  open.push({ app, sockets });
  const { port } = app.server.address() as AddressInfo;
  const dial = (): { socket: Socket; closed: Promise<unknown>; heard(): string } => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    socket.on('error', () => undefined);
    return { socket, closed: once(socket, 'close'), heard: () => heard };
  };
  const asked = (count: number, forwarded = ''): string =>
    `GET / HTTP/1.1\r\nHost: x\r\n${forwarded ? `X-Forwarded-For: ${forwarded}\r\n` : ''}\r\n`.repeat(count);
  const until = async (fine: () => boolean): Promise<void> => {
    while (!fine()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { dial, asked, waiting, until };
};
const answers = (text: string, status: number): number => text.split(`HTTP/1.1 ${status}`).length - 1;

describe('what one connection may have under way', () => {
  it('is answered up to the bound, again and again', async () => {
    const { dial, asked, waiting, until } = await serve({});
    const { socket, heard } = dial();
    for (const round of [1, 2]) {
      socket.write(asked(4));
      await until(() => waiting.length === 4);
      for (const let_go of waiting.splice(0)) let_go();
      await until(() => answers(heard(), 200) === 4 * round);
    }
  });

  it('is cut off beyond it', async () => {
    const { dial, asked, waiting } = await serve({});
    const { socket, closed, heard } = dial();
    socket.write(asked(1_000));
    await closed;
    expect(waiting.length).toBeLessThanOrEqual(4);
    expect(heard()).toBe('');
  });
});

describe('a connection on which nothing moves', () => {
  it('is cut after its time when its other end does not read, and not while it reads', async () => {
    const app = Fastify(connectionTimes(500));
    const sockets: Socket[] = [];
    open.push({ app, sockets });
    const piece = Buffer.alloc(1_000_000);
    app.get('/', async () => Readable.from(Array.from({ length: 60 }, () => piece)));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const gone: (number | undefined)[] = [];
    const cut = new Promise<void>((resolve) => {
      app.server.on('connection', (socket: Socket) => {
        const { remotePort } = socket;
        socket.once('close', () => {
          gone.push(remotePort);
          resolve();
        });
      });
    });
    const dial = (): Socket => {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
      socket.on('error', () => undefined);
      sockets.push(socket);
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      return socket;
    };
    // Not read at all: what the two systems hold fills up, and then nothing moves.
    const frozen = dial();
    const started = performance.now();
    let heard = 0;
    const reading = dial();
    reading.on('data', (chunk: Buffer) => {
      heard += chunk.length;
      // Slowly, but on and on.
      reading.pause();
      setTimeout(() => reading.resume(), 1);
    });
    await cut;
    expect(performance.now() - started).toBeGreaterThan(400);
    expect(gone).toEqual([frozen.localPort]);
    const before = heard;
    while (heard === before) await new Promise((resolve) => reading.once('data', resolve));
    expect(reading.destroyed).toBe(false);
  });

  it('has a minute', () => {
    expect(connectionTimes()).toMatchObject({ connectionTimeout: 60_000, requestTimeout: 0 });
  });
});

describe('what one address may have under way', () => {
  it('is refused beyond the bound until something is answered', async () => {
    const { dial, asked, waiting, until } = await serve({ addressRequests: 2 });
    const [one, two, three] = [dial(), dial(), dial()];
    one.socket.write(asked(1));
    two.socket.write(asked(1));
    await until(() => waiting.length === 2);
    three.socket.write(asked(1));
    await until(() => answers(three.heard(), 429) === 1);
    waiting.shift()?.();
    await until(() => answers(one.heard() + two.heard(), 200) === 1);
    three.socket.write(asked(1));
    await until(() => waiting.length === 2);
  });

  it('counts the people behind a trusted proxy one by one', async () => {
    const { dial, asked, waiting, until } = await serve({ addressRequests: 1, addressConnections: 1 }, [
      '127.0.0.0/8',
    ]);
    for (const person of ['192.0.2.1', '192.0.2.2']) dial().socket.write(asked(1, person));
    await until(() => waiting.length === 2);
    const again = dial();
    again.socket.write(asked(1, '192.0.2.1'));
    await until(() => answers(again.heard(), 429) === 1);
  });

  it('has no more connections than the bound', async () => {
    const { dial, asked, waiting, until } = await serve({ addressConnections: 2 });
    const [one, two] = [dial(), dial()];
    one.socket.write(asked(1));
    two.socket.write(asked(1));
    await until(() => waiting.length === 2);
    await dial().closed;
    // One that goes makes place for another, as soon as the server has seen it go.
    two.socket.destroy();
    while (waiting.length < 3) {
      const next = dial();
      next.socket.write(asked(1));
      await Promise.race([next.closed, until(() => waiting.length === 3)]);
    }
  });
});
