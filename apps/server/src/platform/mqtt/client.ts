import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@eyrie/domain';
import mqtt from 'mqtt';
import type { IPublishPacket, MqttClient } from 'mqtt';
import { untilDrained } from '../drain.ts';
import { systemClock } from '../clock.ts';
import type { Log } from '../log.ts';
import { createSlices } from '../slices.ts';
import { createSparingWarn, type SparingWarn } from '../sparing-log.ts';
import { BrokerPings } from './broker-pings.ts';
import { machineTime } from './command-deadlines.ts';
import { subscribeTo, unsubscribeFrom } from './subscriptions.ts';
import { deadlineTopic, frameLimitTopic } from './topics.ts';
import type { FrameLimit } from './frame-limits.ts';

/** The broker cannot be reached now. Nothing was sent and nothing is kept for later. */
export class BrokerDownError extends Error {
  constructor(message = 'the broker is not connected') {
    super(message);
    this.name = 'BrokerDownError';
  }
}

const lostBefore = (what: string): BrokerDownError =>
  new BrokerDownError(`the broker was lost before ${what}`);

export type MessageHandler = (topic: string, payload: Buffer, packet: IPublishPacket) => void;

/** A connection to the device broker that reconnects by itself and never sends anything late. */
export interface BrokerClient {
  readonly connected: boolean;
  /** `up` once connected and subscribed again, `down` with the reason. */
  readonly events: EventEmitter<{ up: []; down: [string] }>;
  /**
   * Sends now or not at all. Resolves when the bytes are with the system (QoS 0) or acknowledged (QoS 1).
   * @throws BrokerDownError when not connected, or when the connection is lost before the acknowledgement.
   */
  publish(topic: string, payload: string | Buffer, options: { qos: 0 | 1 }): Promise<void>;
  /**
   * Sends a command that must not reach its device later than in `within` ms. The embedded broker holds it to that and
   * reports the delivery on `deliveryTopic`; another broker does not know the deadline. Resolves when the bytes are with
   * the system.
   * @throws BrokerDownError like `publish`
   */
  publishCommand(topic: string, payload: string, limit: CommandLimit): Promise<void>;
  /**
   * Sends a frame of sticks that the embedded broker drops when it comes to it later than in `within` ms, and reports on
   * `frameNoticeTopic` what it did not give to the device; another broker does neither. Otherwise as `publish` with QoS 0.
   */
  publishFrame(topic: string, payload: string, limit: FrameWithin): Promise<void>;
  /**
   * True when the broker answers now. Checked before an order is sent: on a dead connection that comes back the message
   * would be delivered late.
   */
  answers(): Promise<boolean>;
  /**
   * Upper bound of how long what is handled now has waited for us: in the broker, on this connection, in this process.
   * Milliseconds.
   */
  delay(): number;
  /** Kept over reconnects. @throws Error when the broker refuses a topic. */
  subscribe(topics: readonly string[]): Promise<void>;
  unsubscribe(topics: readonly string[]): Promise<void>;
  /** Adds a handler for every message. @returns removes the handler */
  onMessage(handler: MessageHandler): () => void;
  /** Resolves when connected; rejects with BrokerDownError after the given milliseconds. */
  untilUp(within: number): Promise<void>;
  close(): Promise<void>;
}

export interface FrameWithin extends Omit<FrameLimit, 'until'> {
  within: number;
}

export interface CommandLimit {
  sn: string;
  /** The record whose device it is for: the embedded broker gives it to no other device of this serial number. */
  dockOID: string;
  tid: string;
  within: number;
  /** After this many ms the embedded broker refuses it, even before its deadline. */
  reachWithin?: number;
}

export interface BrokerClientOptions {
  /** `mqtt://user:password@host:port`; user and password may also stand beside it. */
  url: string;
  username?: string;
  password?: string;
  clientId: string;
  log: Log;
  /**
   * At 1 a device that asks for it acknowledges each command. Only for a broker that keeps no message for a device that
   * is away; 0 unless given.
   */
  commandQos?: 0 | 1;
}

