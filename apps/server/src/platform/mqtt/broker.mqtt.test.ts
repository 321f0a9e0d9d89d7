import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import mqtt from 'mqtt';
import type { IClientOptions, MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createTestDatabase } from '../postgres/test-database.ts';
import type { TestDatabase } from '../postgres/test-database.ts';
import { connectBroker } from './client.ts';
import type { BrokerClient } from './client.ts';
import { hashSecret } from './directory.ts';
import { startEmbeddedBroker } from './embedded.ts';
import type { EmbeddedBroker } from './embedded.ts';
import { addDock, addDrone } from './test-docks.ts';
import { clientTopic } from './topics.ts';
import type { ClientNotice } from './topics.ts';

const log = createLog({ level: 'silent' });
let db: TestDatabase;
let broker: EmbeddedBroker;
let server: BrokerClient;
const notices: ClientNotice[] = [];
const messages: { topic: string; text: string; retain: boolean }[] = [];
const devices: MqttClient[] = [];
const secrets = { DOCK1: 'one', DOCK2: 'two' };

beforeAll(async () => {
  db = await createTestDatabase();
  for (const [sn, secret] of Object.entries(secrets)) await addDock(db, sn, hashSecret(secret));
  await addDrone(db, 'DRONE1', 'DOCK1');
  await addDrone(db, 'DRONE2', 'DOCK2');
  broker = await startEmbeddedBroker({ host: '127.0.0.1', port: 0, databaseUrl: db.url, log });
  server = connectBroker({ ...broker.connection, clientId: 'gateway', log });
  server.onMessage((topic, payload, packet) => {
    if (topic === clientTopic) notices.push(JSON.parse(payload.toString()) as ClientNotice);
    else messages.push({ topic, text: payload.toString(), retain: packet.retain });
  });
  await server.subscribe(['thing/#', 'sys/#', 'INFO/#', clientTopic]);
  await server.untilUp(5_000);
});

afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.endAsync(true)));
  await until(() => notices.filter((one) => one.event === 'connected').length <= departures());
  messages.length = 0;
  notices.length = 0;
});

afterAll(async () => {
  await server?.close();
  await broker?.stop();
  await db?.drop();
});

const departures = (): number => notices.filter((one) => one.event === 'disconnected').length;

async function until(condition: () => boolean, within = 10_000): Promise<void> {
  const deadline = performance.now() + within;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('the awaited state did not come');
    await delay(10);
  }
}

