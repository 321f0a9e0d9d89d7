import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import { topics } from '@eyrie/dji';
import type { Clock } from './clock.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { Random } from './random.ts';

export type MqttVersion = '3.1' | '3.1.1' | '5';
const versions: Record<MqttVersion, IClientOptions> = {
  '3.1': { protocolVersion: 3, protocolId: 'MQIsdp' },
  '3.1.1': { protocolVersion: 4 },
  '5': { protocolVersion: 5 },
};

export interface Message {
  tid: string;
  bid: string;
  timestamp: number;
  method: string;
  data: unknown;
}

export interface WireOptions {
  brokerUrl: string;
  sn: string;
  secret: string;
  clock: Clock;
  random: Random;
  /** ms added to every timestamp: the device's own clock is a little off. */
  skew: () => number;
  /** 3.1.1 unless given. */
  mqtt?: MqttVersion | undefined;
  /** Level of service at which it hears; 1 unless given. */
  hears?: 0 | 1 | undefined;
  /** On which root it names its topology; docks on `sys`, remote controllers on `thing`. */
  status?: 'sys' | 'thing' | undefined;
  /** Last will, published by the broker when the dock drops off. */
  will?: boolean | undefined;
  /** Called for every connection after the subscriptions stand; the first one is `fresh`. */
  online: (fresh: boolean) => void;
  offline: () => void;
  service: (message: Message) => void;
  property: (message: Message) => void;
  /** Sends telemetry and events; a test may make it send them wrongly. */
  tamper: (send: () => void) => void;
  /** A connection that the broker refused, or a network fault. */
  fault: (error: Error) => void;
}

export interface EventOptions {
  bid?: string;
  needReply?: boolean;
  /** Left out for events that real docks send without the field. */
  bare?: boolean;
  /** SN in the topic; the dock's unless given. */
  sn?: string;
  slot?: string;
}

/** The link of one dock to its server, as the broker sees it. */
export interface Wire {
  readonly connected: boolean;
  readonly unanswered: number;
  osd(sn: string, data: unknown): void;
  state(sn: string, data: Record<string, unknown>, needReply?: boolean): void;
  event(method: string, data: unknown, options?: EventOptions): void;
  /** Sends a request until it is answered; resolves with the reply's `data`, or null after `timeoutMs`. */
  request(method: string, data: unknown, timeoutMs?: number): Promise<unknown>;
  topology(data: unknown): Promise<void>;
  reply(message: Message, data: unknown): void;
  propertyReply(message: Message, data: unknown): void;
  /** Listens for answers to what is sent under the aircraft's SN. */
  attach(droneSn: string): void;
  /** Cuts the connection without a word and stays away for `ms`. */
  cut(ms: number): void;
  stop(): Promise<void>;
}

const retryMs = 500;

export function openWire(options: WireOptions): Wire {
  return new MqttWire(options);
}

class MqttWire implements Wire {
  private readonly options: WireOptions;
  private readonly outbox: Outbox;
  private readonly client: MqttClient;
  private fresh = true;
  private ready = false;
  private stopped = false;
  private cancelReturn = () => {};

  constructor(options: WireOptions) {
    this.options = options;
    this.outbox = createOutbox(options.clock);
    this.client = connect(options.brokerUrl, this.connectOptions());
    this.client.on('connect', () => this.subscribe());
    this.client.on('message', (topic, payload) => this.receive(topic, payload));
    this.client.on('close', () => {
      if (this.ready) options.offline();
      this.ready = false;
    });
    this.client.on('error', (error) => options.fault(error));
  }

  get connected() {
    return this.ready;
  }

  get unanswered() {
    return this.outbox.size;
  }

  osd(sn: string, data: unknown) {
    const body = { ...this.ids(), gateway: this.options.sn, data };
    this.options.tamper(() => this.publish(topics.osd(sn), body, 0));
  }

  state(sn: string, data: Record<string, unknown>, needReply = true) {
    const ids = this.ids();
    const send = () =>
      this.publish(
        topics.state(sn),
        { ...ids, ...this.stamp(), gateway: this.options.sn, need_reply: needReply ? 1 : 0, data },
        1,
      );
    if (needReply) this.outbox.post(ids.tid, send, { slot: `state ${sn} ${Object.keys(data).join()}` });
    else send();
  }

  event(method: string, data: unknown, more: EventOptions = {}) {
    const ids = { ...this.ids(), ...(more.bid === undefined ? {} : { bid: more.bid }) };
    const need = more.bare ? {} : { need_reply: more.needReply ? 1 : 0 };
    const topic = topics.events(more.sn ?? this.options.sn);
    const send = () => {
      const body = { ...ids, ...this.stamp(), gateway: this.options.sn, method, ...need, data };
      this.options.tamper(() => this.publish(topic, body, 1));
    };
    if (more.needReply) this.outbox.post(ids.tid, send, more.slot === undefined ? {} : { slot: more.slot });
    else send();
  }

