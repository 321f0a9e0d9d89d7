import { connectAsync, type MqttClient } from 'mqtt';

type Fields = Readonly<Record<string, unknown>>;

/** An order as it came. */
export interface OpenOrder {
  id: string;
  name: string;
  arguments: Fields;
  issuedAt: number;
  expiresAt: number;
  qos: number;
  retained: boolean;
}

/** How it answers an order. */
export type OpenAnswer = 'accepted' | 'silent' | { rejected: string; text?: string };

export interface OpenDeviceOptions {
  /** `mqtt://host:port`. */
  url: string;
  sn: string;
  secret: string;
  kind?: 'robot' | 'dock';
}

/** How long a test waits for what must come, ms. */
const wait = 30_000;

const robotState = { mode: 'idle', place: { lng: 113.9, lat: 22.5 }, heading: 90, speed: 0, percent: 81 };
const dockState = {
  mode: 'idle',
  place: { lng: 113.948, lat: 22.539, height: 40 },
  dock: { cover: 'closed', aircraftInside: true, wind: 2 },
};
const commandsOf = {
  robot: ['goTo', 'patrol', 'returnToBase', 'stop'],
  dock: ['startJob', 'returnHome', 'coverOpen', 'coverClose', 'stop'],
};

/**
 * A device of another vendor, written by hand against the published contract: it shares no code with the product, so a
 * mistake in the product's reading shows here. It accepts every order unless it is given another answer.
 */
export class OpenDeviceClient {
  readonly orders: OpenOrder[] = [];
  readonly welcomes: Fields[] = [];
  answer: OpenAnswer = 'accepted';
  readonly #mqtt: MqttClient;
  readonly #options: OpenDeviceOptions;
  #seq = 0;

  constructor(mqtt: MqttClient, options: OpenDeviceOptions) {
    this.#mqtt = mqtt;
    this.#options = options;
    mqtt.on('message', (topic, payload, { qos, retain }) => {
      const said = JSON.parse(payload.toString()) as Fields;
      if (topic.endsWith('/welcome')) this.welcomes.push(said);
      else void this.#ordered({ ...said, qos, retained: retain } as unknown as OpenOrder);
    });
  }

  get connected(): boolean {
    return this.#mqtt.connected;
  }

  async #ordered(order: OpenOrder): Promise<void> {
    this.orders.push(order);
    const { answer } = this;
    if (answer === 'silent') return;
    const { id } = order;
    if (answer === 'accepted') await this.send('ack', { id, result: 'accepted' });
    else
      await this.send('ack', {
        id,
        result: 'rejected',
        reason: answer.rejected,
        ...(answer.text === undefined ? {} : { text: answer.text }),
      });
  }

  /** Any message, also one that breaks the contract. */
  async send(last: string, message: unknown): Promise<void> {
    const payload = typeof message === 'string' ? message : JSON.stringify(message);
    await this.#mqtt.publishAsync(`eyrie/v1/${this.#options.sn}/${last}`, payload, { qos: 1 });
  }

  /** Speaks where it may not; nobody acknowledges that. */
  trespass(topic: string): void {
    this.#mqtt.publish(topic, '{}', { qos: 0 });
  }

  /** Says hello and waits for the answer. */
  async hello(differs: Fields = {}): Promise<Fields> {
    const kind = this.#options.kind ?? 'robot';
    const before = this.welcomes.length;
    await this.send('hello', {
      protocol: 1,
      kind,
      at: Date.now(),
      vendor: 'Acme',
      model: 'Rover 2',
      firmware: '2.1',
      commands: commandsOf[kind],
      ...differs,
    });
    const end = performance.now() + wait;
    while (this.welcomes.length === before) {
      if (performance.now() > end) throw new Error('no welcome came');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return this.welcomes.at(-1) ?? {};
  }

  /** Says its state, with what differs from one that rests. */
  state(differs: Fields = {}): Promise<void> {
    this.#seq += 1;
    const rest = this.#options.kind === 'dock' ? dockState : robotState;
    return this.send('state', { at: Date.now(), seq: this.#seq, ...rest, ...differs });
  }

  close(): Promise<void> {
    return this.#mqtt.endAsync(true);
  }
}

/** Connects and hears what it may hear. Rejects when it is not let in. */
export const connectOpenDevice = async (options: OpenDeviceOptions): Promise<OpenDeviceClient> => {
  const { url, sn, secret } = options;
  const line = {
    protocolVersion: 4 as const,
    clientId: sn,
    username: sn,
    password: secret,
    reconnectPeriod: 0,
  };
  const mqtt = await connectAsync(url, line);
  mqtt.on('error', () => undefined);
  const device = new OpenDeviceClient(mqtt, options);
  await mqtt.subscribeAsync([`eyrie/v1/${sn}/welcome`, `eyrie/v1/${sn}/command`], { qos: 1 });
  return device;
};
