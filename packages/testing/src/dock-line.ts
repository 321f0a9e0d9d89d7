import { randomUUID } from 'node:crypto';
import type { IClientOptions, MqttClient } from 'mqtt';

/** One thing the dock was sent. */
export interface Received {
  /** Place in the order of arrival, from 0. */
  order: number;
  /** Arrival on this process's monotonic clock, ms. */
  at: number;
  topic: string;
  qos: number;
  retained: boolean;
  tid: string;
  bid: string;
  timestamp: number;
  method: string;
  data: unknown;
}

/** How the dock answers one command. */
export type Answer =
  | { kind: 'ok'; output?: unknown; beside?: Fields }
  | { kind: 'reject'; code: number }
  | { kind: 'drop' }
  | { kind: 'late'; ms: number; code?: number }
  | { kind: 'duplicate' }
  | { kind: 'wrongTid' };

export interface DockOptions {
  /** Degrees that it stands east of where the others stand. */
  east?: number;
  /** `mqtt://host:port`. */
  url: string;
  sn: string;
  secret: string;
  droneSn?: string;
  /** The serial number unless told otherwise. */
  clientId?: string;
  /** `type`, `sub_type` of dock and aircraft; Dock 2 with a Matrice 3TD unless told otherwise. */
  dockType?: readonly [number, number];
  droneType?: readonly [number, number];
  /** Dock clock minus true time, ms. */
  clockSkew?: number;
  /** Level of service at which it hears; 1 unless told otherwise. */
  hears?: 0 | 1;
  /** Whatever else its connection is made with: another version of MQTT, coming back by itself. */
  line?: IClientOptions;
}

export type Fields = Readonly<Record<string, unknown>>;
type Waiting = { matches: (message: Received) => boolean; take: (message: Received) => void };

/** How long a test waits for what must come, ms. */
export const wait = 30_000;
/** After so long a dock sends anew what was not answered, ms. */
const resendAfter = 5_000;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

const read = (
  topic: string,
  payload: Buffer,
  flags: { qos: number; retain: boolean },
  order: number,
): Received => {
  const sent = fieldsOf(JSON.parse(payload.toString('utf8')));
  return {
    order,
    at: performance.now(),
    topic,
    qos: flags.qos,
    retained: flags.retain,
    tid: String(sent.tid),
    bid: String(sent.bid),
    timestamp: Number(sent.timestamp),
    method: String(sent.method),
    data: sent.data,
  };
};

/**
 * The line of a dock to its broker: writes down everything that arrives and answers commands as the test
 * tells it. What a dock has to say is in `DockClient`.
 */
export class DockLine {
  readonly received: Received[] = [];
  protected readonly mqtt: MqttClient;
  protected readonly options: DockOptions;
  readonly #answers = new Map<string, Answer[]>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #waiting = new Set<Waiting>();

  constructor(mqtt: MqttClient, options: DockOptions) {
    this.mqtt = mqtt;
    this.options = options;
    // A broker that is away shows in `connected` and in what does not come; without a listener it would end the process.
    mqtt.on('error', () => undefined);
    mqtt.on('message', (topic, payload, packet) => {
      this.#take(read(topic, payload, packet, this.received.length));
    });
  }

  get connected(): boolean {
    return this.mqtt.connected;
  }

  /** Commands received so far, in order; of one method or all. */
  services(method?: string): Received[] {
    return this.received.filter(
      (message) => message.topic.endsWith('/services') && (method === undefined || message.method === method),
    );
  }

  /** Answers to the next commands of this method, in order; the last one stays in force. */
  answer(method: string, ...answers: Answer[]): void {
    this.#answers.set(method, answers);
  }

  /** First message that matches, of those already received or still to come. Rejects after `ms`. */
  waitFor(matches: (message: Received) => boolean, ms = wait): Promise<Received> {
    const there = this.received.find((message) => matches(message));
    if (there) return Promise.resolve(there);
    return new Promise((resolve, reject) => {
      const entry: Waiting = { matches, take: resolve };
      this.#waiting.add(entry);
      this.later(ms, () => {
        if (this.#waiting.delete(entry))
          reject(new Error(`dock ${this.options.sn}: nothing came in ${ms} ms`));
      });
    });
  }

  /** Sends until what matches has come, as docks do: a line that a slow machine ended loses what was sent. */
  protected async sendUntil(
    send: () => Promise<void>,
    matches: (message: Received) => boolean,
    ms = wait,
  ): Promise<Received> {
    let isOver = false;
    const again = (): void =>
      this.later(resendAfter, () => {
        if (isOver) return;
        send().catch(() => undefined);
        again();
      });
    again();
    try {
      await send();
      return await this.waitFor(matches, ms);
    } finally {
      isOver = true;
    }
  }

  /** The `nth` command of this method, counted from 1. */
  waitForService(method: string, nth = 1, ms = wait): Promise<Received> {
    return this.waitFor(() => this.services(method).length >= nth, ms).then(() => {
      const found = this.services(method)[nth - 1];
      if (!found) throw new Error(`dock ${this.options.sn}: ${method} went missing`);
      return found;
    });
  }

  /** Any bytes on any topic, for messages no dock should send. */
  async raw(topic: string, payload: string | Buffer, qos: 0 | 1 = 1): Promise<void> {
    await this.mqtt.publishAsync(topic, payload, { qos });
  }

  /** The line is cut: no DISCONNECT is sent. */
  cut(): void {
    this.mqtt.stream.destroy();
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#waiting.clear();
    await this.mqtt.endAsync(true);
  }

  #take(message: Received): void {
    this.received.push(message);
    if (message.topic.endsWith('/services')) this.#reply(message);
    for (const entry of this.#waiting) {
      if (entry.matches(message) && this.#waiting.delete(entry)) entry.take(message);
    }
  }

  #reply(command: Received): void {
    const script = this.#answers.get(command.method) ?? [];
    const answer = (script.length > 1 ? script.shift() : script[0]) ?? { kind: 'ok' };
    if (answer.kind === 'drop') return;
    const result = 'code' in answer ? (answer.code ?? 0) : 0;
    const beside = 'beside' in answer ? answer.beside : {};
    const data = 'output' in answer ? { result, output: answer.output } : { result, ...beside };
    const tid = answer.kind === 'wrongTid' ? randomUUID() : command.tid;
    // Real docks leave `gateway` out of this message.
    const reply = { tid, bid: command.bid, method: command.method, data };
    const send = () => {
      // A line that was cut meanwhile loses the reply, as it does for a dock.
      this.#publish(`thing/product/${this.options.sn}/services_reply`, reply).catch(() => undefined);
    };
    if (answer.kind === 'late') this.later(answer.ms, send);
    else send();
    if (answer.kind === 'duplicate') send();
  }

  /** Publishes with the serial number of the gateway in the envelope. */
  protected send(topic: string, fields: Fields, qos: 0 | 1 = 1): Promise<void> {
    return this.#publish(topic, { ...fields, gateway: this.options.sn }, qos);
  }

  async #publish(topic: string, fields: Fields, qos: 0 | 1 = 1): Promise<void> {
    if (!this.mqtt.connected) return;
    const timestamp = Date.now() + (this.options.clockSkew ?? 0);
    await this.mqtt.publishAsync(topic, JSON.stringify({ ...fields, timestamp }), { qos });
  }

  protected later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }
}
