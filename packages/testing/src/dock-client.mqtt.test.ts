import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { Aedes } from 'aedes';
import { connectAsync } from 'mqtt';
import type { MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectDock } from './index.ts';
import type { DockClient } from './index.ts';

interface Heard {
  topic: string;
  body: { tid: string; bid: string; method?: string; gateway?: string; need_reply?: number; data: unknown };
}

let broker: Aedes;
let server: Server;
let cloud: MqttClient;
let dock: DockClient;
let heard: Heard[];
/** Methods the cloud leaves unanswered so many times before it answers. */
let deaf: Map<string, number>;

const answerable = /\/(requests|status|events)$/;

const answer = ({ topic, body }: Heard): void => {
  const left = deaf.get(body.method ?? '') ?? 0;
  deaf.set(body.method ?? '', left - 1);
  if (left > 0 || !answerable.test(topic) || body.need_reply === 0) return;
  const reply = { tid: body.tid, bid: body.bid, method: body.method, timestamp: 1, data: { result: 0 } };
  cloud.publish(`${topic}_reply`, JSON.stringify(reply), { qos: 1 });
};

const command = (method: string, tid = 't1'): void => {
  const text = JSON.stringify({ tid, bid: 'b1', timestamp: 1, method, data: null });
  cloud.publish('thing/product/GW1/services', text, { qos: 0 });
};

const replies = (): Heard[] => heard.filter(({ topic }) => topic.endsWith('/services_reply'));

beforeEach(async () => {
  broker = await Aedes.createBroker();
  server = createServer(broker.handle);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  const url = `mqtt://127.0.0.1:${bound.port}`;
  heard = [];
  deaf = new Map();
  cloud = await connectAsync(url, { clientId: 'cloud' });
  cloud.on('message', (topic, payload) => {
    const entry: Heard = { topic, body: JSON.parse(payload.toString('utf8')) };
    heard.push(entry);
    answer(entry);
  });
  await cloud.subscribeAsync(
    ['osd', 'events', 'requests', 'services_reply']
      .map((tail) => `thing/product/+/${tail}`)
      .concat('sys/product/+/status'),
    { qos: 1 },
  );
  dock = await connectDock({ url, sn: 'GW1', secret: 's', droneSn: 'AC1' });
});

afterEach(async () => {
  await dock.close();
  await cloud.endAsync(true);
  await new Promise<void>((resolve) => {
    broker.close(() => server.close(() => resolve()));
  });
});

describe('the hand-written dock', () => {
  it('asks in the order of a first connection', async () => {
    await dock.start();
    expect(heard.map(({ body }) => body.method)).toEqual([
      'config',
      'airport_bind_status',
      'airport_organization_get',
      'airport_organization_bind',
      'update_topo',
      'flight_areas_get',
      'offline_map_get',
    ]);
  });

  it('reports its osd in three parts and the aircraft on its own topic', async () => {
    await dock.osdParts({ A: { wind_speed: 11 } });
    await dock.topology(true);
    await dock.droneOsd({ mode_code: 5 });
    await vi.waitFor(() => expect(heard).toHaveLength(5), { timeout: 10_000 });
    expect(heard[0]?.body.data).toMatchObject({ wind_speed: 11, mode_code: 0 });
    expect(heard[4]).toMatchObject({ topic: 'thing/product/AC1/osd', body: { gateway: 'GW1' } });
  });

  it('writes down commands and answers them as told, without gateway', async () => {
    dock.answer('return_home', { kind: 'reject', code: 316024 }, { kind: 'ok' });
    command('return_home', 't1');
    command('return_home', 't2');
    await dock.waitForService('return_home', 2);
    await vi.waitFor(() => expect(replies()).toHaveLength(2), { timeout: 10_000 });
    expect(replies().map(({ body }) => body)).toMatchObject([
      { tid: 't1', bid: 'b1', data: { result: 316024 } },
      { tid: 't2', data: { result: 0 } },
    ]);
    expect(replies()[0]?.body).not.toHaveProperty('gateway');
    expect(dock.services().map(({ order, qos, retained }) => [order, qos, retained])).toEqual([
      [0, 0, false],
      [1, 0, false],
    ]);
  });

  it('can keep silent, answer twice, late, or somebody else', async () => {
    dock.answer('a', { kind: 'drop' });
    dock.answer('b', { kind: 'duplicate' });
    dock.answer('c', { kind: 'wrongTid' });
    dock.answer('d', { kind: 'late', ms: 60 });
    for (const method of ['d', 'a', 'b', 'c']) command(method);
    await vi.waitFor(() => expect(replies().map(({ body }) => body.method)).toEqual(['b', 'b', 'c', 'd']), {
      timeout: 10_000,
    });
    expect(replies()[2]?.body.tid).not.toBe('t1');
  });

  it('repeats an event with the same ids until it is answered', async () => {
    deaf.set('flighttask_progress', 2);
    await dock.askedEvent('flighttask_progress', {}, { bid: 'F1', retryAfter: [20, 20, 60_000] });
    const sent = heard.filter(({ body }) => body.method === 'flighttask_progress');
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ body }) => `${body.tid} ${body.bid}`)).size).toBe(1);
  });

  it('says what is missing when nothing comes', async () => {
    await expect(dock.waitFor(() => false, 30)).rejects.toThrow('GW1');
  });
});