/** A device of another make than our own client: the bare library. */
async function device(sn: string, options: IClientOptions = {}): Promise<MqttClient> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${broker.port}`, {
    username: sn,
    password: secrets[sn as keyof typeof secrets] ?? 'none',
    clientId: sn,
    reconnectPeriod: 0,
    protocolVersion: 4,
    ...options,
  });
  devices.push(client);
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('refused')));
    client.on('error', () => undefined);
  });
  return client;
}

const closed = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => {
    client.once('close', () => resolve());
  });

/** All earlier messages of this client have been dealt with once its own one comes through. */
async function settled(client: MqttClient, sn: string): Promise<void> {
  const mark = randomBytes(8).toString('hex');
  await client.publishAsync(`thing/product/${sn}/osd`, mark, { qos: 1 });
  await until(() => messages.some((one) => one.text === mark));
}

test('a dock speaks and hears on its own topics and those of its aircraft', async () => {
  const dock = await device('DOCK1');
  const heard: string[] = [];
  dock.on('message', (topic) => heard.push(topic));
  await dock.subscribeAsync(['thing/product/DOCK1/services', 'thing/product/DRONE1/state_reply'], { qos: 1 });
  await dock.publishAsync('thing/product/DOCK1/state', '{}', { qos: 1 });
  await dock.publishAsync('thing/product/DRONE1/osd', '{}', { qos: 0 });
  await dock.publishAsync('sys/product/DOCK1/status', '{}', { qos: 1 });
  await until(() => messages.length === 3);
  await server.publish('thing/product/DOCK1/services', '{}', { qos: 0 });
  await server.publish('thing/product/DRONE1/state_reply', '{}', { qos: 1 });
  await until(() => heard.length === 2);
  expect(notices).toMatchObject([{ sn: 'DOCK1', event: 'connected' }]);
});

test.each([
  ['a wrong secret', { password: 'two' }],
  ['no secret', { password: undefined }],
  ['an unknown dock', { username: 'DOCK9' }],
  ['the name of the server', { username: 'eyrie server' }],
  ['SQL in the name', { username: "' or true --" }],
  ["another dock's client id", { clientId: 'DOCK2' }],
  ['a will on a foreign topic', { will: { topic: 'thing/product/DOCK2/osd', payload: Buffer.from('x') } }],
  [
    'a retained will',
    { will: { topic: 'thing/product/DOCK1/osd', payload: Buffer.from('x'), retain: true } },
  ],
] as const)('%s is refused', async (_what, options) => {
  await expect(device('DOCK1', { ...options } as IClientOptions)).rejects.toThrow();
  expect(notices).toEqual([]);
});

test.each([
  'thing/product/DOCK2/osd',
  'thing/product/DOCK2/events',
  'thing/product/DOCK2/services_reply',
  'sys/product/DOCK2/status',
  'thing/product/DRONE2/osd',
  'thing/product/DOCK1/services',
  'thing/product/DOCK2/services',
  'INFO/root/DOCK/1/9005',
  'eyrie/broker/client',
  '$SYS/broker/version',
  Array.from({ length: 150 }, () => 'a').join('/'),
])('a dock that publishes to %s is disconnected and nobody hears it', async (topic) => {
  const dock = await device('DOCK1');
  const end = closed(dock);
  dock.publish(topic, 'lie', { qos: 0 });
  await end;
  const other = await device('DOCK2');
  await settled(other, 'DOCK2');
  expect(messages.filter((one) => one.text === 'lie')).toEqual([]);
});

test.each([
  'thing/product/DOCK2/services',
  'thing/product/DRONE2/state_reply',
  'thing/product/+/services',
  'thing/product/DOCK1/#',
  'thing/product/DOCK1/osd',
  '#',
  '$SYS/#',
  'eyrie/broker/client',
])('a dock that subscribes to %s is disconnected', async (topic) => {
  const dock = await device('DOCK1');
  const end = closed(dock);
  dock.subscribe(topic);
  await end;
});

test('retained messages are refused from devices and never kept for anybody', async () => {
  const dock = await device('DOCK1');
  const end = closed(dock);
  dock.publish('thing/product/DOCK1/osd', 'kept', { retain: true });
  await end;
  const raw = mqtt.connect(broker.connection.url, {
    ...broker.connection,
    clientId: 'raw',
    reconnectPeriod: 0,
  });
  devices.push(raw);
  await raw.publishAsync('thing/product/DOCK1/services', 'kept', { retain: true, qos: 1 });
  const again = await device('DOCK1');
  again.on('message', (_topic, payload) =>
    messages.push({ topic: '', text: payload.toString(), retain: true }),
  );
  await again.subscribeAsync('thing/product/DOCK1/services');
  await settled(again, 'DOCK1');
  expect(messages.filter((one) => one.text === 'kept' && one.retain)).toEqual([]);
});

test('nothing is kept for a dock that is away, whatever session it asks for', async () => {
  const options = { clean: false };
  const first = await device('DOCK1', options);
  await first.subscribeAsync('thing/product/DOCK1/services', { qos: 1 });
  await first.endAsync();
  await server.publish('thing/product/DOCK1/services', 'late', { qos: 1 });
  const second = mqtt.connect(`mqtt://127.0.0.1:${broker.port}`, {
    username: 'DOCK1',
    password: 'one',
    clientId: 'DOCK1',
    reconnectPeriod: 0,
    ...options,
  });
  devices.push(second);
  const heard: string[] = [];
  second.on('message', (_topic, payload) => heard.push(payload.toString()));
  const resumed = await new Promise<boolean>((resolve) => {
    second.once('connect', (packet) => resolve(packet.sessionPresent));
  });
  expect(resumed).toBe(false);
  await second.subscribeAsync('thing/product/DOCK1/services', { qos: 1 });
  await server.publish('thing/product/DOCK1/services', 'now', { qos: 1 });
  await until(() => heard.length > 0);
  expect(heard).toEqual(['now']);
});

test('an aircraft that nobody has bound yet is dropped without ending the link, then heard once bound', async () => {
  const dock = await device('DOCK1');
  await dock.publishAsync('thing/product/FRESH/osd', 'early', { qos: 1 });
  await settled(dock, 'DOCK1');
  expect(messages.some((one) => one.text === 'early')).toBe(false);
  await addDrone(db, 'FRESH', 'DOCK1');
  const timer = setInterval(() => dock.publish('thing/product/FRESH/osd', 'bound'), 50);
  await until(() => messages.some((one) => one.text === 'bound'), 2_000);
  clearInterval(timer);
});