  request(method: string, data: unknown, timeoutMs?: number): Promise<unknown> {
    const ids = this.ids();
    return new Promise((resolve) => {
      let cancel = () => {};
      if (timeoutMs !== undefined)
        cancel = this.options.clock.after(timeoutMs, () => this.outbox.settle(ids.tid, null));
      const answered = (answer: unknown) => {
        cancel();
        resolve(answer);
      };
      const topic = topics.requests(this.options.sn);
      this.outbox.post(
        ids.tid,
        () => this.publish(topic, { ...ids, ...this.stamp(), gateway: this.options.sn, method, data }, 1),
        { answered },
      );
    });
  }

  topology(data: unknown): Promise<void> {
    const ids = this.ids();
    const { sn, status } = this.options;
    const topic = status === 'thing' ? topics.controllerStatus(sn) : topics.status(sn);
    return new Promise((resolve) => {
      this.outbox.post(
        ids.tid,
        () => this.publish(topic, { ...ids, ...this.stamp(), gateway: sn, method: 'update_topo', data }, 1),
        { answered: () => resolve(), slot: 'update_topo' },
      );
    });
  }

  /** Real replies carry no `gateway`. */
  reply(message: Message, data: unknown) {
    const { tid, bid, method } = message;
    this.publish(topics.servicesReply(this.options.sn), { tid, bid, ...this.stamp(), method, data }, 1);
  }

  propertyReply(message: Message, data: unknown) {
    const { tid, bid } = message;
    this.publish(
      topics.propertySetReply(this.options.sn),
      { tid, bid, ...this.stamp(), gateway: this.options.sn, data },
      1,
    );
  }

  attach(droneSn: string) {
    if (this.ready)
      this.client.subscribe([topics.stateReply(droneSn), topics.eventsReply(droneSn)], { qos: 1 });
  }

  cut(ms: number) {
    this.client.options.reconnectPeriod = 0;
    this.client.stream.destroy();
    this.cancelReturn();
    this.cancelReturn = this.options.clock.after(ms, () => {
      if (this.stopped) return;
      this.client.options.reconnectPeriod = retryMs;
      this.client.reconnect();
    });
  }

  async stop() {
    this.stopped = true;
    this.cancelReturn();
    this.outbox.clear();
    await this.client.endAsync(true);
  }

  private connectOptions(): IClientOptions {
    const { sn, secret } = this.options;
    const will = {
      topic: topics.status(sn),
      payload: Buffer.from('{"method":"offline","data":{}}'),
      qos: 0,
      retain: false,
    } as const;
    return {
      clientId: sn,
      username: sn,
      password: secret,
      clean: true,
      keepalive: 30,
      reconnectPeriod: retryMs,
      connectTimeout: 10_000,
      queueQoSZero: false,
      ...versions[this.options.mqtt ?? '3.1.1'],
      ...(this.options.will ? { will } : {}),
    };
  }

  private subscribe() {
    const { sn } = this.options;
    const wanted = [
      topics.services(sn),
      topics.eventsReply(sn),
      topics.requestsReply(sn),
      topics.stateReply(sn),
      topics.statusReply(sn),
      topics.propertySet(sn),
    ];
    this.client.subscribe(wanted, { qos: this.options.hears ?? 1 }, (error) => {
      if (error || this.stopped) return;
      this.ready = true;
      const fresh = this.fresh;
      this.fresh = false;
      if (!fresh) this.outbox.resend();
      this.options.online(fresh);
    });
  }

  private receive(topic: string, payload: Buffer) {
    const message = readMessage(payload);
    if (!message) return;
    const { sn } = this.options;
    if (topic === topics.services(sn)) this.options.service(message);
    else if (topic === topics.propertySet(sn)) this.options.property(message);
    else this.outbox.settle(message.tid, message.data);
  }

  private publish(topic: string, body: Record<string, unknown>, qos: 0 | 1) {
    if (!this.ready || !this.client.connected) return;
    this.client.publish(topic, JSON.stringify(body), { qos, retain: false }, () => {});
  }

  private ids() {
    return { tid: this.options.random.uuid(), bid: this.options.random.uuid(), ...this.stamp() };
  }

  private stamp() {
    return { timestamp: Math.round(this.options.clock.wall() + this.options.skew()) };
  }
}

function readMessage(payload: Buffer): Message | null {
  try {
    const body: unknown = JSON.parse(payload.toString('utf8'));
    if (typeof body !== 'object' || body === null) return null;
    const { tid, bid, timestamp, method, data } = body as Record<string, unknown>;
    if (typeof tid !== 'string') return null;
    return {
      tid,
      bid: typeof bid === 'string' ? bid : tid,
      timestamp: Number(timestamp),
      method: typeof method === 'string' ? method : '',
      data,
    };
  } catch {
    return null;
  }
}