/** Connects, and tries again until closed. A silent broker is noticed within six seconds. */
export function connectBroker(options: BrokerClientOptions): BrokerClient {
  return new Client(options);
}

class Client implements BrokerClient {
  readonly events = new EventEmitter<{ up: []; down: [string] }>();
  readonly #options: BrokerClientOptions;
  readonly #topics = new Set<string>();
  readonly #handlers = new Set<MessageHandler>();
  readonly #stopping = new AbortController();
  readonly #loop: Promise<void>;
  readonly #sayUnhandled: SparingWarn;
  readonly #slices = createSlices(systemClock, limits.broker.received);
  /** What the message that is handled now, or was last, had waited when it came, ms. */
  #late = 0;
  #client: MqttClient | undefined;
  #up = false;
  /** Of the present connection. */
  #pings: BrokerPings | undefined;

  constructor(options: BrokerClientOptions) {
    this.#options = options;
    const { log } = options;
    // Our fault, and yet a device brings it about as often as it likes.
    this.#sayUnhandled = createSparingWarn({ warn: log.error.bind(log) }, systemClock.mono);
    // Every gateway room and every open call may listen.
    this.events.setMaxListeners(0);
    this.#loop = this.#run();
  }

  get connected(): boolean {
    return this.#up && this.#client?.connected === true;
  }

  /** One MQTT client for each connection: nothing of an earlier connection can be sent on a later one. */
  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const reason = await this.#connection();
      if (this.#up) {
        this.#up = false;
        this.#options.log.warn({ reason }, 'the broker was lost');
        this.events.emit('down', reason);
      }
      await delay(limits.broker.reconnect, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Runs one connection. @returns the reason of its end */
  #connection(): Promise<string> {
    const { url, clientId, username, password } = this.#options;
    const address = new URL(url);
    const user = username ?? decodeURIComponent(address.username);
    const pass = password ?? decodeURIComponent(address.password);
    address.username = '';
    address.password = '';
    const client = mqtt.connect(address.href, {
      clientId,
      ...(user === '' ? {} : { username: user, password: pass }),
      protocolVersion: 4,
      clean: true,
      keepalive: limits.broker.keepalive,
      // Our own messages must not delay the keep-alive ping.
      reschedulePings: false,
      reconnectPeriod: 0,
      connectTimeout: limits.broker.clientConnect,
      resubscribe: false,
      queueQoSZero: false,
    });
    this.#client = client;
    // Orders and the pings that ask for them are short: none waits until the broker has answered what was sent before.
    if (client.stream instanceof Socket) client.stream.setNoDelay(true);
    // Each subscription under way listens for the end of the connection; docks come in hundreds.
    client.setMaxListeners(0);
    client.on('message', (topic, payload, packet) => this.#receive(topic, payload, packet));
    this.#pings = new BrokerPings(client);
    return new Promise((resolve) => {
      let problem = 'connection closed';
      client.on('error', (error) => (problem = error.message));
      client.on('close', () => {
        // What came on this connection counts before its end does.
        this.#slices.finish();
        this.#client = undefined;
        client.end(true);
        resolve(problem);
      });
      client.once('connect', () => void this.#becomeUp(client));
    });
  }

  async #becomeUp(client: MqttClient): Promise<void> {
    try {
      if (this.#topics.size > 0) await subscribeTo(client, [...this.#topics]);
    } catch (err) {
      this.#options.log.error({ err }, 'the broker does not let us subscribe');
      client.end(true);
      return;
    }
    if (this.#client !== client) return;
    this.#up = true;
    this.#options.log.info('connected to the broker');
    this.events.emit('up');
  }

  #receive(topic: string, payload: Buffer, packet: IPublishPacket): void {
    const late = this.#pings?.delay() ?? 0;
    this.#slices.push(() => {
      this.#late = late;
      this.#deliver(topic, payload, packet);
    });
  }

