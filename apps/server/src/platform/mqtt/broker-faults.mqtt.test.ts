import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import type { Socket } from 'node:net';
import { limits } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import type { IClientOptions } from 'mqtt';
import { generate } from 'mqtt-packet';
import type { Packet } from 'mqtt-packet';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { closed, mqttVersions, openTestBroker, until } from './test-broker.ts';
import type { TestBroker } from './test-broker.ts';

let t: TestBroker;

beforeAll(async () => {
  t = await openTestBroker();
});
afterEach(() => t.clear());
afterAll(() => t?.stop());

/** Resident memory of the broker in MB, on Linux. */
const memory = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${t.broker.pid()}/status`, 'utf8'))?.[1]) / 1024;

test.runIf(process.platform === 'linux')(
  'messages for docks that left their sessions behind cost no memory',
  async () => {
    const gone = await t.device('DOCK1', { clean: false });
    await gone.subscribeAsync('thing/product/DOCK1/events_reply', { qos: 1 });
    await gone.endAsync(true);
    const frozen = await t.device('DOCK2', { clean: false });
    await frozen.subscribeAsync('thing/product/DOCK2/events_reply', { qos: 1 });
    (frozen.stream as unknown as { pause(): void }).pause();
    const body = Buffer.alloc(4_000, 'x');
    const sent = Array.from({ length: 100 }, (_, at) => `thing/product/DOCK${at === 0 ? 2 : 1}/events_reply`);
    const send = async (turns: number): Promise<void> => {
      for (let turn = 0; turn < turns; turn += 1)
        await Promise.all(sent.map((topic) => t.server.publish(topic, body, { qos: 1 })));
    };
    // What the process takes to carry messages at all is not what it keeps of them.
    await send(50);
    const before = memory();
    // 80 MB of messages.
    await send(200);
    expect(memory() - before).toBeLessThan(35);

    const back = await t.device('DOCK1', { clean: false });
    let inherited = 0;
    back.on('message', () => (inherited += 1));
    await t.settled(back, 'DOCK1');
    expect(inherited).toBe(0);
  },
);

describe.each(mqttVersions)('in MQTT $version', ({ speaks }) => {
  beforeAll(() => t.speak(speaks));

  test('packets over 64 kB and endless sign-ins are cut off, others go on', async () => {
    const dock = await t.device('DOCK1');
    const end = closed(dock);
    dock.publish('thing/product/DOCK1/osd', Buffer.alloc(65_537));
    expect(await end).toBe(true);
    const socket = connectSocket(t.broker.port, '127.0.0.1');
    const cut = new Promise((resolve) => {
      socket.on('error', () => undefined).once('close', resolve);
    });
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0x7f]));
    await cut;
    await t.settled(await t.device('DOCK2'), 'DOCK2');
  });

  test('a dock that stops reading costs the others nothing and is dropped', async () => {
    const slow = await t.device('DOCK1');
    await slow.subscribeAsync('thing/product/DOCK1/services');
    const end = new Promise((resolve) => {
      (slow.stream as unknown as { pause(): void }).pause();
      void until(
        () => t.notices.some((one) => one.event === 'disconnected' && one.sn === 'DOCK1'),
        20_000,
      ).then(resolve);
    });
    const other = await t.device('DOCK2');
    await other.subscribeAsync('thing/product/DOCK2/services');
    let heard = 0;
    other.on('message', () => (heard += 1));
    const body = Buffer.alloc(32_768);
    for (let sent = 0; sent < 600; sent += 1) {
      await t.server.publish('thing/product/DOCK1/services', body, { qos: 0 });
      await t.server.publish('thing/product/DOCK2/services', 'small', { qos: 0 });
    }
    await end;
    await expect.poll(() => heard).toBe(600);
  });

  const { protocolVersion } = speaks;

  test('random and mutated packets do not end the broker', async () => {
    const pid = t.broker.pid();
    for (let round = 0; round < 300; round += 1) {
      const socket = await connect();
      socket.end(round % 3 === 0 ? randomBytes(200) : mutated(session({ protocolVersion }), round));
      socket.destroySoon();
    }
    await t.settled(await t.device('DOCK1'), 'DOCK1');
    expect(t.broker.pid()).toBe(pid);
  });

  test('neither do those of a dock that has signed in', async () => {
    const pid = t.broker.pid();
    const [hello, ...words] = packets({ protocolVersion });
    for (let round = 0; round < 100; round += 1) {
      const socket = await connect();
      socket.write(hello ?? '');
      await once(socket, 'data');
      const gone = new Promise((resolve) => {
        socket.once('close', resolve);
      });
      socket.end(mutated(Buffer.concat(words), round));
      await gone;
    }
    await t.settled(await t.device('DOCK1'), 'DOCK1');
    expect(t.broker.pid()).toBe(pid);
  });

  test('thousands of messages at once that go nowhere, behind some that are on their way, do not end the broker', async () => {
    const pid = t.broker.pid();
    const dock = await connect();
    dock.resume();
    dock.write(packets({ protocolVersion })[0] ?? '');
    await until(() => t.notices.some((one) => one.event === 'connected' && one.sn === 'DOCK1'));
    const said = { cmd: 'publish', payload: '', qos: 0, dup: false, retain: false } as const;
    const words = (topic: string, many: number): Buffer =>
      Buffer.concat(
        Array.from({ length: many }, () =>
          generate({ ...said, topic }, { protocolVersion: protocolVersion ?? 4 }),
        ),
      );
    dock.write(Buffer.concat([words('thing/product/DOCK1/osd', 200), words('thing/product/N/osd', 20_000)]));
    await until(() => t.messages.filter(({ topic }) => topic === 'thing/product/DOCK1/osd').length >= 200);
    await t.settled(await t.device('DOCK2'), 'DOCK2');
    expect(t.broker.pid()).toBe(pid);
    expect(t.notices.filter(({ event }) => event === 'disconnected')).toEqual([]);
    dock.destroy();
  });

  test('a subscription to a name that every object inherits ends that connection only', async () => {
    const dock = await t.device('DOCK1');
    const end = closed(dock);
    dock.unsubscribe(['constructor', 'toString']);
    dock.subscribe(['__proto__', 'constructor']);
    await end;
    await t.settled(await t.device('DOCK2'), 'DOCK2');
  });

  test('messages of QoS 2 that are begun and never finished end the connection at the limit', async () => {
    const dock = await connect();
    dock.write(packets({ protocolVersion })[0] ?? '');
    await once(dock, 'data');
    const gone = new Promise((resolve) => {
      dock.once('close', resolve);
    });
    dock.resume();
    const options = { protocolVersion };
    for (let messageId = 1; messageId <= limits.broker.inFlight + 1; messageId += 1)
      dock.write(
        generate(
          {
            cmd: 'publish',
            topic: 'thing/product/DOCK1/osd',
            payload: 'x',
            qos: 2,
            messageId,
            dup: false,
            retain: false,
          },
          options,
        ),
      );
    await gone;
  });
});

async function connect(): Promise<Socket> {
  const socket = connectSocket(t.broker.port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** What a dock says in a session: the sign-in, and words of each kind with what MQTT 5 adds to them. */
function packets(options: { protocolVersion: IClientOptions['protocolVersion'] }): Buffer[] {
  const own = 'thing/product/DOCK1/osd';
  const hello: Packet = {
    cmd: 'connect',
    protocolId: options.protocolVersion === 3 ? 'MQIsdp' : 'MQTT',
    protocolVersion: options.protocolVersion ?? 4,
    clean: true,
    clientId: 'DOCK1',
    keepalive: 10,
    username: 'DOCK1',
    password: Buffer.from('one'),
    properties: { sessionExpiryInterval: 10, receiveMaximum: 5, userProperties: { a: 'b' } },
  };
  const said = { cmd: 'publish', topic: own, payload: 'x', dup: false, retain: false } as const;
  const all: Packet[] = [
    hello,
    { ...said, qos: 1, messageId: 1, properties: { topicAlias: 3, userProperties: { a: 'b' } } },
    { cmd: 'subscribe', messageId: 2, subscriptions: [{ topic: 'thing/product/DOCK1/services', qos: 1 }] },
    { ...said, qos: 2, messageId: 3, properties: { correlationData: Buffer.from('x'), contentType: 'y' } },
    { cmd: 'pubrel', messageId: 3 },
    { cmd: 'unsubscribe', messageId: 4, unsubscriptions: ['thing/product/DOCK1/services'] },
    { cmd: 'puback', messageId: 9 },
    { cmd: 'pingreq' },
  ];
  return all.map((packet) => generate(packet, options));
}

const session = (options: Parameters<typeof packets>[0]): Buffer => Buffer.concat(packets(options));

/** The bytes with a few of them changed. */
function mutated(bytes: Buffer, round: number): Buffer {
  for (let change = 0; change < 1 + (round % 4); change += 1)
    bytes[Math.floor(Math.random() * bytes.length)] = Math.floor(Math.random() * 256);
  return bytes;
}

test('a killed broker comes back on its ports, and the server is subscribed again within five seconds', async () => {
  // As many as a few hundred docks have: more than one packet may name.
  await t.server.subscribe(Array.from({ length: 1_000 }, (_, at) => `eyrie/many/${at}`));
  const before = { pid: t.broker.pid(), port: t.broker.port };
  const down = once(t.server.events, 'down');
  const up = once(t.server.events, 'up');
  process.kill(before.pid ?? 0, 'SIGKILL');
  await down;
  const refused = t.server.publish('thing/product/DOCK1/services', 'late', { qos: 0 });
  await expect(refused).rejects.toThrow('not connected');
  const started = performance.now();
  await up;
  expect(performance.now() - started).toBeLessThan(promised(5_000));
  expect(t.broker.port).toBe(before.port);
  expect(t.broker.pid()).not.toBe(before.pid);
  await t.settled(await t.device('DOCK1'), 'DOCK1');
  expect(t.messages.some((one) => one.text === 'late')).toBe(false);
});

test('a broker that hangs is noticed within six seconds', async () => {
  const down = once(t.server.events, 'down');
  const up = once(t.server.events, 'up');
  const started = performance.now();
  process.kill(t.broker.pid() ?? 0, 'SIGSTOP');
  await down;
  expect(performance.now() - started).toBeLessThan(promised(6_000));
  await up;
});
