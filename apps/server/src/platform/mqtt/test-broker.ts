import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { promised } from '@eyrie/testing';
import mqtt from 'mqtt';
import type { IClientOptions, MqttClient } from 'mqtt';
import { createLog } from '../log.ts';
import { createTestDatabase } from '../postgres/test-database.ts';
import type { TestDatabase } from '../postgres/test-database.ts';
import { connectBroker } from './client.ts';
import type { BrokerClient } from './client.ts';
import { hashSecret } from '../device-secret.ts';
import { startEmbeddedBroker } from './embedded.ts';
import type { EmbeddedBroker } from './embedded.ts';
import { addDock, addDrone } from './test-docks.ts';
import { clientTopic } from './topics.ts';
import type { ClientNotice } from './topics.ts';

/** A broker of its own for one test file, with DOCK1 (secret `one`), DOCK2 (`two`), DRONE1 and DRONE2. */
export interface TestBroker {
  db: TestDatabase;
  broker: EmbeddedBroker;
  /** Oids of the docks by their serial number. */
  docks: Record<string, string>;
  /** What the devices speak from now on. */
  speak(options: IClientOptions): void;
  /** A server's own connection, subscribed to everything. */
  server: BrokerClient;
  notices: ClientNotice[];
  messages: { topic: string; text: string; retain: boolean }[];
  /** A device of another make than our own client: the bare library. Rejects when it is refused. */
  device(sn: string, options?: IClientOptions): Promise<MqttClient>;
  /** Any other bare client, to be closed with the devices. */
  bare(options: IClientOptions & { url?: string }): MqttClient;
  /** All earlier messages of this client have been dealt with once its own one comes through. */
  settled(client: MqttClient, sn: string): Promise<void>;
  /** Closes the devices, waits for all that is still to be heard of them, and forgets it. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

const secrets: Record<string, string> = { DOCK1: 'one', DOCK2: 'two' };
const log = createLog({ level: 'silent' });

export async function until(condition: () => boolean, within = 10_000): Promise<void> {
  const deadline = performance.now() + promised(within);
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('the awaited state did not come');
    await delay(10);
  }
}

/** The versions of MQTT that devices speak, as options of the bare library. */
export const mqttVersions: { version: string; speaks: IClientOptions }[] = [
  { version: '3.1', speaks: { protocolVersion: 3, protocolId: 'MQIsdp' } },
  { version: '3.1.1', speaks: { protocolVersion: 4 } },
  { version: '5', speaks: { protocolVersion: 5 } },
];

export const closed = (client: MqttClient): Promise<boolean> =>
  new Promise((resolve) => {
    client.once('close', () => resolve(true));
  });

export async function openTestBroker(): Promise<TestBroker> {
  const db = await createTestDatabase();
  const docks: Record<string, string> = {};
  for (const [sn, secret] of Object.entries(secrets)) docks[sn] = await addDock(db, sn, hashSecret(secret));
  await addDrone(db, 'DRONE1', 'DOCK1');
  await addDrone(db, 'DRONE2', 'DOCK2');
  const broker = await startEmbeddedBroker({ host: '127.0.0.1', port: 0, databaseUrl: db.url, log });
  const server = connectBroker({ ...broker.connection, clientId: 'gateway', log, commandQos: 1 });
  const notices: ClientNotice[] = [];
  const messages: TestBroker['messages'] = [];
  const devices: MqttClient[] = [];
  /** The docks that the broker has reported as connected. */
  const present = new Set<string>();
  const hear = (notice: ClientNotice): void => {
    notices.push(notice);
    if (notice.event === 'connected') present.add(notice.sn);
    if (notice.event === 'disconnected') present.delete(notice.sn);
  };
  // A lost broker reports no disconnects.
  server.events.on('down', () => present.clear());
  server.onMessage((topic, payload, packet) => {
    if (topic === clientTopic) hear(JSON.parse(payload.toString()) as ClientNotice);
    else messages.push({ topic, text: payload.toString(), retain: packet.retain });
  });
  await server.subscribe(['thing/#', 'sys/#', 'INFO/#', clientTopic]);
  await server.untilUp(5_000);

  let speaks: IClientOptions = { protocolVersion: 4 };
  const bare: TestBroker['bare'] = ({ url = `mqtt://127.0.0.1:${broker.port}`, ...options }) => {
    const client = mqtt.connect(url, { reconnectPeriod: 0, ...speaks, ...options });
    devices.push(client);
    client.on('error', () => undefined);
    return client;
  };
  /** All that the broker published before has been heard once the server's own word comes through. */
  const receiveAll = async (): Promise<void> => {
    const mark = randomBytes(8).toString('hex');
    await server.publish('INFO/test/mark', mark, { qos: 1 });
    await until(() => messages.some((one) => one.text === mark));
  };
  return {
    db,
    broker,
    docks,
    server,
    speak: (options) => (speaks = options),
    notices,
    messages,
    bare,
    device: async (sn, options = {}) => {
      const client = bare({ username: sn, password: secrets[sn] ?? 'none', clientId: sn, ...options });
      await new Promise<void>((resolve, reject) => {
        client.once('connect', () => resolve());
        client.once('error', reject);
        client.once('close', () => reject(new Error('refused')));
      });
      return client;
    },
    settled: async (client, sn) => {
      const mark = randomBytes(8).toString('hex');
      await client.publishAsync(`thing/product/${sn}/osd`, mark, { qos: 1 });
      await until(() => messages.some((one) => one.text === mark));
    },
    clear: async () => {
      const reportedDocks = ({ options: { username = '' } }: MqttClient): boolean =>
        username === broker.connection.username ||
        notices.some(({ sn, event }) => sn === username && event === 'connected');
      // One that ended before the broker's report would be reported in the next test.
      await until(() => !server.connected || devices.every((one) => !one.connected || reportedDocks(one)));
      await Promise.all(devices.splice(0).map((one) => one.endAsync(true)));
      await until(() => present.size === 0);
      if (server.connected) await receiveAll();
      messages.length = 0;
      notices.length = 0;
    },
    stop: async () => {
      await server.close();
      await broker.stop();
      await db.drop();
    },
  };
}
