import { connect, type MqttClient } from 'mqtt';

export interface OpenWireOptions {
  brokerUrl: string;
  sn: string;
  secret: string;
  /** Topics that it listens to. */
  listens: readonly string[];
  /** Called for every connection once the subscriptions stand. */
  online(): void;
  offline(): void;
  receive(topic: string, text: string): void;
  /** A connection that the broker refused, or a network fault. */
  fault(error: Error): void;
}

/** The connection of an open device; it comes back by itself until it is stopped. */
export interface OpenWire {
  publish(topic: string, body: unknown, how: { qos: 0 | 1; retain: boolean }): void;
  stop(): Promise<void>;
}

const retryMs = 500;

/** Each connection has a client of its own: the library sends again after a cut what is to come after a hello. */
export function openWireOf(options: OpenWireOptions): OpenWire {
  const wire = new ReturningWire(options);
  wire.open();
  return wire;
}

class ReturningWire implements OpenWire {
  readonly #options: OpenWireOptions;
  #client: MqttClient | null = null;
  #ready = false;
  #stopped = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(options: OpenWireOptions) {
    this.#options = options;
  }

  open(): void {
    const { brokerUrl, sn, secret, listens } = this.#options;
    const client = connect(brokerUrl, {
      clientId: sn,
      username: sn,
      password: secret,
      clean: true,
      keepalive: 30,
      reconnectPeriod: 0,
      connectTimeout: 10_000,
      queueQoSZero: false,
      protocolVersion: 4,
    });
    this.#client = client;
    client.on('connect', () =>
      client.subscribe([...listens], { qos: 1 }, (error) => {
        if (error || client !== this.#client) return;
        this.#ready = true;
        this.#options.online();
      }),
    );
    client.on('message', (topic, payload) => this.#options.receive(topic, payload.toString('utf8')));
    client.on('close', () => this.#closed(client));
    client.on('error', (error) => this.#options.fault(error));
  }

  publish(topic: string, body: unknown, how: { qos: 0 | 1; retain: boolean }): void {
    // What waited for a connection would come out of its time.
    if (this.#ready && this.#client?.connected)
      this.#client.publish(topic, JSON.stringify(body), how, () => {});
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    await this.#client?.endAsync(true);
  }

  #closed(client: MqttClient): void {
    if (client !== this.#client || this.#stopped) return;
    this.#client = null;
    client.end(true);
    if (this.#ready) this.#options.offline();
    this.#ready = false;
    this.#retry = setTimeout(() => this.open(), retryMs);
  }
}