test('the same client id takes over; another one is a twin, refused while the first speaks', async () => {
  const first = await device('DOCK1');
  await expect(device('DOCK1', { clientId: 'elsewhere' })).rejects.toThrow();
  await until(() => notices.some((one) => one.event === 'twinRefused'));
  expect(first.connected).toBe(true);
  const end = closed(first);
  const second = await device('DOCK1');
  await end;
  await settled(second, 'DOCK1');
  expect(notices.map((one) => one.event)).toEqual(['connected', 'twinRefused', 'connected']);
  notices.length = 0;
});

test('a removed dock and a changed secret end the connection within two seconds', async () => {
  await addDock(db, 'DOCK3', hashSecret('three'));
  const dock = await device('DOCK3', { password: 'three' });
  const end = closed(dock);
  const started = performance.now();
  await db.connection.pool.query(`update dock set secret_hash = $1 where sn = 'DOCK3'`, [hashSecret('new')]);
  await end;
  const again = await device('DOCK3', { password: 'new' });
  const over = closed(again);
  await db.connection.pool.query(`update dock set deleted_at = now() where sn = 'DOCK3'`);
  await over;
  expect(performance.now() - started).toBeLessThan(4_000);
});

test('packets over 64 kB and endless sign-ins are cut off, others go on', async () => {
  const dock = await device('DOCK1');
  const end = closed(dock);
  dock.publish('thing/product/DOCK1/osd', Buffer.alloc(65_537));
  await end;
  const socket = connectSocket(broker.port, '127.0.0.1');
  const cut = new Promise((resolve) => {
    socket.on('error', () => undefined).once('close', resolve);
  });
  socket.write(Buffer.from([0x10, 0xff, 0xff, 0x7f]));
  await cut;
  await settled(await device('DOCK2'), 'DOCK2');
});

test('a dock that stops reading costs the others nothing and is dropped', async () => {
  const slow = await device('DOCK1');
  await slow.subscribeAsync('thing/product/DOCK1/services');
  const end = new Promise((resolve) => {
    (slow.stream as unknown as { pause(): void }).pause();
    void until(() => departures() > 0, 20_000).then(resolve);
  });
  const other = await device('DOCK2');
  await other.subscribeAsync('thing/product/DOCK2/services');
  let heard = 0;
  other.on('message', () => (heard += 1));
  const body = Buffer.alloc(32_768);
  for (let sent = 0; sent < 600; sent += 1) {
    await server.publish('thing/product/DOCK1/services', body, { qos: 0 });
    await server.publish('thing/product/DOCK2/services', 'small', { qos: 0 });
  }
  await until(() => heard === 600);
  await end;
});

test('random and mutated packets do not end the broker', async () => {
  const pid = broker.pid();
  for (let round = 0; round < 300; round += 1) {
    const socket = connectSocket(broker.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.end(mutated(round));
    socket.destroySoon();
  }
  await settled(await device('DOCK1'), 'DOCK1');
  expect(broker.pid()).toBe(pid);
});

/** A real sign-in with a few bytes changed, or noise. */
function mutated(round: number): Buffer {
  if (round % 3 === 0) return randomBytes(200);
  const text = Buffer.from([0x10, 26, 0, 4, 77, 81, 84, 84, 4, 0xc2, 0, 10, 0, 5, 68, 79, 67, 75, 49]);
  const rest = Buffer.from([0, 5, 68, 79, 67, 75, 49, 0, 3, 111, 110, 101]);
  const packet = Buffer.concat([text, rest, Buffer.from([0x30, 12, 0, 2, 97, 47]), randomBytes(40)]);
  for (let change = 0; change < 1 + (round % 4); change += 1) {
    packet[Math.floor(Math.random() * packet.length)] = Math.floor(Math.random() * 256);
  }
  return packet;
}

test('a killed broker comes back on its ports, and the server is subscribed again within five seconds', async () => {
  const before = { pid: broker.pid(), port: broker.port };
  const down = once(server.events, 'down');
  const up = once(server.events, 'up');
  process.kill(before.pid ?? 0, 'SIGKILL');
  await down;
  const refused = server.publish('thing/product/DOCK1/services', 'late', { qos: 0 });
  await expect(refused).rejects.toThrow('not connected');
  const started = performance.now();
  await up;
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(broker.port).toBe(before.port);
  expect(broker.pid()).not.toBe(before.pid);
  await settled(await device('DOCK1'), 'DOCK1');
  expect(messages.some((one) => one.text === 'late')).toBe(false);
});

test('a broker that hangs is noticed within six seconds', async () => {
  const down = once(server.events, 'down');
  const up = once(server.events, 'up');
  const started = performance.now();
  process.kill(broker.pid() ?? 0, 'SIGSTOP');
  await down;
  expect(performance.now() - started).toBeLessThan(6_000);
  await up;
});
