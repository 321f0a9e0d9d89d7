import { createConnection } from 'node:net';
import type { Socket } from 'node:net';
import { limits } from '@eyrie/domain';
import mqttPacket from 'mqtt-packet';
import { afterEach, expect, test, vi } from 'vitest';
import { RawPeer, startLiveEndpoint, received } from './live-endpoint.fixture.ts';
import type { RunningEndpoint } from './live-endpoint.fixture.ts';

let running: RunningEndpoint | null = null;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  running?.stop();
  running = null;
});
const start = async (...args: Parameters<typeof startLiveEndpoint>): Promise<RunningEndpoint> =>
  (running = await startLiveEndpoint(...args));

/** A member's connection, subscribed to everything of org-1, that has stopped reading. */
async function frozen(url: string, name: string): Promise<RawPeer> {
  const peer = new RawPeer(url);
  await peer.opened();
  peer.hello('ann', { clientId: `ann-${name}`, keepalive: 200 });
  await vi.waitFor(() => expect(peer.answer('connack')).toBeDefined());
  peer.say({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'INFO/org-1/#', qos: 0 }] });
  await vi.waitFor(() => expect(peer.answer('suback')).toBeDefined());
  peer.socket.pause();
  return peer;
}
const texts = (peer: RawPeer): string[] =>
  peer.answers.flatMap((packet) =>
    packet.cmd === 'publish' ? [`${packet.topic} ${packet.payload.toString().split(' ', 1)[0]}`] : [],
  );

test('frozen readers cost neither memory nor the others, and come back to the present', async () => {
  const { endpoint, url, browser } = await start({ limits: { ...limits.live, flushEvery: 5 } });
  const stopped = await Promise.all(['a', 'b', 'c', 'd'].map((name) => frozen(url, name)));
  const healthy = browser('bob');
  const newest = new Map<string, number>();
  healthy.on('message', (topic, payload) => newest.set(topic, Number(payload.toString().split(' ', 1)[0])));
  await healthy.subscribeAsync('INFO/org-1/#');
  const padding = 'x'.repeat(4_000);
  const names = Array.from({ length: 200 }, (_, at) => `INFO/org-1/DOCK/d${at}/9005`);
  const publishRound = (round: number): void => {
    for (const name of names) endpoint.publish(name, `${round} ${padding}`);
    endpoint.publish('INFO/org-1/DOCK/d0/9901', `${round} event`);
  };
  const rounds = 500;
  let memory = 0;
  for (let round = 1; round <= rounds; round += 1) {
    publishRound(round);
    // Each round is seen by the healthy one before the next begins, while the others take nothing.
    await vi.waitFor(() => expect(newest.get(names.at(-1) ?? '')).toBe(round), {
      interval: 2,
      timeout: 10_000,
    });
    if (round === rounds / 5) {
      globalThis.gc?.();
      memory = process.memoryUsage().rss;
    }
  }
  expect([...newest.values()].every((round) => round === rounds)).toBe(true);
  // 4 readers × 400 rounds × 800 kB would be 1.3 GB; the kernel's own buffers are not ours to count, garbage is a matter of luck.
  expect(process.memoryUsage().rss - memory).toBeLessThan(400e6);

  const [thawed] = stopped;
  thawed?.socket.resume();
  const present = `INFO/org-1/DOCK/d199/9005 ${rounds}`;
  await vi.waitFor(() => expect(thawed && texts(thawed).at(-1)).toBe(present), { timeout: 5_000 });
});

test('a reader that was frozen gets the present, not what the kernel kept for it', async () => {
  const { endpoint, url, browser } = await start({
    limits: { ...limits.live, flushEvery: 5, probeEvery: 20, behind: 100 },
  });
  const peer = await frozen(url, 'a');
  const healthy = browser('bob');
  const seen: number[] = [];
  healthy.on('message', (_topic, payload) => seen.push(Number(payload.toString())));
  await healthy.subscribeAsync('INFO/org-1/#');
  const rounds = 400;
  const begun = performance.now();
  for (let round = 1; round <= rounds || performance.now() - begun < 1_000; round += 1) {
    endpoint.publish('INFO/org-1/DOCK/d1/9005', String(round));
    await vi.waitFor(() => expect(seen.at(-1)).toBe(round), { interval: 2, timeout: 10_000 });
  }
  peer.socket.resume();
  const present = `INFO/org-1/DOCK/d1/9005 ${seen.at(-1)}`;
  await vi.waitFor(() => expect(texts(peer).at(-1)).toBe(present), { timeout: 5_000 });
  // What was under way when it was noticed, and the present: the others of 400 are spared it.
  expect(texts(peer).length).toBeLessThan(seen.length / 3);
});

