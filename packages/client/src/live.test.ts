import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { consoleSubscriptions, encodeLive, limits, liveMoveTopic } from '@eyrie/domain';
import type { LiveCredential, LiveMessage } from '@eyrie/domain';
import mqttPacket from 'mqtt-packet';
import type { IConnectPacket, Packet } from 'mqtt-packet';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { createLive } from './live.ts';
import type { Live, LiveState } from './live.ts';

/** A server that accepts and grants everything and remembers who came: written by hand, apart from the real one. */
class Server {
  readonly connects: IConnectPacket[] = [];
  readonly sockets: WebSocket[] = [];
  readonly http = createServer();
  grant = 0;
  /** The one topic that it refuses. */
  refused: string | null = null;
  /** What the newest connection is subscribed to. */
  subscribed = new Set<string>();
  /** Whether it says anything any more; the connection stands either way. */
  answers = true;

  constructor() {
    new WebSocketServer({ server: this.http, path: '/mqtt' }).on('connection', (socket) => {
      this.sockets.push(socket);
      const parser = mqttPacket.parser({ protocolVersion: 4 });
      parser.on('packet', (packet) => this.answer(socket, packet));
      socket.on('message', (data) => parser.parse(data as Buffer));
    });
  }

  answer(socket: WebSocket, packet: Packet): void {
    if (packet.cmd === 'pingreq' && this.answers) socket.send(mqttPacket.generate({ cmd: 'pingresp' }));
    if (packet.cmd === 'connect') {
      this.connects.push(packet);
      this.subscribed = new Set();
      socket.send(mqttPacket.generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }));
    }
    if (packet.cmd === 'subscribe') {
      for (const { topic } of packet.subscriptions) this.subscribed.add(topic);
      const granted = packet.subscriptions.map(({ topic }) => (topic === this.refused ? 0x80 : this.grant));
      socket.send(mqttPacket.generate({ cmd: 'suback', messageId: packet.messageId ?? 1, granted }));
    }
    if (packet.cmd === 'unsubscribe') {
      for (const topic of packet.unsubscriptions) this.subscribed.delete(topic);
      socket.send(mqttPacket.generate({ cmd: 'unsuback', messageId: packet.messageId ?? 1, granted: [] }));
    }
  }

  publish(payload: string): void {
    const packet = { cmd: 'publish', topic: 'INFO/r/DOCK/d/9901', payload, qos: 0, dup: false } as const;
    this.sockets.at(-1)?.send(mqttPacket.generate({ ...packet, retain: false }));
  }
}

