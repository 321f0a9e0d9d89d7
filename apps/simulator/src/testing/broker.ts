import { createServer, type Server, type Socket } from 'node:net';
import { Aedes } from 'aedes';

export interface Heard {
  topic: string;
  body: Record<string, unknown> & { data: never };
  at: number;
}

export interface TestBroker {
  url: string;
  heard: Heard[];
  /** Resolves with the first message that fits, from those already heard or still to come. */
  until(what: string, fits: (heard: Heard) => boolean, ms?: number): Promise<Heard>;
  publish(topic: string, body: unknown): void;
  onMessage(listener: (heard: Heard) => void): void;
  stop(): Promise<void>;
}

/** A real broker on a free port that remembers what devices say. */
export async function startBroker(secret: string): Promise<TestBroker> {
  const aedes = await Aedes.createBroker();
  aedes.authenticate = (_client, _user, password, done) => done(null, password?.toString() === secret);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    aedes.handle(socket);
  });
  const heard: Heard[] = [];
  const listeners = new Set<(one: Heard) => void>();
  aedes.on('publish', (packet, client) => {
    if (!client) return;
    const one = {
      topic: packet.topic,
      body: JSON.parse(packet.payload.toString()) as Heard['body'],
      at: Date.now(),
    };
    heard.push(one);
    for (const listener of listeners) listener(one);
  });
  await listen(server);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `mqtt://127.0.0.1:${port}`,
    heard,
    onMessage: (listener) => listeners.add(listener),
    until: (what, fits, ms = 15_000) => waitFor(what, fits, heard, listeners, ms),
    publish: (topic, body) =>
      aedes.publish(
        {
          cmd: 'publish',
          topic,
          payload: Buffer.from(JSON.stringify(body)),
          qos: 0,
          retain: false,
          dup: false,
        },
        () => {},
      ),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => aedes.close(resolve));
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function waitFor(
  what: string,
  fits: (one: Heard) => boolean,
  heard: readonly Heard[],
  listeners: Set<(one: Heard) => void>,
  ms: number,
): Promise<Heard> {
  const found = heard.find(fits);
  if (found) return Promise.resolve(found);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      listeners.delete(listener);
      reject(new Error(`never heard: ${what}`));
    }, ms);
    const listener = (one: Heard) => {
      if (!fits(one)) return;
      clearTimeout(timer);
      listeners.delete(listener);
      resolve(one);
    };
    listeners.add(listener);
  });
}

const listen = (server: Server) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
