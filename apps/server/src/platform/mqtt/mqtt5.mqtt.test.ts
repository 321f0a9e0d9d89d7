import { connect as connectSocket } from 'node:net';
import { limits } from '@eyrie/domain';
import type { IConnackPacket, IPublishPacket, MqttClient } from 'mqtt';
import { generate, parser as parserOf } from 'mqtt-packet';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestBroker, until } from './test-broker.ts';
import type { TestBroker } from './test-broker.ts';
import { deliveryTopic } from './topics.ts';

let t: TestBroker;

beforeAll(async () => {
  t = await openTestBroker();
  await t.server.subscribe([deliveryTopic]);
  t.speak({ protocolVersion: 5 });
});
afterEach(() => t.clear());
afterAll(() => t?.stop());

const services = 'thing/product/DOCK1/services';

/** Signs in as DOCK1 without waiting. */
const connect = (options: Parameters<TestBroker['bare']>[0] = {}): MqttClient =>
  t.bare({ username: 'DOCK1', password: 'one', clientId: 'DOCK1', ...options });

const admitted = (client: MqttClient): Promise<IConnackPacket> =>
  new Promise((resolve) => {
    client.once('connect', resolve);
  });

/** DOCK1 as the broker has taken it in: before that is done it ends a connection without a word. */
const inside = async (): Promise<MqttClient> => {
  const dock = await t.device('DOCK1');
  await t.settled(dock, 'DOCK1');
  return dock;
};

/** The reason with which the broker disconnects; read off the wire, for the library may not come to it before the end. */
const disconnect = (client: MqttClient): Promise<number | undefined> =>
  new Promise((resolve) => {
    const parser = parserOf({ protocolVersion: 5 });
    parser.on('packet', (packet) => {
      if (packet.cmd === 'disconnect') resolve(packet.reasonCode);
    });
    client.stream.on('data', (bytes: Buffer) => parser.parse(bytes));
    client.stream.once('close', () => resolve(undefined));
  });

test.each([
  ['a wrong secret', { password: 'two' }, 0x86],
  ["another dock's client id", { clientId: 'DOCK2' }, 0x85],
  ['a will on a foreign topic', { will: { topic: 'x', payload: Buffer.from('x') } }, 0x87],
  ['another way to sign in', { properties: { authenticationMethod: 'SCRAM' } }, 0x8c],
] as const)('%s is refused with its reason', async (_what, options, reason) => {
  const client = connect({ ...options });
  const code = await new Promise((resolve) => {
    client.once('error', (error) => resolve('code' in error ? error.code : error));
  });
  expect(code).toBe(reason);
});

test('what the broker allows is told, and a session is not kept however long it is wanted', async () => {
  const { properties, sessionPresent } = await admitted(
    connect({ clean: false, properties: { sessionExpiryInterval: 3_600 } }),
  );
  expect({ ...properties, sessionPresent }).toMatchObject({
    sessionPresent: false,
    sessionExpiryInterval: 0,
    receiveMaximum: limits.broker.inFlight,
    topicAliasMaximum: limits.broker.topicAliases,
    maximumPacketSize: limits.broker.packetBytes + 4,
  });
});

test('a device without a client id is told the one it has', async () => {
  const { properties } = await admitted(connect({ clientId: '', clean: true }));
  expect(properties?.assignedClientIdentifier).toBe('DOCK1');
});

test('user properties pass from the device to a server and back', async () => {
  const server = t.bare({ ...t.broker.connection, clientId: 'five' });
  await server.subscribeAsync('thing/product/DOCK1/osd');
  const dock = await t.device('DOCK1');
  await dock.subscribeAsync(services);
  const heard = (client: MqttClient): Promise<unknown> =>
    new Promise((resolve) => {
      client.once('message', (_topic, _payload, packet: IPublishPacket) =>
        resolve({ ...packet.properties?.userProperties }),
      );
    });
  const up = heard(server);
  dock.publish('thing/product/DOCK1/osd', '{}', { properties: { userProperties: { up: 'yes' } } });
  expect(await up).toEqual({ up: 'yes' });
  const down = heard(dock);
  server.publish(services, '{}', { properties: { userProperties: { down: 'yes' } } });
  expect(await down).toEqual({ down: 'yes' });
});

test('a topic alias stands for its topic, and is judged like it', async () => {
  const dock = await t.device('DOCK1');
  const say = (topic: string, text: string, topicAlias: number): void =>
    void dock.publish(topic, text, { properties: { topicAlias } });
  say('thing/product/DOCK1/osd', 'first', 1);
  say('', 'second', 1);
  await until(() => t.messages.length === 2);
  expect(t.messages).toMatchObject([
    { topic: 'thing/product/DOCK1/osd', text: 'first' },
    { topic: 'thing/product/DOCK1/osd', text: 'second' },
  ]);
  const end = disconnect(dock);
  say('thing/product/DOCK2/osd', 'lie', 2);
  say('', 'lie', 2);
  expect(await end).toBe(0x87);
  await t.settled(await t.device('DOCK2'), 'DOCK2');
  expect(t.messages.some(({ text }) => text === 'lie')).toBe(false);
});