let server: Server;
let live: Live | null = null;
beforeEach(async () => {
  server = new Server();
  await new Promise<void>((resolve) => server.http.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  live?.stop();
  server.http.closeAllConnections();
  server.http.close();
});

let minted = 0;
const getCredential = async (): Promise<LiveCredential> => {
  minted += 1;
  return {
    account: 'session-1',
    password: `secret-${minted}`,
    url: `ws://127.0.0.1:${(server.http.address() as AddressInfo).port}/mqtt`,
    clientId: `client-${minted}`,
    expiresAt: 0,
  };
};

function start(credential = getCredential, now = () => 42) {
  const quiet: (number | null)[] = [];
  const states: LiveState[] = [];
  const messages: { message: LiveMessage; receivedAt: number }[] = [];
  live = createLive({
    getCredential: credential,
    subscriptions: consoleSubscriptions('r', 'm'),
    onMessage: (message, receivedAt) => messages.push({ message, receivedAt }),
    onState: (state) => states.push(state),
    onQuiet: (lastHeard) => quiet.push(lastHeard),
    now,
    wall: now,
  });
  return { states, messages, quiet, live };
}

test('connects as the contract says, subscribes and decodes; junk is passed over', async () => {
  const { states, messages } = start();
  await vi.waitFor(() => expect(states).toStrictEqual(['connecting', 'up']), { timeout: 10_000 });
  expect(server.connects[0]).toMatchObject({
    protocolVersion: 4,
    keepalive: 20,
    clean: true,
    username: 'session-1',
  });
  expect(server.connects[0]?.clientId).toMatch(/^client-/);
  server.publish('not json');
  const change = { kind: 'flight', lease: null, command: null, flightOID: 'f' } as const;
  server.publish(encodeLive('controlChange', 'd', change, 5));
  await vi.waitFor(() => expect(messages).toHaveLength(1), { timeout: 10_000 });
  expect(messages[0]).toStrictEqual({
    message: { name: 'controlChange', objectID: 'd', data: change, time: 5 },
    receivedAt: 42,
  });
});

test('one topic more is had while somebody watches it, and by the connection after a loss too', async () => {
  const topic = 'INFO/r/DOCK/d/9905';
  const { states, live: running } = start();
  const early = running.watch(topic);
  await vi.waitFor(() => expect(states.at(-1)).toBe('up'), { timeout: 10_000 });
  expect(server.subscribed).toContain(topic);
  const late = running.watch(topic);
  early();
  early();
  const other = running.watch('INFO/r/DOCK/e/9905');
  await vi.waitFor(() => expect(server.subscribed).toContain('INFO/r/DOCK/e/9905'), { timeout: 10_000 });
  expect(server.subscribed).toContain(topic);
  server.sockets[0]?.terminate();
  await vi.waitFor(() => expect(states.at(-1)).toBe('down'), { timeout: 10_000 });
  other();
  running.reconnectNow();
  await vi.waitFor(() => expect(states.at(-1)).toBe('up'), { timeout: 10_000 });
  expect(server.subscribed).toContain(topic);
  expect(server.subscribed).not.toContain('INFO/r/DOCK/e/9905');
  late();
  await vi.waitFor(() => expect(server.subscribed).not.toContain(topic), { timeout: 10_000 });
});

test('a watched topic that is refused costs the others nothing', async () => {
  server.refused = 'INFO/s/DOCK/d/9905';
  const { states, live: running } = start();
  running.watch(server.refused);
  await vi.waitFor(() => expect(states).toStrictEqual(['connecting', 'up']), { timeout: 10_000 });
  running.watch('INFO/r/DOCK/d/9905');
  await vi.waitFor(() => expect(server.subscribed).toContain('INFO/r/DOCK/d/9905'), { timeout: 10_000 });
  expect(states).toStrictEqual(['connecting', 'up']);
});

test('after a loss it comes back with a credential of its own', async () => {
  const { states, live: running } = start();
  await vi.waitFor(() => expect(states.at(-1)).toBe('up'), { timeout: 10_000 });
  server.sockets[0]?.terminate();
  await vi.waitFor(() => expect(states.at(-1)).toBe('down'), { timeout: 10_000 });
  running.reconnectNow();
  await vi.waitFor(() => expect(states.at(-1)).toBe('up'), { timeout: 10_000 });
  expect(server.connects).toHaveLength(2);
  expect(server.connects[1]?.password?.toString()).not.toBe(server.connects[0]?.password?.toString());
});

test('when its server says that it stops, it comes back within a second, not after the pause of a loss', async () => {
  const { states } = start();
  await vi.waitFor(() => expect(states.at(-1)).toBe('up'), { timeout: 10_000 });
  const said = performance.now();
  const packet = { cmd: 'publish', topic: liveMoveTopic, payload: '', qos: 0, dup: false } as const;
  server.sockets[0]?.send(mqttPacket.generate({ ...packet, retain: false }));
  server.sockets[0]?.close(1012);
  await vi.waitFor(() => expect(server.connects).toHaveLength(2), { timeout: 10_000 });
  const took = performance.now() - said;
  expect(took).toBeGreaterThanOrEqual(limits.web.mqttMove.least);
  expect(took).toBeLessThan(limits.web.mqttReconnect);
  await vi.waitFor(() => expect(states).toStrictEqual(['connecting', 'up', 'down', 'connecting', 'up']));
});

test('a refused subscription or credential is down, never up', async () => {
  server.grant = 0x80;
  const first = start();
  await vi.waitFor(() => expect(first.states).toStrictEqual(['connecting', 'down']), { timeout: 10_000 });
  first.live.stop();
  const second = start(async () => {
    throw new Error('signed out');
  });
  await vi.waitFor(() => expect(second.states).toStrictEqual(['connecting', 'down']), { timeout: 10_000 });
});

test('a server that stops answering on a standing connection is told within seconds, and when it is back', async () => {
  let at = 0;
  server.answers = false;
  const { states, quiet } = start(getCredential, () => (at += 500));
  await vi.waitFor(() => expect(states.at(-1)).toBe('up'), { timeout: 10_000 });
  await vi.waitFor(() => expect(quiet).toStrictEqual([expect.any(Number)]), { timeout: 10_000 });
  expect(states.at(-1)).toBe('up');
  server.publish('anything');
  await vi.waitFor(() => expect(quiet.at(-1)).toBeNull(), { timeout: 10_000 });
});

test('a page that was frozen takes nothing that waited meanwhile, and comes back to the present', async () => {
  let at = 0;
  const { messages } = start(getCredential, () => at);
  const change = { kind: 'flight', lease: null, command: null, flightOID: 'f' } as const;
  const say = (time: number): void => server.publish(encodeLive('controlChange', 'd', change, time));
  await vi.waitFor(() => expect(server.connects).toHaveLength(1), { timeout: 10_000 });
  say(1);
  await vi.waitFor(() => expect(messages).toHaveLength(1), { timeout: 10_000 });
  at += limits.web.frozenAfter + 1;
  for (let old = 0; old < 77; old += 1) say(2);
  await vi.waitFor(() => expect(server.connects).toHaveLength(2), { timeout: 10_000 });
  say(3);
  await vi.waitFor(() => expect(messages.map(({ message }) => message.time)).toStrictEqual([1, 3]), {
    timeout: 10_000,
  });
});

test('after stop nothing more is told', async () => {
  const { states, messages, live: running } = start();
  await vi.waitFor(() => expect(states.at(-1)).toBe('up'), { timeout: 10_000 });
  running.stop();
  await vi.waitFor(() => expect(server.sockets[0]?.readyState).toBe(3), { timeout: 10_000 });
  expect(states).toStrictEqual(['connecting', 'up']);
  expect(messages).toHaveLength(0);
});
