import about from '../../package.json' with { type: 'json' };
import { writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { limits } from '@eyrie/domain';
import { Refusal } from '../platform/http/refusal.ts';
import type { Log } from '../platform/log.ts';
import { objectsPath } from '../platform/objects/index.ts';
import type { Unit } from '../platform/runtime.ts';
import { isOnlyHere } from '../platform/outgoing.ts';
import type { Settings } from '../platform/settings.ts';
import { startVideo, type Video } from '../platform/video/index.ts';
import type { VideoServer } from '../modules/video/index.ts';
import { buildApi, closeApi, createLive } from './api/index.ts';
import { createDockAccounts } from './dock-accounts.ts';
import { demoWanted, startDemo } from './demo.ts';
import { layFoundation } from './foundation.ts';
import { createGateQuestions, createGateway, createGatewayWatch, type Gateway } from './gateway/index.ts';
import { openObjectStore } from './objects.ts';
import { createHealthProbes } from './health-probes.ts';
import { createReadiness } from './readiness.ts';
import { createRooms } from './rooms.ts';
import { createScheduler } from './scheduler.ts';

export interface Running {
  url: string;
  mqtt: string;
  rtmp: string | null;
  /** Accounts made at this start, and where their passwords lie. */
  accounts: readonly string[];
  passwordFile: string | null;
  /** Resolves once commands are taken. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

const shown = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;

/** Without a video part in this process there is nothing to play; a picture is then refused, flight goes on. */
const noVideo: VideoServer = {
  publishUrl: () => {
    throw new Refusal('noLiveCapability');
  },
  streams: async () => [],
  flvUrl: () => 'http://127.0.0.1:9/',
};

/** Starts the processes that the settings name, in the order in which nothing is lost and nothing flies too early. */
export const startAll = async (
  settings: Settings,
  log: Log,
  progress: (step: string) => void,
): Promise<Running> => {
  const runs = (name: Settings['processes'][number]): boolean => settings.processes.includes(name);
  const fresh = !existsSync(join(settings.dataDir, 'postgres')) && settings.databaseUrl === undefined;
  const foundation = await layFoundation(settings, log, progress);
  const stops: (() => Promise<void> | void)[] = [() => foundation.stop()];
  const readiness = createReadiness();
  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> =>
    (stopping ??= (async () => {
      for (const one of stops.toReversed()) await one();
    })());

  try {
    const scheme = settings.tlsCert ? 'https' : 'http';
    let port = settings.port;
    const publicUrl = (): string => settings.publicUrl ?? `${scheme}://${shown(settings.host)}:${port}`;
    const store = await openObjectStore(settings, foundation.runtime.clock, publicUrl);

    let video: Video | null = null;
    if (runs('gateway') || runs('api')) {
      progress('starting video');
      video = await startVideo({
        host: settings.host,
        rtmpPort: settings.rtmpPort,
        dataDir: settings.dataDir,
        publicRtmpUrl: settings.publicRtmpUrl,
        clock: foundation.runtime.clock,
        log,
      });
      const started = video;
      stops.push(() => started.stop());
    }
    const videoServer: VideoServer = video
      ? {
          publishUrl: video.publishUrl.bind(video),
          streams: video.streams.bind(video),
          flvUrl: video.openFlv.bind(video),
        }
      : noVideo;

    let gateway: Gateway | null = null;
    const questions = createGateQuestions(foundation.runtime, foundation.broker);
    stops.push(() => questions.stop());
    const accounts = await createDockAccounts(settings, foundation);
    const rooms = createRooms(foundation, {
      operation: {
        worker: runs('worker'),
        withObjects: settings.s3 === undefined,
        release: about.version,
        settings,
        probes: createHealthProbes(foundation, {
          objects: store.objects,
          dataDir: settings.s3 ? null : settings.dataDir,
          video: video ? videoServer : null,
        }),
      },
      dataDir: settings.dataDir,
      liveUrl: null,
      publicUrl,
      onlyHere: isOnlyHere(settings),
      objectsUrl: () => `${publicUrl()}${objectsPath.replace(/\/$/, '')}`,
      store,
      video: videoServer,
      accounts,
      gateNow: async (flightOID, dockOID) =>
        (await gateway?.gateNow(flightOID, dockOID)) ?? questions.ask(flightOID, dockOID),
    });
    progress('looking for the first organisation');
    const demo = demoWanted(settings, fresh);
    const first = await rooms.organisation.ensureFirstOrganisation({
      dataDir: settings.dataDir,
      adminPassword: settings.adminPassword,
      demo,
    });

    readiness.need('database', foundation.databaseUp);
    readiness.need('broker', () => foundation.broker.connected);
    // Named before the port opens: a server whose docks are not found yet would refuse every command.
    if (runs('gateway')) readiness.need('gateway', () => gateway?.ready() ?? false);

    const start = async (unit: Unit): Promise<void> => {
      await unit.start();
      stops.push(() => unit.stop());
    };
    for (const unit of rooms.units) await start(unit);
    await start(rooms.session);
    await start(rooms.directory);
    rooms.sentWishes.answerFor((dockOID) => gateway?.speaksTo(dockOID) ?? false);
    await start(rooms.sentWishes);
    await rooms.commands.start();
    await rooms.hearing.start();

    let app: FastifyInstance | null = null;
    let live: ReturnType<typeof createLive> | null = null;
    if (runs('api')) {
      app = await buildApi(settings, foundation, rooms, store, videoServer, {
        notReady: readiness.missing,
        counts: () => ({ ...gateway?.counts(), ...live?.stats() }),
      });
      progress('opening the port');
      await app.listen({ host: settings.host, port: settings.port });
      port = (app.server.address() as AddressInfo).port;
      const listening = app;
      stops.push(() => closeApi(listening));
      live = createLive(foundation.runtime, {
        server: listening.server,
        broker: foundation.broker,
        appearance: rooms.appearance,
        session: rooms.session,
        directory: rooms.directory,
        publicUrl,
      });
      await start(live);
    }

    if (runs('gateway')) {
      progress('finding the docks');
      const started = createGateway(foundation.runtime, {
        audit: rooms.audit,
        sentWishes: rooms.sentWishes,
        broker: foundation.broker,
        listen: foundation.database.listen,
        instance: { instanceId: foundation.instanceId, processes: settings.processes },
        objects: store.flight,
        video: videoServer,
        dji: settings.dji,
        ntp: { host: settings.ntpHost, port: 123 },
        storageCredential: rooms.media.credentialForDock,
        recordMedia: rooms.media.recordMedia,
        bindOnBroker: accounts.bindDrone,
        zoneMinutes: rooms.zoneMinutes,
        alarm: (dockOID, kind) => rooms.notification.tell(dockOID, 'dock:edit', { kind, level: 'alarm' }),
        orderForServer: rooms.commands.orderForServer,
      });
      gateway = started;
      await start(started);
      await questions.start(started.gateNow);
    } else {
      const watch = createGatewayWatch(foundation.runtime);
      if (runs('api')) readiness.need('gateway', watch.ready);
      await start(watch);
      await questions.start(null);
    }
    if (runs('scheduler'))
      await start(
        createScheduler(foundation.runtime, {
          leases: rooms.leases,
          groupRootOf: (dockOID) => rooms.directory.find(dockOID)?.groupRoot ?? null,
          databaseUp: foundation.databaseUp,
          dropOldNotifications: rooms.notification.dropOld,
          controlLost: async (dockOID, groupRoot) => {
            await rooms.audit.write(foundation.runtime.db, {
              groupRoot,
              memberOID: null,
              sessionOID: null,
              address: null,
              dockOID,
              action: 'lease.lostInFlight',
              outcome: 'alarm',
              detail: {},
            });
            await rooms.notification.tell(dockOID, 'dock:control', {
              kind: 'controlLostInFlight',
              level: 'alarm',
            });
          },
        }),
      );
    await rooms.emergency.recover();
    const recovering = setInterval(() => {
      if (foundation.databaseUp())
        rooms.emergency.recover().catch((error: unknown) => log.warn({ err: error }, 'journal not stored'));
    }, limits.command.journalEvery);
    stops.push(() => clearInterval(recovering));

    const mqttPort = foundation.embeddedBroker?.port;
    const mqtt =
      settings.publicMqttUrl ??
      (mqttPort === undefined
        ? (settings.mqttUrl ?? '')
        : `${settings.tlsCert ? 'mqtts' : 'mqtt'}://${shown(settings.host)}:${mqttPort}`);
    const rtmp = video
      ? (settings.publicRtmpUrl ?? `rtmp://${shown(settings.host)}:${video.rtmpPort}`)
      : null;
    if (demo && runs('api')) {
      const playing = startDemo({
        settings,
        serverUrl: `${scheme}://${shown(settings.host)}:${port}`,
        brokerUrl: mqtt,
        log,
      });
      stops.push(() => playing.stop());
    }
    const url = publicUrl();
    await writeFile(
      join(settings.dataDir, 'ready.json'),
      JSON.stringify({ url, mqtt, rtmp, pid: process.pid }),
      { mode: 0o600 },
    );
    return {
      url,
      mqtt,
      rtmp,
      accounts: first.accounts,
      passwordFile: first.passwordFile,
      ready: untilReady(readiness.missing),
      stop,
    };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
};

const untilReady = async (missing: () => string[]): Promise<void> => {
  while (missing().length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
};
