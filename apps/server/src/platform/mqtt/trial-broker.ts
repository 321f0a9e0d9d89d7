import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import type { Client, PublishPacket } from 'aedes';
import { KeepNothing } from './keep-nothing.ts';
import { guardPackets } from './packet-guard.ts';
import { guardClient } from './packet-rules.ts';

/** What the one device of a trial does on its connection. */
export type TrialNotice =
  | { kind: 'signInRefused'; userName: string | null; why: string }
  | { kind: 'signedIn'; userName: string; will: string | null }
  | { kind: 'subscribed'; topic: string }
  | { kind: 'closed'; by: 'device' | 'trial' }
  | { kind: 'tooLarge'; bytes: number }
  | {
      kind: 'published';
      topic: string;
      text: string;
      bytes: number;
      retained: boolean;
      qos: number;
      /** Sent again by the client. */
      dup: boolean;
    };

export interface TrialBrokerOptions {
  host: string;
  /** 0: any free one. */
  port: number;
  sn: string;
  secret: string;
  report(notice: TrialNotice): void;
}

export interface TrialBroker {
  port: number;
  send(topic: string, body: unknown): void;
  /** Ends the connection of the device without a word. */
  cut(): void;
  stop(): Promise<void>;
}

/** Above what a contract allows, so that a message that is too long is seen and named; beyond this the connection ends. */
const packetBytes = 1_048_576;
const connectBytes = 8_192;

/** Listens for one device and reports what it does. It allows everything: what is wrong is judged, not prevented. */
export async function startTrialBroker(options: TrialBrokerOptions): Promise<TrialBroker> {
  const sockets = new Set<Socket>();
  const device = new TrialDevice(options);
  const aedes = await Aedes.createBroker({
    // At a limit the library works off what waits by recursion.
    concurrency: 0,
    persistence: new KeepNothing(),
    preConnect: (client, packet, done) => {
      packet.clean = true;
      device.asks(client, packet.will?.topic ?? null);
      done(null, true);
    },
    authenticate: (client, userName, password, done) =>
      done(null, device.signIn(client, userName, password?.toString())),
    authorizePublish: (client, packet, done) => {
      if (client) device.published(client, packet);
      packet.retain = false;
      done(null);
    },
    authorizeSubscribe: (client, subscription, done) => {
      device.subscribed(client, subscription.topic);
      done(null, subscription);
    },
  });
  aedes.on('clientDisconnect', (client) => device.closed(client));
  aedes.on('clientError', () => undefined);
  aedes.on('connectionError', () => undefined);
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    guardPackets(socket, { connect: connectBytes, packet: packetBytes }, (bytes) => {
      options.report({ kind: 'tooLarge', bytes });
      socket.destroy();
    });
    guardClient(aedes.handle(socket), () => undefined);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    send: (topic, body) => {
      const payload = Buffer.from(JSON.stringify(body));
      aedes.publish({ cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false }, () => undefined);
    },
    cut: () => device.cut(),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        aedes.close(resolve);
      });
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** The connection that counts: the last one that signed in. */
class TrialDevice {
  readonly #options: TrialBrokerOptions;
  readonly #wills = new WeakMap<Client, string | null>();
  #client: Client | null = null;
  #cutting = false;

  constructor(options: TrialBrokerOptions) {
    this.#options = options;
  }

  asks(client: Client, will: string | null): void {
    this.#wills.set(client, will);
  }

  signIn(client: Client, userName: string | undefined, password: string | undefined): boolean {
    const { sn, secret, report } = this.#options;
    const refuse = (why: string): boolean => {
      report({ kind: 'signInRefused', userName: userName ?? null, why });
      return false;
    };
    if (userName !== sn) return refuse('the user name is not the serial number');
    if (password !== secret) return refuse('the password is not the secret');
    this.#client?.close();
    if (this.#client) this.closed(this.#client);
    this.#client = client;
    report({ kind: 'signedIn', userName, will: this.#wills.get(client) ?? null });
    return true;
  }

  published(client: Client, { topic, payload, retain, qos, dup }: PublishPacket): void {
    if (client !== this.#client) return;
    const bytes = Buffer.from(payload);
    const text = bytes.toString('utf8');
    this.#options.report({
      kind: 'published',
      topic,
      text,
      bytes: bytes.length,
      retained: retain,
      qos,
      dup: dup ?? false,
    });
  }

  subscribed(client: Client, topic: string): void {
    if (client === this.#client) this.#options.report({ kind: 'subscribed', topic });
  }

  closed(client: Client): void {
    if (client !== this.#client) return;
    this.#client = null;
    this.#options.report({ kind: 'closed', by: this.#cutting ? 'trial' : 'device' });
    this.#cutting = false;
  }

  cut(): void {
    if (!this.#client) return;
    this.#cutting = true;
    (this.#client.conn as Socket).destroy();
  }
}