test.each([
  ['an alias beyond what is allowed', limits.broker.topicAliases + 1],
  ['an alias that no topic was given', 7],
])('%s ends the connection with its reason', async (_what, alias) => {
  const dock = await inside();
  const end = disconnect(dock);
  // A PUBLISH without a topic, past the device's own look at what the broker allows.
  dock.stream.write(Buffer.from([0x30, 7, 0, 0, 3, 0x23, 0, alias, 0x78]));
  expect(await end).toBe(0x94);
});

test.each([
  ['a foreign topic to speak on', (dock: MqttClient) => dock.publish('thing/product/DOCK2/osd', 'x')],
  ['a foreign topic to hear', (dock: MqttClient) => dock.subscribe('thing/product/DOCK2/services')],
] as const)('%s ends the connection with its reason', async (_what, act) => {
  const dock = await inside();
  const end = disconnect(dock);
  act(dock);
  expect(await end).toBe(0x87);
});

/** A dock that takes two messages at once, hears, and acknowledges nothing. */
const silentDock = async (): Promise<{ heard: number[]; over: () => boolean; close: () => void }> => {
  const socket = connectSocket(t.broker.port, '127.0.0.1');
  const five = { protocolVersion: 5 };
  const heard: number[] = [];
  let subscribed = false;
  const parser = parserOf(five);
  parser.on('packet', (packet) => {
    if (packet.cmd === 'publish') heard.push(packet.qos);
    if (packet.cmd === 'suback') subscribed = true;
  });
  socket.on('data', (bytes) => parser.parse(bytes)).on('error', () => undefined);
  const hello = {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 5,
    clean: true,
    keepalive: 0,
  } as const;
  const password = Buffer.from('one');
  const who = { clientId: 'DOCK1', username: 'DOCK1', password, properties: { receiveMaximum: 2 } };
  socket.write(generate({ ...hello, ...who }, five));
  socket.write(
    generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: services, qos: 1 }] }, five),
  );
  await until(() => subscribed);
  return { heard, over: () => socket.closed, close: () => socket.destroy() };
};

const command = async (tid: string, within: number): Promise<void> =>
  t.server.publishCommand(services, JSON.stringify({ tid }), {
    sn: 'DOCK1',
    dockOID: t.docks['DOCK1'] ?? '',
    tid,
    within,
  });
const outcomeOf = (tid: string): string | undefined =>
  t.messages
    .filter(({ topic }) => topic === deliveryTopic)
    .map(({ text }) => JSON.parse(text) as { tid: string; outcome: string })
    .find((notice) => notice.tid === tid)?.outcome;

test('beyond what a device takes at once it is not made to wait: it hears without acknowledgement', async () => {
  const { heard, close } = await silentDock();
  for (let sent = 0; sent < 4; sent += 1) await t.server.publish(services, '{}', { qos: 1 });
  await until(() => heard.length === 4);
  expect(heard).toEqual([1, 1, 0, 0]);
  close();
});

test('an order does not wait behind what a device has not acknowledged, and its time ends with the connection', async () => {
  const { heard, over } = await silentDock();
  for (let sent = 0; sent < 2; sent += 1) await t.server.publish(services, '{}', { qos: 1 });
  await command('third', 1_000);
  await until(() => heard.length === 3);
  expect(heard).toEqual([1, 1, 0]);
  await until(() => outcomeOf('third') === 'cut' && over());
});

test('no order waits for a dock that is away, for however long it wants its session kept', async () => {
  const session = { clean: false, properties: { sessionExpiryInterval: 3_600 } };
  const before = connect(session);
  await admitted(before);
  await before.subscribeAsync(services, { qos: 1 });
  await before.endAsync(true);
  await until(() => t.notices.some(({ event }) => event === 'disconnected'));
  await command('away', 60_000);
  await until(() => outcomeOf('away') === 'notDelivered');
  const again = connect(session);
  const heard: string[] = [];
  again.on('message', (_topic, payload) => heard.push(payload.toString()));
  expect((await admitted(again)).sessionPresent).toBe(false);
  await again.subscribeAsync(services, { qos: 1 });
  await command('here', 60_000);
  await until(() => outcomeOf('here') === 'delivered');
  expect(heard).toEqual([JSON.stringify({ tid: 'here' })]);
});

test('nothing longer than a device takes is sent to it', async () => {
  const dock = connect({ properties: { maximumPacketSize: 200 } });
  await admitted(dock);
  const heard: string[] = [];
  dock.on('message', (_topic, payload) => heard.push(payload.toString()));
  await dock.subscribeAsync(services, { qos: 1 });
  await t.server.publish(services, 'x'.repeat(200), { qos: 1 });
  await t.server.publish(services, 'short', { qos: 1 });
  await until(() => heard.length > 0);
  expect(heard).toEqual(['short']);
});

test('a packet that is too long ends the connection with its reason', async () => {
  const dock = await inside();
  const end = disconnect(dock);
  dock.stream.write(Buffer.from([0x30, 0xff, 0xff, 0x7f]));
  expect(await end).toBe(0x95);
});
