import { once } from 'node:events';
import { createServer, Socket, type AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createLog, type Log } from '../log.ts';
import { BrokerDownError, connectBroker } from './client.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** A broker that lets everybody in and then stops reading; `read` makes it go on, and answer pings. */
const frozenBroker = async (log = createLog({ level: 'silent' })) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.pause();
      socket.write(Buffer.from([0x20, 2, 0, 0]));
      socket.on('data', (bytes: Buffer) => {
        if (bytes[0] === 0xc0)
          for (let at = 0; at < bytes.length; at += 2) socket.write(Buffer.from([0xd0, 0]));
      });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  cleanups.push(() => server.close());
  const client = connectBroker({
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'gateway',
    log,
  });
  cleanups.push(() => client.close());
  cleanups.push(() => sockets.forEach((socket) => socket.destroy()));
  await client.untilUp(5_000);
  return {
    client,
    read: () => sockets[0]?.resume(),
    end: () => sockets[0]?.destroy(),
    say: (bytes: Buffer) => sockets[0]?.write(bytes),
  };
};

const warnings = (): Error[] => {
  const heard: Error[] = [];
  const hear = (warning: Error): unknown => heard.push(warning);
  process.on('warning', hear);
  cleanups.push(() => process.off('warning', hear));
  return heard;
};
const piece = Buffer.alloc(16_384);

it('sends what is short at once: no order waits until the broker has acknowledged what came before it', async () => {
  const sending = vi.spyOn(Socket.prototype, 'setNoDelay');
  cleanups.push(() => sending.mockRestore());
  await frozenBroker();
  expect(sending).toHaveBeenCalledWith(true);
});

it('messages that wait for a slow broker share one listener, and are sent when it reads again', async () => {
  const { client, read } = await frozenBroker();
  const heard = warnings();
  const sent = Array.from({ length: 1_500 }, () => client.publish('a', piece, { qos: 0 }));
  let waiting = sent.length;
  for (const one of sent) void one.then(() => (waiting -= 1));
  await new Promise((resolve) => setImmediate(resolve));
  expect(waiting).toBeGreaterThan(1_001);
  expect(heard).toEqual([]);
  read();
  await Promise.all(sent);
});

it('a message that still waits when the broker is lost fails', async () => {
  const { client, end } = await frozenBroker();
  const sent = Array.from({ length: 1_500 }, () => client.publish('a', piece, { qos: 0 }));
  const all = Promise.allSettled(sent);
  end();
  expect((await all).at(-1)).toMatchObject({ status: 'rejected', reason: expect.any(BrokerDownError) });
});

it('closing does not wait for a broker that does not read', async () => {
  const { client } = await frozenBroker();
  const sent = Array.from({ length: 1_500 }, () => client.publish('a', piece, { qos: 0 }));
  const all = Promise.allSettled(sent);
  await client.close();
  expect((await all).at(-1)?.status).toBe('rejected');
});

it('says how long messages wait for a broker that does not read, until it has answered', async () => {
  const { client, read } = await frozenBroker();
  await vi.waitFor(() => expect(client.delay()).toBeGreaterThan(1_000), 10_000);
  read();
  await vi.waitFor(() => expect(client.delay()).toBeLessThan(500), 10_000);
});

it('counts what this process itself held up', async () => {
  const { client, read } = await frozenBroker();
  read();
  await vi.waitFor(() => expect(client.delay()).toBeLessThan(200), 10_000);
  for (const end = performance.now() + 1_800; performance.now() < end;);
  expect(client.delay()).toBeGreaterThan(700);
});

it('does not give a broker up that sends so much that its answers to pings stand behind it', async () => {
  const { client, say } = await frozenBroker();
  const down = vi.fn<(reason: string) => void>();
  client.events.on('down', down);
  let heard = 0;
  client.onMessage(() => (heard += 1));
  const topic = Buffer.from([0x30, 3, 0, 1, 0x61]);
  const timer = setInterval(() => say(topic), 100);
  cleanups.push(() => clearInterval(timer));
  // The keepalive of the library alone would have ended it by now.
  await vi.waitFor(() => expect(heard).toBeGreaterThan(50), 20_000);
  expect(down).not.toHaveBeenCalled();
  clearInterval(timer);
  await vi.waitFor(() => expect(down).toHaveBeenCalledOnce(), 20_000);
});

it('a message that a handler throws at is said once a minute, and the other handlers hear every one', async () => {
  const said: unknown[] = [];
  const quiet = createLog({ level: 'silent' });
  const log = Object.assign(Object.create(quiet) as Log, {
    error: (facts: object, text: string) => said.push([text, facts]),
  });
  const { client, say } = await frozenBroker(log);
  client.onMessage(() => {
    throw new Error('nonsense');
  });
  let heard = 0;
  client.onMessage(() => (heard += 1));
  const message = Buffer.from([0x30, 3, 0, 1, 0x61]);
  say(Buffer.concat(Array.from({ length: 200 }, () => message)));
  await vi.waitFor(() => expect(heard).toBe(200), 5_000);
  expect(said).toEqual([['a message could not be handled', { err: expect.any(Error), topic: 'a' }]]);
});
