import { connect } from 'mqtt';
import { topics } from '@eyrie/dji';

/** Where the second connection goes, and as whom. */
export interface DrcBroker {
  url: string;
  clientId: string;
  username: string;
  password: string;
  /** Hz. */
  stateFrequency: number;
  obstacleFrequency: number;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Hz, as documents allow it. */
const isFrequency = (value: unknown): value is number =>
  typeof value === 'number' && value >= 1 && value <= 30;

/** Null: no dock takes it. */
export const readBroker = (data: unknown): DrcBroker | null => {
  const { mqtt_broker: given, osd_frequency, hsi_frequency } = (data ?? {}) as Record<string, unknown>;
  const { address, client_id, username, password, enable_tls } = (given ?? {}) as Record<string, unknown>;
  if (!isFrequency(osd_frequency) || !isFrequency(hsi_frequency)) return null;
  if (!isText(address) || !isText(client_id) || !isText(username) || !isText(password)) return null;
  const url = `${enable_tls === true ? 'mqtts' : 'mqtt'}://${address}`;
  const frequencies = { stateFrequency: osd_frequency, obstacleFrequency: hsi_frequency };
  return { url, clientId: client_id, username, password, ...frequencies };
};

export interface DrcLine {
  /** @param answers the number of what it answers; its own otherwise */
  say(method: string, data: unknown, answers?: unknown): void;
  close(): void;
}

/** The second connection of a dock. It comes back by itself, and says nothing late. */
export const openDrcLine = (
  sn: string,
  { url, clientId, username, password }: DrcBroker,
  listener: {
    open(): void;
    heard(method: string, body: { seq: unknown; data: unknown }): void;
    fault(error: Error): void;
  },
): DrcLine => {
  const client = connect(url, {
    clientId,
    username,
    password,
    protocolVersion: 4,
    clean: true,
    keepalive: 10,
    reconnectPeriod: 500,
    queueQoSZero: false,
  });
  let seq = 0;
  client.on('connect', () => {
    client.subscribe(topics.drcDown(sn), { qos: 0 }, (error) => {
      if (!error) listener.open();
    });
  });
  client.on('error', (error) => listener.fault(error));
  client.on('message', (_topic, payload) => {
    try {
      const body = JSON.parse(payload.toString('utf8')) as { seq: unknown; method: unknown; data: unknown };
      if (isText(body.method)) listener.heard(body.method, body);
    } catch (error) {
      listener.fault(error as Error);
    }
  });
  return {
    say(method, data, answers) {
      if (!client.connected) return;
      seq += 1;
      client.publish(
        topics.drcUp(sn),
        JSON.stringify({ seq: answers ?? seq, method, data, timestamp: Date.now() }),
      );
    },
    close: () => void client.end(true),
  };
};