  #deliver(topic: string, payload: Buffer, packet: IPublishPacket): void {
    for (const handler of this.#handlers) {
      try {
        handler(topic, payload, packet);
      } catch (err) {
        this.#sayUnhandled(topic, { err, topic }, 'a message could not be handled');
      }
    }
  }

  publish(topic: string, payload: string | Buffer, options: { qos: 0 | 1 }): Promise<void> {
    const client = this.#client;
    if (!client || !this.connected || client.disconnecting) return Promise.reject(new BrokerDownError());
    if (options.qos === 0) {
      // Without a callback: the library would wait for room once for each message.
      client.publish(topic, payload, { qos: 0, retain: false });
      return untilDrained(client.stream).catch(() => Promise.reject(lostBefore('it was sent')));
    }
    return new Promise((resolve, reject) => {
      const lost = (): void => reject(lostBefore('it acknowledged'));
      client.once('close', lost);
      client.publish(topic, payload, { qos: options.qos, retain: false }, (error) => {
        client.off('close', lost);
        if (error) reject(new BrokerDownError(error.message));
        else resolve();
      });
    });
  }

  async publishCommand(topic: string, payload: string, limit: CommandLimit): Promise<void> {
    const { sn, dockOID, tid, within, reachWithin = within } = limit;
    if (within <= 0) throw new BrokerDownError('the time of the command is up');
    const now = machineTime();
    const announcement = JSON.stringify({ sn, dockOID, tid, until: now + within, by: now + reachWithin });
    // On one connection, in this order: no command reaches the broker without its deadline.
    const announced = this.publish(deadlineTopic, announcement, { qos: 0 });
    // Not awaited: the broker reports the delivery.
    this.publish(topic, payload, { qos: this.#options.commandQos ?? 0 }).catch(() => undefined);
    await announced;
  }

  async publishFrame(topic: string, payload: string, { within, ...what }: FrameWithin): Promise<void> {
    const limit: FrameLimit = { ...what, until: machineTime() + within };
    // On one connection, in this order: no frame comes to the broker before its limit.
    const announced = this.publish(frameLimitTopic, JSON.stringify(limit), { qos: 0 });
    await Promise.all([announced, this.publish(topic, payload, { qos: 0 })]);
  }

  async answers(): Promise<boolean> {
    const up = this.connected && (await this.#pings?.answers()) === true;
    return up && this.connected;
  }

  delay(): number {
    return Math.max(this.#late, this.#pings?.delay() ?? 0) + this.#slices.waited();
  }

  async subscribe(topics: readonly string[]): Promise<void> {
    const fresh = topics.filter((topic) => !this.#topics.has(topic));
    for (const topic of fresh) this.#topics.add(topic);
    if (fresh.length === 0 || !this.#client || !this.connected) return;
    try {
      await subscribeTo(this.#client, fresh);
    } catch (error) {
      // The next connection repairs a lost one; a refusal is final.
      if (!this.connected) return;
      for (const topic of fresh) this.#topics.delete(topic);
      throw error;
    }
  }

  async unsubscribe(topics: readonly string[]): Promise<void> {
    for (const topic of topics) this.#topics.delete(topic);
    const client = this.#client;
    if (!client || !this.connected || topics.length === 0) return;
    await unsubscribeFrom(client, topics);
  }

  onMessage(handler: MessageHandler): () => void {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  untilUp(within: number): Promise<void> {
    if (this.connected) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const up = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.events.off('up', up);
        reject(new BrokerDownError(`the broker does not answer within ${within} ms`));
      }, within);
      this.events.once('up', up);
    });
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    this.#up = false;
    const client = this.#client;
    // A second `end` does nothing, and a broker that does not read would keep the first one waiting for ever.
    const timer = setTimeout(() => client?.stream.destroy(), limits.broker.reconnect);
    client?.end(false);
    await this.#loop;
    clearTimeout(timer);
  }
}