test('a reader that stays frozen is cut, one that reads is not', async () => {
  const { endpoint, url, browser, logged } = await start({
    limits: { ...limits.live, flushEvery: 5, probeEvery: 20, behind: 100, stalled: 400, keepaliveCheck: 50 },
  });
  const peer = await frozen(url, 'a');
  const healthy = browser('bob');
  let count = 0;
  healthy.on('message', () => (count += 1));
  await healthy.subscribeAsync('INFO/org-1/#');
  const ends = (): unknown[] => logged.filter(({ reason }) => reason === 'stalled');
  await vi.waitFor(
    () => {
      endpoint.publish('INFO/org-1/DOCK/d1/9005', String(count));
      expect(ends()).toHaveLength(1);
    },
    { interval: 20, timeout: 10_000 },
  );
  expect(endpoint.stats()).toMatchObject({ connections: 1 });
  expect(healthy.connected).toBe(true);
  expect(count).toBeGreaterThan(5);
  peer.socket.resume();
  await peer.over;
});

const valid = [
  mqttPacket.generate({ cmd: 'pingreq' }),
  mqttPacket.generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'INFO/org-1/#', qos: 0 }] }),
  mqttPacket.generate({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['INFO/org-1/#'] }),
  mqttPacket.generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: 'ann-1',
    username: 'ann',
    password: Buffer.from('pw-ann'),
    keepalive: 20,
  }),
];

/** Small generator with a fixed seed (xorshift32), so that a failure comes again. */
function randomSource(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

function mutated(random: (below: number) => number): Buffer {
  const source = valid[random(valid.length)] ?? Buffer.alloc(0);
  if (random(4) === 0) return Buffer.from(Array.from({ length: 1 + random(60) }, () => random(256)));
  const copy = Buffer.from(source);
  for (let turn = random(4); turn >= 0; turn -= 1) copy[random(copy.length)] = random(256);
  return random(3) === 0 ? copy.subarray(0, 1 + random(copy.length)) : copy;
}

test('3,000 random and mutated packets leave the process and the honest reader alone', async () => {
  const { endpoint, url, browser } = await start();
  const honest = browser('bob');
  let got = 0;
  honest.on('message', () => (got += 1));
  await honest.subscribeAsync('INFO/org-1/#');
  const random = randomSource(20_261_121);
  for (let batch = 0; batch < 60; batch += 1) {
    const peers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const peer = new RawPeer(url);
        await peer.opened();
        return peer;
      }),
    );
    for (const peer of peers) {
      if (random(2) === 0) peer.hello('ann', { clientId: `ann-${random(1e9)}` });
      for (let turn = 0; turn < 5; turn += 1) peer.socket.send(mutated(random));
    }
    endpoint.publish('INFO/org-1/DOCK/d1/9005', `turn ${batch}`);
    await vi.waitFor(() => expect(got).toBe(batch + 1), { interval: 2, timeout: 10_000 });
    for (const peer of peers) peer.socket.terminate();
  }
  expect(honest.connected).toBe(true);
  await vi.waitFor(() => expect(endpoint.stats()).toMatchObject({ connections: 1, strangers: 0 }), {
    timeout: 10_000,
  });
});

test.each<[string, (peer: RawPeer) => void]>([
  ['a frame above 64 kB', (peer) => peer.socket.send(Buffer.alloc(limits.live.packetBytes + 1))],
  [
    'a packet gathered from many frames',
    (peer) => {
      peer.socket.send(Buffer.from([0x82, 0xff, 0xff, 0xff, 0x7f]));
      for (let turn = 0; turn < 3; turn += 1) peer.socket.send(Buffer.alloc(40_000));
    },
  ],
  ['text', (peer) => peer.socket.send('hello')],
  [
    'a flood of pings',
    (peer) => peer.say(...Array.from({ length: 1_000 }, () => ({ cmd: 'pingreq' as const }))),
  ],
  [
    'a thousand subscriptions',
    (peer) =>
      peer.say({
        cmd: 'subscribe',
        messageId: 1,
        subscriptions: Array.from({ length: 1_000 }, (_, at) => ({
          topic: `INFO/org-1/DOCK/d${at}/9005`,
          qos: 0,
        })),
      }),
  ],
])('%s ends the connection, and only that', async (_what, act) => {
  const { url, browser } = await start();
  const honest = browser('bob');
  await received(honest, 'connect');
  const peer = new RawPeer(url);
  await peer.opened();
  peer.hello('ann');
  await vi.waitFor(() => expect(peer.answer('connack')?.returnCode).toBe(0), { timeout: 10_000 });
  act(peer);
  await peer.over;
  expect(honest.connected).toBe(true);
});

test('2,000 half-open connections do not keep an honest browser out', async () => {
  const { endpoint, port, browser } = await start();
  const upgrade =
    'GET /mqtt HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n';
  for (let count = 0; count < 2_000; count += 1) {
    const socket = createConnection(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(upgrade);
    sockets.push(socket);
  }
  await vi.waitFor(() => expect(endpoint.stats().strangers).toBe(limits.live.strangers), { timeout: 10_000 });
  const honest = browser('ann');
  await received(honest, 'connect');
  await honest.subscribeAsync('INFO/org-1/#');
  expect(endpoint.stats().strangers).toBeLessThanOrEqual(limits.live.strangers);
});
