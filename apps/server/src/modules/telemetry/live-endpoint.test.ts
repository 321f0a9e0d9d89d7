import { limits, liveMoveTopic } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import type { MqttClient } from 'mqtt';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { RawPeer, startLiveEndpoint, received } from './live-endpoint.fixture.ts';
import type { RunningEndpoint } from './live-endpoint.fixture.ts';

let running: RunningEndpoint | null = null;
afterEach(() => {
  running?.stop();
  running = null;
});
const start = async (...args: Parameters<typeof startLiveEndpoint>): Promise<RunningEndpoint> =>
  (running = await startLiveEndpoint(...args));

function listen(client: MqttClient): [string, string][] {
  const got: [string, string][] = [];
  client.on('message', (topic, payload) => got.push([topic, payload.toString()]));
  return got;
}

test('a new subscriber has the present at once, and then what changes', async () => {
  const { endpoint, browser } = await start();
  endpoint.publish('INFO/org-1/DOCK/d1/9005', 'old');
  endpoint.publish('INFO/org-1/DOCK/d1/9005', 'present');
  endpoint.publish('INFO/org-2/DOCK/d9/9005', 'foreign');
  const client = browser('ann');
  const got = listen(client);
  await client.subscribeAsync('INFO/org-1/DOCK/+/9005');
  await vi.waitFor(() => expect(got).toStrictEqual([['INFO/org-1/DOCK/d1/9005', 'present']]), {
    timeout: 10_000,
  });
  endpoint.publish('INFO/org-1/DOCK/d2/9005', 'new dock');
  await vi.waitFor(() => expect(got).toHaveLength(2), { timeout: 10_000 });
  expect(got[1]).toStrictEqual(['INFO/org-1/DOCK/d2/9005', 'new dock']);
});

test('devices are watched by whoever asks for them by name and may see them', async () => {
  const { endpoint, browser } = await start({ maySee: (_grant, _kind, oid) => oid !== 'hidden' });
  const client = browser('ann');
  await client.subscribeAsync([
    'INFO/org-1/DOCK/d1/9906',
    'INFO/org-1/DOCK/hidden/9906',
    'INFO/org-1/DOCK/+/9906',
    'INFO/org-1/#',
    'INFO/org-1/DOCK/d2/9905',
  ]);
  expect([...endpoint.watched(9906)]).toStrictEqual(['d1']);
  await client.unsubscribeAsync('INFO/org-1/DOCK/d1/9906');
  expect([...endpoint.watched(9906)]).toStrictEqual([]);
});

test('a server that stops asks its pages to move, and none that has not signed in', async () => {
  const { endpoint, browser, url } = await start();
  const client = browser('ann');
  const got = listen(client);
  await client.subscribeAsync('INFO/org-1/DOCK/+/9005');
  const stranger = new RawPeer(url);
  await stranger.opened();
  const end = received(client, 'close');
  endpoint.stop();
  await end;
  expect(got).toStrictEqual([[liveMoveTopic, '']]);
  expect(await stranger.over).toBe(1012);
  expect(stranger.answers).toStrictEqual([]);
});

test('states are joined to their newest, events come one and all', async () => {
  const { endpoint, browser } = await start();
  const client = browser('ann');
  const got = listen(client);
  await client.subscribeAsync(['INFO/org-1/#', 'SEQ/org-1/BUSINESS/ROUTE', 'USER/m-ann/9902']);
  for (let turn = 1; turn <= 5; turn += 1) {
    endpoint.publish('INFO/org-1/DOCK/d1/9005', `state ${turn}`);
    endpoint.publish('INFO/org-1/DOCK/d1/9901', `lease ${turn}`);
    endpoint.publish('SEQ/org-1/BUSINESS/ROUTE', `task ${turn}`);
    endpoint.publish('USER/m-ann/9902', `note ${turn}`);
  }
  await vi.waitFor(() => expect(got).toHaveLength(16), { timeout: 10_000 });
  expect(got.filter(([topic]) => topic.endsWith('9005'))).toStrictEqual([
    ['INFO/org-1/DOCK/d1/9005', 'state 5'],
  ]);
  expect(got.filter(([topic]) => topic.endsWith('9901')).map(([, text]) => text)).toStrictEqual(
    [1, 2, 3, 4, 5].map((turn) => `lease ${turn}`),
  );
});

test('events are not told to those who come later, nor is a forgotten topic', async () => {
  const { endpoint, browser } = await start();
  endpoint.publish('INFO/org-1/DOCK/d1/9901', 'event');
  endpoint.publish('INFO/org-1/DOCK/d2/9005', 'gone');
  endpoint.publish('INFO/org-1/DOCK/d2/9005', '');
  endpoint.publish('INFO/org-1/DOCK/d3/9005', 'here');
  const client = browser('ann');
  const got = listen(client);
  await client.subscribeAsync('INFO/org-1/#');
  await vi.waitFor(() => expect(got.map(([, text]) => text)).toStrictEqual(['here']), { timeout: 10_000 });
});

