import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { type Answer, callAt, ownTab, signIn, until, uploadRouteTo } from '../testing/caller.ts';
import { readLive, type LiveReader } from '../testing/live-reader.ts';
import { startServerProcess, type ServerProcess } from '../testing/server-process.ts';
import { startDockProcess, type SimulatedDockProcess } from '../testing/simulator-process.ts';

const password = 'Restart#2026-aA1';
const sn = 'RESTARTDOCK01';
let dataDir: string;
let env: Record<string, string>;
let server: ServerProcess;
let simulator: SimulatedDockProcess;
let live: LiveReader | null = null;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-restart-'));
  env = {
    EYRIE_DATA_DIR: dataDir,
    EYRIE_ADMIN_PASSWORD: password,
  };
  server = await startServerProcess(env);
  // Started again it must be where its devices and people look for it.
  env['EYRIE_PORT'] = new URL(server.url).port;
  env['EYRIE_MQTT_PORT'] = new URL(server.mqtt).port;
});
afterAll(async () => {
  live?.stop();
  await simulator?.end();
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const ready = async (): Promise<boolean> => (await fetch(`${server.url}/readyz`)).status === 200;

it('a server that is killed in mid-flight sends nothing and shows the flight right again', async () => {
  await until('ready', ready, Boolean);
  const { token, oid: memberOID, groupOID, groupRoot } = await signIn(server.url, 'admin', password);
  const call = (
    declaration: Parameters<typeof callAt>[2],
    request: Record<string, unknown> = {},
  ): Promise<Answer> => callAt(server.url, token, declaration, request);
  const routeOID = await uploadRouteTo(server.url, token);
  const added = await call(calls.dock.add, {
    name: '重启机场',
    model: '3-2-0',
    sn,
    groupOID,
    vendor: 'DJI',
  });
  const oid = added.data.oid as string;
  simulator = await startDockProcess(added.data.secret as string, { broker: server.mqtt, sn, speed: 25 });
  const flightOID = (
    await call(calls.flight.add, {
      routeOID,
      dockOID: oid,
      returnAltitude: 100,
      lostAction: 'return',
      clarity: 'hd',
    })
  ).data.oid as string;
  const flight = async (): Promise<Answer['data']> => (await call(calls.flight.get, { oid: flightOID })).data;
  await until(
    'gate',
    () => call(calls.flight.gate, { oid: flightOID }),
    ({ data }) => data.ready === true,
  );

  const lease = { oid, control: 'flight', tabId: ownTab };
  let { epoch } = (await call(calls.lease.take, lease)).data as { epoch: number };
  const nonce = (await call(calls.command.challenge, { oid, method: 'startJob' })).data.nonce as string;
  const started = await call(calls.command.startJob, { oid, flightOID, key: randomUUID(), epoch, nonce });
  expect(started).toMatchObject({ status: 200 });
  const keep = setInterval(
    () => void call(calls.lease.renew, { ...lease, epoch }).catch(() => undefined),
    3_000,
  );
  await until('underway', flight, (now) => now.state === 'inFlight' && now.currentWaypoint >= 1);
  await until(
    'airborne',
    () => call(calls.command.flightResume, { oid, key: randomUUID(), epoch }),
    ({ data }) => data.reason === 'droneNotPaused',
  );

  // A pause goes out and its answer is lost; the server dies while it waits.
  await simulator.fail({ kind: 'dropReply', method: 'flighttask_pause' });
  const key = randomUUID();
  const paused = call(calls.command.flightPause, { oid, key, epoch }).catch(() => null);
  await until('pause at the dock', simulator.services, (seen) => seen.at(-1)?.method === 'flighttask_pause');
  const sent = await until(
    'pause written as sent',
    async () => (await call(calls.command.query, { dockOID: oid, pageNum: 1, pageSize: 1 })).data.list[0],
    ({ method, state }) => method === 'flightPause' && state === 'sent',
  );
  clearInterval(keep);
  const leaseBefore = (await call(calls.lease.renew, { ...lease, epoch })).data as { expiresAt: number };
  const killedAt = Date.now();
  const exit = await server.end('SIGKILL');
  expect(exit.signal).toBe('SIGKILL');
  await paused;
  const sentBefore = (await simulator.services()).length;

  const startedAt = performance.now();
  server = await startServerProcess(env);
  const since = (): number => performance.now() - startedAt;
  expect(server.lines.join('\n')).toContain('adopted the running database');
  expect(server.mqtt).toContain(env['EYRIE_MQTT_PORT']);
  expect(await ready()).toBe(false);
  live = await readLive(server.url, { token, oid: memberOID, groupRoot });
  const reader = live;

  // The lease has the seconds it had, and the same number.
  const leaseNow = async () => (await call(calls.lease.get, { oid, control: 'flight' })).data;
  const isOver = ({ serverTime }: { serverTime: number }): boolean => serverTime >= leaseBefore.expiresAt;
  const leaseAfter = await leaseNow();
  if (!isOver(leaseAfter)) {
    expect(leaseAfter).toMatchObject({ epoch, holder: { oid: memberOID, mine: true } });
    expect(leaseAfter.expiresAt - leaseBefore.expiresAt).toBeLessThan(promised(500));
  }
  if (isOver(leaseAfter) || (await call(calls.lease.renew, { ...lease, epoch })).status !== 200) {
    // On a machine on which the start takes longer than a lease lives nobody has it then.
    const later = await leaseNow();
    expect(isOver(later)).toBe(true);
    expect(later).toMatchObject({ holder: null });
    epoch = (await call(calls.lease.take, lease)).data.epoch as number;
  }
  const renewing = setInterval(
    () => void call(calls.lease.renew, { ...lease, epoch }).catch(() => undefined),
    3_000,
  );

  const presence = await until(
    'the flight confirmed by the dock',
    () => reader.last('dockPresence', oid),
    (message) => message?.data.restart?.confirmedAt != null && message.data.droneOnline,
  );
  expect(since()).toBeLessThan(promised(15_000));
  const { restart, job } = presence?.data ?? {};
  expect(restart?.at).toBeGreaterThan(killedAt);
  expect(restart?.confirmedAt).toBeGreaterThanOrEqual(restart?.at ?? Infinity);
  expect(job).toMatchObject({ flightOID, status: 'paused' });
  expect(await flight()).toMatchObject({ state: 'inFlight', waypointCount: 3 });

  const pause = (await call(calls.command.get, { oid: sent.commandOID })).data;
  expect(pause.history).toContainEqual(expect.objectContaining({ state: 'unknown', detail: 'restart' }));
  await until(
    'the pause seen at the dock',
    () => call(calls.command.get, { oid: sent.commandOID }),
    ({ data }) => data.state === 'succeeded',
  );

  // While it holds, it says so and moves nothing.
  if (!(await ready())) {
    const early = await call(calls.command.flightResume, { oid, key: randomUUID(), epoch });
    expect(early).toMatchObject({ status: 503, data: { reason: 'startingUp' } });
  }
  await until('ready after the hold', ready, Boolean);
  expect(since()).toBeGreaterThan(10_000);
  expect((await simulator.services()).slice(sentBefore)).toEqual([]);
  expect(await call(calls.command.flightPause, { oid, key, epoch })).toMatchObject({
    status: 200,
    data: { commandOID: sent.commandOID, state: 'succeeded' },
  });

  // A person acts: only then something goes to the dock.
  epoch = ((await call(calls.lease.take, lease)).data as { epoch: number }).epoch;
  expect(await call(calls.command.flightResume, { oid, key: randomUUID(), epoch })).toMatchObject({
    status: 200,
  });
  expect((await simulator.services()).slice(sentBefore).map((one) => one.method)).toEqual([
    'flighttask_recovery',
  ]);
  clearInterval(renewing);
  const over = await until('the end of the flight', flight, (now) => now.state === 'over', 60_000, 200);
  expect(over).toMatchObject({ outcome: 'done' });
  expect(over.distance).toBeGreaterThan(1_000);
  const services = await simulator.services();
  expect(services.filter((one) => one.duplicate)).toEqual([]);
  expect(services.filter((one) => one.method === 'flighttask_execute')).toHaveLength(1);
  expect(server.lines.filter((line) => line.includes('a promise failed unheard'))).toEqual([]);
});
