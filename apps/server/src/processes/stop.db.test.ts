import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/test-database.ts';
import { callAt, signIn, until, uploadRouteTo } from '../testing/caller.ts';
import { freePort } from '../platform/postgres/index.ts';
import { startScript, startServerProcess } from '../testing/server-process.ts';

const password = 'Stop#server-2026';
// Each round is a server of its own, started, loaded and stopped: one shows what is lost.
const rounds = 1;
let database: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-stop-'));
});
afterAll(async () => {
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

it('a server that is told to stop under load leaves cleanly and loses nothing it confirmed', async () => {
  const env = {
    EYRIE_DATA_DIR: dataDir,
    EYRIE_DATABASE_URL: database.url,
    EYRIE_ADMIN_PASSWORD: password,
  };
  const confirmed: string[] = [];
  let made: { dockOID: string; routeOID: string } | null = null;
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServerProcess(env);
    const { url } = server;
    await until(
      'ready',
      async () => (await fetch(`${url}/readyz`)).status,
      (status) => status === 200,
    );
    const { token, groupOID } = await signIn(url, 'admin', password);
    made ??= {
      routeOID: await uploadRouteTo(url, token),
      dockOID: (
        await callAt(url, token, calls.dock.add, {
          name: '停机测试',
          model: '3-2-0',
          sn: 'STOPDOCK00001',
          groupOID,
          vendor: 'DJI',
        })
      ).data.oid as string,
    };
    const request = { ...made, returnAltitude: 60, lostAction: 'return', clarity: 'hd' };
    const before = confirmed.length;
    const refused: number[] = [];
    let leaving = false;
    const worker = async (): Promise<void> => {
      while (!leaving) {
        try {
          const answer = await callAt(url, token, calls.flight.add, { ...request, taskName: randomUUID() });
          // What it takes it answers, to its last moment.
          refused.push(...(answer.status === 200 ? [] : [answer.status]));
          if (answer.status === 200) confirmed.push(answer.data.oid as string);
        } catch {
          // The port is closed: this one was never confirmed.
          return;
        }
      }
    };
    const workers = Array.from({ length: 12 }, worker);
    await until(
      'load',
      () => confirmed.length - before,
      (count) => count > 60,
    );
    const notified = performance.now();
    const exit = await server.end('SIGTERM');
    expect(exit).toEqual({ code: 0, signal: null });
    expect(performance.now() - notified).toBeLessThan(promised(10_000));
    leaving = true;
    await Promise.all(workers);
    expect(refused).toEqual([]);
    expect(server.lines.filter((line) => /a promise failed unheard|not stopped cleanly/.test(line))).toEqual(
      [],
    );
  }
  const { rows } = await database.connection.pool.query<{ count: number }>(
    'select count(*) as count from flight where oid = any($1)',
    [confirmed],
  );
  expect(rows[0]?.count).toBe(confirmed.length);
  expect(confirmed.length).toBeGreaterThan(rounds * 60);
});

it.each([
  ['api', 'EYRIE_PROCESSES=api'],
  ['gateway', 'EYRIE_PROCESSES=gateway'],
  ['all', 'EYRIE_MQTT_PORT=many'],
])('a start with wrong settings (%s) is refused by name', (processes, named) => {
  const { PATH } = process.env;
  const env = {
    PATH,
    EYRIE_DATA_DIR: dataDir,
    EYRIE_PROCESSES: processes,
    ...(processes === 'all' ? { EYRIE_MQTT_PORT: 'many' } : {}),
  };
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const ended = spawnSync(process.execPath, [main], { env, encoding: 'utf8' });
  expect(ended.status).toBe(2);
  expect(ended.stderr).toContain(named);
});

const startWorker = async (drainSeconds: number) => {
  const port = await freePort();
  const started = startScript(fileURLToPath(new URL('../main.ts', import.meta.url)), [], {
    EYRIE_DATA_DIR: join(dataDir, 'worker'),
    EYRIE_DATABASE_URL: database.url,
    EYRIE_PROCESSES: 'worker',
    EYRIE_MQTT_PORT: '0',
    EYRIE_HEALTH_PORT: String(port),
    EYRIE_DRAIN_SECONDS: String(drainSeconds),
    EYRIE_DEMO: 'off',
  });
  const look = async () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      async (answer) => ({ status: answer.status, body: (await answer.json()) as { missing: string[] } }),
      () => null,
    );
  return { ...started, port, look };
};

it('a server without api says on a port of its own that it stops, before it does', async () => {
  const { look, port, end, exit } = await startWorker(5);
  await until('ready', look, (found) => found?.status === 200);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(401);
  const ended = end('SIGTERM');
  // A kept connection may be closed under a question: that is no answer yet.
  const stopping = await until('stopping', look, (found) => found !== null && found.status !== 200);
  expect(stopping).toEqual({ status: 503, body: expect.objectContaining({ missing: ['stopping'] }) });
  await ended;
  expect(await exit).toEqual({ code: 0, signal: null });
  expect(await look()).toBeNull();
});

it('a server that is asked to stop while it starts says so too, and ends what it has started', async () => {
  const { look, lines, end, exit } = await startWorker(3);
  await until(
    'starting',
    () => lines.some((line) => line.includes('looking for the first organisation')),
    (begun) => begun,
  );
  const ended = end('SIGTERM');
  const stopping = await until('stopping', look, (found) => found?.status === 503);
  expect(stopping?.body.missing).toContain('stopping');
  await ended;
  expect(await exit).toEqual({ code: 0, signal: null });
});