test('what the reader may no longer see is not delivered, by topic or by the device an event is about', async () => {
  const hidden = new Set(['d2']);
  const { endpoint, browser } = await start({ maySee: (_grant, _kind, oid) => !hidden.has(oid) });
  const client = browser('ann');
  const got = listen(client);
  await client.subscribeAsync(['INFO/org-1/#', 'SEQ/org-1/#']);
  endpoint.publish('INFO/org-1/DOCK/d1/9005', 'a');
  endpoint.publish('INFO/org-1/DOCK/d2/9005', 'b');
  endpoint.publish('INFO/org-1/DOCK/d2/9901', 'c');
  endpoint.publish('SEQ/org-1/BUSINESS/ROUTE', 'd', { kind: 'DOCK', oid: 'd2' });
  endpoint.publish('SEQ/org-1/BUSINESS/ROUTE', 'e', { kind: 'DOCK', oid: 'd1' });
  await vi.waitFor(() => expect(got.map(([, text]) => text)).toStrictEqual(['e', 'a']), { timeout: 10_000 });
  hidden.add('d1');
  endpoint.publish('INFO/org-1/DOCK/d1/9005', 'f');
  endpoint.publish('INFO/org-1/DOCK/d3/9005', 'g');
  await vi.waitFor(() => expect(got.at(-1)?.[1]).toBe('g'), { timeout: 10_000 });
  expect(got.map(([, text]) => text)).toStrictEqual(['e', 'a', 'g']);
});

test('an ended session is cut off within a moment, others stay', async () => {
  const { endpoint, browser } = await start();
  const ann = browser('ann');
  const bob = browser('bob');
  await Promise.all([ann.subscribeAsync('INFO/org-1/#'), bob.subscribeAsync('INFO/org-1/#')]);
  const closed = received(ann, 'close');
  const got = listen(ann);
  const kept = listen(bob);
  endpoint.endSession('s-ann');
  endpoint.publish('INFO/org-1/DOCK/d1/9005', 'after');
  await closed;
  await vi.waitFor(() => expect(kept).toHaveLength(1), { timeout: 10_000 });
  expect(got).toHaveLength(0);
  expect(endpoint.stats().connections).toBe(1);
});

test('after UNSUBSCRIBE nothing more comes, overlapping filters deliver once', async () => {
  const { endpoint, browser } = await start();
  const client = browser('ann');
  const got = listen(client);
  await client.subscribeAsync(['INFO/org-1/#', 'INFO/org-1/DOCK/+/9005', 'INFO/org-1/DOCK/d1/9001']);
  endpoint.publish('INFO/org-1/DOCK/d1/9005', 'once');
  await vi.waitFor(() => expect(got).toHaveLength(1), { timeout: 10_000 });
  await client.unsubscribeAsync(['INFO/org-1/#', 'INFO/org-1/DOCK/+/9005']);
  endpoint.publish('INFO/org-1/DOCK/d1/9005', 'no more');
  endpoint.publish('INFO/org-1/DOCK/d1/9001', 'still');
  await vi.waitFor(() => expect(got.at(-1)?.[1]).toBe('still'), { timeout: 10_000 });
  expect(got).toHaveLength(2);
});

test('the same client id takes over; a session has a limited number of connections', async () => {
  const { browser, endpoint } = await start({ limits: { ...limits.live, perSession: 2 } });
  const first = browser('ann', { clientId: 'ann-tab' });
  await received(first, 'connect');
  const closed = received(first, 'close');
  await received(browser('ann', { clientId: 'ann-tab' }), 'connect');
  await closed;
  await received(browser('ann'), 'connect');
  const refused = (await received(browser('ann'), 'error')) as Error;
  expect(refused.message).toContain('unavailable');
  expect(endpoint.stats().connections).toBe(2);
});

test('silence ends a connection after one and a half keepalives, pings keep it', async () => {
  const { url, browser } = await start();
  const pinging = browser('ann', { keepalive: 1 });
  await received(pinging, 'connect');
  const silent = new RawPeer(url);
  await silent.opened();
  const from = performance.now();
  silent.hello('bob', { keepalive: 1 });
  await silent.over;
  const lasted = performance.now() - from;
  expect(lasted).toBeGreaterThan(1_400);
  expect(lasted).toBeLessThan(promised(3_000));
  expect(pinging.connected).toBe(true);
});

test('who does not say CONNECT in time is sent away', async () => {
  const { url, endpoint } = await start({
    limits: { ...limits.live, connectTimeout: 100, keepaliveCheck: 20 },
  });
  const peer = new RawPeer(url);
  await peer.over;
  expect(endpoint.stats().strangers).toBe(0);
});

test('a check that fails lets nobody in', async () => {
  const { browser, endpoint } = await start({ authenticate: () => Promise.reject(new Error('no database')) });
  const refused = (await received(browser('ann'), 'error')) as Error;
  expect(refused.message).toContain('unavailable');
  await vi.waitFor(() => expect(endpoint.stats().connections + endpoint.stats().strangers).toBe(0), {
    timeout: 10_000,
  });
});

test('foreign pages, other paths and other protocols do not get a socket', async () => {
  const { url, http } = await start();
  const status = (address: string, protocol: string[], origin?: string) =>
    new Promise<number | string>((resolve) => {
      const socket = new WebSocket(address, protocol, origin === undefined ? {} : { origin });
      socket.on('open', () => resolve('open'));
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('error', () => resolve('error'));
    });
  await expect(status(url, ['mqtt'], 'http://evil.test')).resolves.toBe(403);
  await expect(status(url, ['chat'])).resolves.toBe(400);
  await expect(status(url, ['mqtt'], 'http://good.test')).resolves.toBe('open');
  http.on('upgrade', (request, socket) => {
    if (request.url === '/other') socket.end('HTTP/1.1 418 Teapot\r\nContent-Length: 0\r\n\r\n');
  });
  await expect(status(url.replace('/mqtt', '/other'), ['mqtt'])).resolves.toBe(418);
});
