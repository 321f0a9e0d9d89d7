import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { EventEmitter } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { limits } from '@eyrie/domain';
import type { VideoServer } from '../modules/video/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Foundation } from './foundation.ts';
import { createHealthProbes } from './health-probes.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open) server.close();
  open.length = 0;
});

const foundation = {
  runtime: { clock: systemClock },
  broker: { connected: true, events: new EventEmitter(), onMessage: () => undefined },
} as unknown as Foundation;

const portOf = async (server: Server): Promise<number> => {
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};
const probeOf = (port: number) => {
  const video = {
    streams: async () => ['one'],
    flvUrl: (stream: string) => `http://127.0.0.1:${port}/live/${stream}.flv`,
  } as unknown as VideoServer;
  const parts = {
    objects: {} as never,
    dataDir: tmpdir(),
    filesHere: true,
    writing: { fault: () => null },
    mayDeliverLate: false,
    accountsMissing: () => null,
    brokerManaged: () => true,
    docksWaiting: () => 0,
    bulk: null,
    video,
  };
  const probe = createHealthProbes(foundation, parts).find(({ part }) => part === 'video');
  if (!probe) throw new Error('no probe');
  return probe;
};

it('asks the video server itself whether it is there', async () => {
  const answering = await portOf(createHttpServer((_request, response) => response.writeHead(404).end()));
  expect(await probeOf(answering).measure()).toMatchObject({ state: 'fine', figures: { streams: 1 } });
  const silent = await portOf(createServer());
  await expect(probeOf(silent).measure()).rejects.toThrow('aborted due to timeout');
  const gone = createServer();
  const port = await portOf(gone);
  await new Promise((resolve) => gone.close(resolve));
  await expect(probeOf(port).measure()).rejects.toThrow('fetch failed');
});

it('finds the storage down when nothing can be written, though the disk has room', async () => {
  let fault: 'diskFull' | null = 'diskFull';
  const probes = createHealthProbes(foundation, {
    objects: { head: async () => null } as never,
    dataDir: tmpdir(),
    filesHere: false,
    writing: { fault: () => fault },
    mayDeliverLate: false,
    accountsMissing: () => null,
    brokerManaged: () => true,
    docksWaiting: () => 0,
    bulk: null,
    video: null,
  });
  const storage = probes.find(({ part }) => part === 'storage');
  expect(await storage?.measure()).toMatchObject({ state: 'down', reason: 'diskFull' });
  fault = null;
  expect(await storage?.measure()).toMatchObject({ state: 'fine', reason: null });
});

it('says when more docks come at once than this machine takes', async () => {
  let waiting = limits.gateway.docksWaiting;
  let managed = true;
  const probes = createHealthProbes(foundation, {
    objects: {} as never,
    dataDir: tmpdir(),
    filesHere: true,
    writing: { fault: () => null },
    mayDeliverLate: false,
    accountsMissing: () => null,
    brokerManaged: () => managed,
    docksWaiting: () => waiting,
    bulk: null,
    video: null,
  });
  const broker = probes.find(({ part }) => part === 'broker');
  expect(await broker?.measure()).toMatchObject({
    state: 'strained',
    reason: 'docksWait',
    figures: { waiting },
  });
  waiting -= 1;
  expect(await broker?.measure()).toMatchObject({ state: 'fine', reason: null });
  // Nor is a broker fine that goes on serving those who lost access.
  managed = false;
  expect(await broker?.measure()).toMatchObject({ state: 'strained', reason: 'managementAway' });
});
