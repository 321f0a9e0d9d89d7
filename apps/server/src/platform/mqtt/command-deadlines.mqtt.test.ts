import { randomUUID } from 'node:crypto';
import type { IClientOptions, MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { createLog } from '../log.ts';
import { connectBroker } from './client.ts';
import { closed, mqttVersions, openTestBroker, until } from './test-broker.ts';
import type { TestBroker } from './test-broker.ts';
import { deliveryTopic } from './topics.ts';

const services = 'thing/product/DOCK1/services';
const osd = 'thing/product/DOCK1/osd';
const within = 500;

let t: TestBroker;
let proxy: TcpProxy;
/** What the dock heard, over all its connections. */
let heard: string[];

beforeAll(async () => {
  t = await openTestBroker();
  await t.server.subscribe([deliveryTopic]);
  proxy = await openTcpProxy('127.0.0.1', t.broker.port);
});
afterEach(async () => {
  proxy.become('open');
  await t.clear();
});
afterAll(async () => {
  await proxy?.close();
  await t?.stop();
});

/** A dock behind the proxy that hears its commands at a level of service. */
async function dockAt(qos: 0 | 1, options: IClientOptions = {}): Promise<MqttClient> {
  const host = { host: '127.0.0.1', port: proxy.port };
  const dock = await t.device('DOCK1', { ...host, ...options });
  heard = [];
  dock.on('message', (_topic, payload) =>
    heard.push((JSON.parse(payload.toString()) as { tid: string }).tid),
  );
  await dock.subscribeAsync(services, { qos });
  return dock;
}

const dock1 = () => ({ sn: 'DOCK1', dockOID: t.docks['DOCK1'] ?? '' });

async function command(ms = within): Promise<string> {
  const tid = randomUUID();
  await t.server.publishCommand(services, JSON.stringify({ tid }), { ...dock1(), tid, within: ms });
  return tid;
}

const outcomeOf = (tid: string): string | undefined =>
  t.messages
    .filter(({ topic }) => topic === deliveryTopic)
    .map(({ text }) => JSON.parse(text) as { tid: string; outcome: string })
    .find((notice) => notice.tid === tid)?.outcome;

const outcome = async (tid: string): Promise<string | undefined> => {
  await until(() => outcomeOf(tid) !== undefined);
  return outcomeOf(tid);
};

const say = (dock: MqttClient, timestamp = Date.now()): Promise<unknown> =>
  dock.publishAsync(osd, JSON.stringify({ timestamp }), { qos: 0 });

/** All that the line still holds has come out. */
const settled = async (): Promise<void> => {
  const next = await dockAt(1);
  const last = await command(5_000);
  await until(() => heard.includes(last));
  next.end(true);
};

describe.each(mqttVersions)('in MQTT $version', ({ speaks }) => {
  beforeAll(() => t.speak(speaks));

  test.each([0, 1] as const)('QoS %i: what a black hole swallowed never comes out of it', async (qos) => {
    const dock = await dockAt(qos);
    const old = heard;
    proxy.become('silent');
    const end = closed(dock);
    const tid = await command();
    expect(await outcome(tid)).toBe('cut');
    proxy.become('open');
    await end;
    await settled();
    expect(old).toEqual([]);
  });
});

describe('whatever the version', () => {
  beforeAll(() => t.speak({ protocolVersion: 4 }));

  test('a hole that heals in time costs nothing: the command arrives, the connection stays', async () => {
    const dock = await dockAt(1);
    proxy.become('silent');
    const tid = await command(5_000);
    proxy.become('open');
    expect(await outcome(tid)).toBe('delivered');
    expect(heard).toEqual([tid]);
    expect(dock.connected).toBe(true);
  });

  test('a dock that hears without acknowledging is believed by its later messages', async () => {
    const dock = await dockAt(0);
    await say(dock);
    const tid = await command(5_000);
    const voice = setInterval(() => void say(dock), 100);
    expect(await outcome(tid)).toBe('delivered');
    clearInterval(voice);
    expect(dock.connected).toBe(true);
  });

  test('messages that were long on their way confirm nothing', async () => {
    const dock = await dockAt(0);
    await say(dock);
    const tid = await command(2_000);
    const voice = setInterval(() => void say(dock, Date.now() - 60_000), 100);
    expect(await outcome(tid)).toBe('cut');
    clearInterval(voice);
  });

  test('the answer to the command confirms it, that to another does not', async () => {
    const dock = await dockAt(0);
    const first = await command(5_000);
    // A dock answers what it has heard.
    await until(() => heard.includes(first));
    await dock.publishAsync(`${services}_reply`, JSON.stringify({ tid: first }), { qos: 1 });
    expect(await outcome(first)).toBe('delivered');
    const second = await command();
    await dock.publishAsync(`${services}_reply`, JSON.stringify({ tid: first }), { qos: 1 });
    expect(await outcome(second)).toBe('cut');
  });

  test('a dock that is away, or does not listen, is told of at once', async () => {
    expect(await outcome(await command(60_000))).toBe('notDelivered');
    await t.device('DOCK1');
    expect(await outcome(await command(60_000))).toBe('notDelivered');
  });

  test('an order by another record of the same serial number is given to nobody', async () => {
    await dockAt(1);
    const stranger = randomUUID();
    await t.server.publishCommand(services, JSON.stringify({ tid: stranger }), {
      sn: 'DOCK1',
      dockOID: randomUUID(),
      tid: stranger,
      within,
    });
    expect(await outcome(stranger)).toBe('notDelivered');
    const own = await command();
    expect(await outcome(own)).toBe('delivered');
    expect(heard).toEqual([own]);
  });

  test('a server that reaches the broker by its address sends at QoS 0, and is held to its time alike', async () => {
    const other = connectBroker({
      ...t.broker.connection,
      clientId: 'other',
      log: createLog({ level: 'silent' }),
    });
    await other.untilUp(5_000);
    const dock = await dockAt(1);
    const old = heard;
    const send = async (): Promise<string> => {
      const tid = randomUUID();
      await other.publishCommand(services, JSON.stringify({ tid }), { ...dock1(), tid, within });
      return tid;
    };
    const first = await send();
    await until(() => old.includes(first));
    await dock.publishAsync(`${services}_reply`, JSON.stringify({ tid: first }), { qos: 1 });
    expect(await outcome(first)).toBe('delivered');
    proxy.become('silent');
    const end = closed(dock);
    expect(await outcome(await send())).toBe('cut');
    proxy.become('open');
    await end;
    await settled();
    expect(old).toEqual([first]);
    await other.close();
  });

  test('the connection that a dock left behind is reset too when it comes back on another', async () => {
    const dock = await dockAt(1);
    const old = heard;
    proxy.become('silent');
    await command(60_000);
    const end = closed(dock);
    // By another line, while the first one is held.
    const second = await t.device('DOCK1');
    await end;
    proxy.become('open');
    await t.settled(second, 'DOCK1');
    expect(old).toEqual([]);
  });

  test.each([
    ['its time', { within }],
    ['the time of who ordered it', { within: 60_000, reachWithin: within }],
  ])('a broker that hung drops what it comes to after %s', async (_what, limit) => {
    const dock = await dockAt(1);
    process.kill(t.broker.pid() ?? 0, 'SIGSTOP');
    const tid = randomUUID();
    await t.server.publishCommand(services, JSON.stringify({ tid }), { ...dock1(), tid, ...limit });
    await new Promise((resolve) => {
      setTimeout(resolve, within);
    });
    process.kill(t.broker.pid() ?? 0, 'SIGCONT');
    expect(await outcome(tid)).toBe('notDelivered');
    const last = await command(5_000);
    expect(await outcome(last)).toBe('delivered');
    expect(heard).toEqual([last]);
    expect(dock.connected).toBe(true);
  });
});
