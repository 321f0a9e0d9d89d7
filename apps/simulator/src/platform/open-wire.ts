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

export function openWireOf(options: OpenWireOptions): OpenWire {
  const { brokerUrl, sn, secret, listens } = options;
  const client: MqttClient = connect(brokerUrl, {
    clientId: sn,
    username: sn,
    password: secret,
    clean: true,
    keepalive: 30,
    reconnectPeriod: retryMs,
    connectTimeout: 10_000,
    queueQoSZero: false,
    protocolVersion: 4,
    resubscribe: false,
  });
  let ready = false;
  let stopped = false;
  client.on('connect', () =>
    client.subscribe([...listens], { qos: 1 }, (error) => {
      if (error || stopped) return;
      ready = true;
      options.online();
    }),
  );
  client.on('message', (topic, payload) => options.receive(topic, payload.toString('utf8')));
  client.on('close', () => {
    if (ready) options.offline();
    ready = false;
  });
  client.on('error', (error) => options.fault(error));
  return {
    publish: (topic, body, how) => {
      // What waited for a connection would come out of its time.
      if (ready && client.connected) client.publish(topic, JSON.stringify(body), how, () => {});
    },
    stop: async () => {
      stopped = true;
      await client.endAsync(true);
    },
  };
}
