import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import type { DockClient } from '@eyrie/testing';
import { createLog } from '../platform/log.ts';
import { startEmbeddedBroker, type EmbeddedBroker } from '../platform/mqtt/index.ts';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts';
import { until } from '../testing/caller.ts';
import { childrenRunning } from '../testing/children.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { openTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts';

/** What /readyz names. */
const missing = async (server: TestServer): Promise<string[]> =>
  ((await (await fetch(`${server.running.url}/readyz`)).json()) as { missing: string[] }).missing;

/** A dock in the air that goes on speaking by itself. */
const speaking = async (server: TestServer) => {
  const { oid, dock } = await server.addDock();
  await server.fly(dock, oid);
  const speak = (): void => {
    dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 } }).catch(() => undefined);
    dock.droneOsd({ mode_code: 5, elevation: 60, horizontal_speed: 8 }).catch(() => undefined);
  };
  const voice = setInterval(speak, 500);
  return { oid, dock, speak, hush: () => clearInterval(voice) };
};

describe('without its broker the server', () => {
  let database: TestDatabase;
  let broker: EmbeddedBroker;
  let proxy: TcpProxy;
  let server: TestServer;
  let oid: string;
  let dock: DockClient;
  let hush: () => void;

  beforeAll(async () => {
    database = await createTestDatabase();
    const log = createLog({ level: 'silent' });
    broker = await startEmbeddedBroker({ host: '127.0.0.1', port: 0, databaseUrl: database.url, log });
    const inner = new URL(broker.connection.url);
    proxy = await openTcpProxy(inner.hostname, Number(inner.port));
    inner.port = String(proxy.port);
    inner.username = broker.connection.username;
    inner.password = broker.connection.password;
    server = await startTestServer({
      EYRIE_DATABASE_URL: database.url,
      EYRIE_MQTT_URL: inner.href,
      EYRIE_PUBLIC_MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
    });
    ({ oid, dock, hush } = await speaking(server));
  });
  afterAll(async () => {
    hush?.();
    proxy.become('open');
    await server?.close();
    await proxy?.close();
    await broker?.stop();
    await database?.drop();
  });

  /** One event is answered once however often the connection came and went. */
  const answersToOneEvent = async (): Promise<number> => {
    const tid = randomUUID();
    await dock.askedEvent('somebody_counts_this', { a: 1 }, { tid, retryAfter: [] });
    // The next exchange on the same line comes after every answer to the first.
    await dock.topology(true);
    return dock.received.filter((one) => one.topic.endsWith('/events_reply') && one.tid === tid).length;
  };

  it('notices silence within six seconds, refuses orders at once and keeps none for later', async () => {
    const before = dock.services().length;
    const start = performance.now();
    proxy.become('silent');
    await until(
      'noticed',
      () => missing(server),
      (names) => names.includes('broker'),
    );
    expect(performance.now() - start).toBeLessThan(promised(6_200));
    for (const declaration of [calls.command.flightPause, calls.command.returnHome, calls.command.hover]) {
      const asked = performance.now();
      expect(await server.call(declaration, { oid, key: randomUUID() })).toMatchObject({
        status: 503,
        data: { reason: 'brokerDown', state: 'failed' },
      });
      expect(performance.now() - asked).toBeLessThan(promised(1_000));
    }
    proxy.become('open');
    const back = performance.now();
    await until(
      'back',
      () => missing(server),
      (names) => names.length === 0,
    );
    await until(
      'heard again',
      () => server.call(calls.command.flightPause, { oid, key: randomUUID() }),
      ({ data }) => data.reason === 'notOnRoute',
    );
    expect(performance.now() - back).toBeLessThan(promised(5_000));
    expect(dock.services()).toHaveLength(before);
    expect(await answersToOneEvent()).toBe(1);
  });

  it('sends nothing into a line that has just died: no order comes out of it when it lives again', async () => {
    const before = dock.services().length;
    proxy.become('silent');
    const clicked = await Promise.all(
      [calls.command.returnHome, calls.command.hover].map((declaration) =>
        server.call(declaration, { oid, key: randomUUID() }),
      ),
    );
    for (const answer of clicked)
      expect(answer).toMatchObject({ status: 503, data: { reason: 'brokerDown', state: 'failed' } });
    await until(
      'noticed',
      () => missing(server),
      (names) => names.includes('broker'),
    );
    proxy.become('open');
    await until(
      'back',
      () => missing(server),
      (names) => names.length === 0,
    );
    // What the line still held has come through before the answer to this.
    await dock.topology(true);
    expect(dock.services()).toHaveLength(before);
  });

  it('comes back after ten interruptions with one ear, not ten', async () => {
    for (let flap = 0; flap < 10; flap += 1) {
      proxy.become('refused');
      await until(
        'down',
        () => missing(server),
        (names) => names.includes('broker'),
        2_000,
        10,
      );
      proxy.become('open');
      await until(
        'up',
        () => missing(server),
        (names) => names.length === 0,
        5_000,
        10,
      );
    }
    expect(await answersToOneEvent()).toBe(1);
    const before = dock.services('return_home').length;
    const answer = await server.call(calls.command.returnHome, { oid, key: randomUUID() });
    expect(answer).toMatchObject({ status: 200 });
    expect(dock.services('return_home')).toHaveLength(before + 1);
  });
});

describe('without its video', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server?.close());

  it.skipIf(process.platform !== 'linux')(
    'flight control goes on: garbage and a killed video process cost nothing else',
    async () => {
      const { oid, dock, hush } = await speaking(server);
      const rtmp = Number(new URL((server.running.rtmp ?? '').replace('rtmp', 'http')).port);
      const noise = async (): Promise<void> => {
        const socket = connect(rtmp, '127.0.0.1');
        socket.on('error', () => undefined);
        await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
        // A version byte that is right, then a handshake and chunks that are not.
        socket.write(
          Buffer.concat([Buffer.from([3]), randomBytes(3_072), Buffer.alloc(64, 0xff), randomBytes(4_096)]),
        );
        socket.end();
      };
      const worst = async (): Promise<number> => {
        const times: number[] = [];
        for (let turn = 0; turn < 5; turn += 1) {
          const asked = performance.now();
          expect(await server.call(calls.command.returnHome, { oid, key: randomUUID() })).toMatchObject({
            status: 200,
          });
          times.push(performance.now() - asked);
        }
        return Math.max(...times);
      };
      await Promise.all(Array.from({ length: 100 }, noise));
      expect(await worst()).toBeLessThan(promised(500));
      const [pid] = childrenRunning('video-process');
      expect(pid).toBeGreaterThan(0);
      process.kill(pid ?? 0, 'SIGKILL');
      expect(await worst()).toBeLessThan(promised(500));
      expect(await missing(server)).toEqual([]);
      await until(
        'video again',
        () => childrenRunning('video-process')[0],
        (other) => other !== undefined && other !== pid,
      );
      await until(
        'the port again',
        async () => {
          const socket = connect(rtmp, '127.0.0.1');
          await once(socket, 'connect');
          socket.destroy();
          return true;
        },
        Boolean,
      );
      expect(dock.services('return_home')).toHaveLength(10);
      hush();
    },
  );
});
