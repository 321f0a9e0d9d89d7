import { writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { GateNow } from '../modules/flight/index.ts';
import { limits } from '@eyrie/domain';
import type { DrcNow } from '../modules/drc/index.ts';
import type { WayAnswer, WayQuestion } from '../modules/flight-control/index.ts';
import type { DockAccounts } from '../modules/dock/index.ts';
import { createTimerTurns } from '../modules/operation/index.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../platform/settings.ts';
import { createMomentaryLocks } from '../platform/postgres/index.ts';
import { createTimers, type Timers } from '../platform/timers.ts';
import { createAddresses, type Addresses } from './addresses.ts';
import { createBulk, type Bulk } from './bulk/index.ts';
import { auditDenials } from './denied-devices.ts';
import { createDockAccounts, type BrokerAccounts } from './dock-accounts.ts';
import { demoAccountFile, demoWanted, startDemo } from './demo.ts';
import { startDemoPast } from './demo-past/index.ts';
import { startFoundation, type Foundation, type StartedFoundation } from './foundation.ts';
import { createGatewayQuestions, createGatewayWatch, type Aircraft, type Gateway } from './gateway/index.ts';
import { openObjectStore, type ObjectStore } from './objects.ts';
import { openHealthPort } from './api/index.ts';
import { createHealthProbes } from './health-probes.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { createLeaving, type Leaving } from './leaving.ts';
import { createReadiness, untilReady, type Readiness } from './readiness.ts';
import type { Rooms } from './rooms.ts';
import { createServerRooms } from './server-rooms.ts';
import { startApi } from './start-api.ts';
import { gatewayOf } from './start-gateway.ts';
import { noVideo, startVideoPart, type VideoPart } from './start-video.ts';
import { watchWriting, type WriteWatch } from './write-watch.ts';

export interface Running {
  url: string;
  mqtt: string;
  rtmp: string | null;
  /** Where docks are ordered to send pictures; null: this server takes none. */
  pictures: string | null;
  /** Accounts made at this start, and where their passwords lie. */
  accounts: readonly string[];
  passwordFile: string | null;
  /** Resolves once commands are taken. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

type Process = Settings['processes'][number];
type Progress = (step: string) => void;

/** What every process of this server stands on, before the first of them starts. */
interface Base {
  settings: Settings;
  log: Log;
  progress: Progress;
  foundation: Foundation;
  lifecycle: Lifecycle;
  addresses: Addresses;
  store: ObjectStore;
  accounts: DockAccounts;
  accountsMissing(): number | null;
  atBroker: Pick<BrokerAccounts, 'units' | 'denials' | 'managed'>;
  video: VideoPart | null;
  writing: WriteWatch;
  timers: Timers;
  leaving: Leaving;
  runs(name: Process): boolean;
}

/** Starts the processes that the settings name, in the order in which nothing is lost and nothing flies too early. */
export const startAll = async (settings: Settings, log: Log, progress: Progress): Promise<Running> => {
  const fresh = !existsSync(join(settings.dataDir, 'postgres')) && settings.databaseUrl === undefined;
  const foundation = await startFoundation(settings, log, progress);
  const lifecycle = createLifecycle();
  lifecycle.endWith(() => foundation.stop());
  try {
    const leaving = createLeaving(settings.drainSeconds);
    const base = { ...(await createBase(settings, log, progress, foundation, lifecycle)), leaving };
    const demo = demoWanted(settings, fresh);
    const started = await startProcesses(base, demo);
    return { ...(await announce(base, demo)), ...started, stop: () => leaving.before(lifecycle.stop) };
  } catch (error) {
    await lifecycle.stop().catch(() => undefined);
    throw error;
  }
};

const createBase = async (
  settings: Settings,
  log: Log,
  progress: Progress,
  foundation: StartedFoundation,
  lifecycle: Lifecycle,
): Promise<Omit<Base, 'leaving'>> => {
  const addresses = createAddresses(settings);
  const runs = (name: Process): boolean => settings.processes.includes(name);
  const store = await openObjectStore(settings, foundation.runtime.clock, addresses.public);
  const atBroker = await createDockAccounts(settings, foundation);
  const { accounts, missing: accountsMissing, identity } = atBroker;
  progress('looking for the other servers');
  await foundation.join(identity);
  let video: Base['video'] = null;
  if (runs('gateway') || runs('api')) {
    progress('starting video');
    video = await startVideoPart(settings, foundation, log, lifecycle, addresses.public);
  }
  const writing = watchWriting(log, settings.dataDir, foundation.database);
  await lifecycle.start(writing);
  const { runtime, database, instanceId, databaseUp } = foundation;
  const locks = createMomentaryLocks(database.url);
  await lifecycle.start(locks);
  const takeTurn = createTimerTurns(runtime.db, { locks, instanceId });
  const timers = createTimers({ ...runtime, databaseUp, runs, takeTurn });
  const parts = { addresses, store, accounts, accountsMissing, atBroker, video, writing, timers };
  return { settings, log, progress, foundation, lifecycle, ...parts, runs };
};

const startProcesses = async (
  base: Base,
  demo: boolean,
): Promise<Pick<Running, 'accounts' | 'passwordFile' | 'ready'>> => {
  const { settings, progress, foundation, lifecycle, timers, runs } = base;
  let gateway: Gateway | null = null;
  const bulk = runs('api') && runs('bulk') ? createBulk(base) : null;
  const { gates, ways, aircraft, drc } = createQuestions(foundation, lifecycle);
  const rooms = createServerRooms(
    {
      ...base,
      brokerPort: foundation.embeddedBroker?.port,
      probes: probesOf(base, { gateway: () => gateway, bulk }),
    },
    {
      gateNow: async (flightOID, dockOID) =>
        (await gateway?.gateNow(flightOID, dockOID)) ?? gates.ask({ flightOID, dockOID }),
      wayNow: async (dockOID, question) =>
        (await gateway?.wayNow(dockOID, question)) ?? ways.ask({ dockOID, question }),
      aircraftNow: async (dockOID, wait) => gateway?.aircraftNow(dockOID) ?? aircraft.ask({ dockOID }, wait),
      drcNow: async (dockOID, epoch) =>
        gateway?.speaksTo(dockOID)
          ? gateway.drcNow(dockOID, epoch)
          : ((await drc.ask({ dockOID, epoch }, limits.drc.askAnswer))?.now ?? null),
    },
  );
  progress('looking for the first organisation');
  const first = await rooms.organisation.ensureFirstOrganisation({
    dataDir: settings.dataDir,
    adminPassword: settings.adminPassword,
    demo,
    demoLanguage: settings.demoLanguage,
    demoLanguageOpen: settings.demoLanguageOpen,
  });

  const denials = auditDenials(foundation.runtime, base.atBroker.denials, rooms.auditLog);
  lifecycle.endWith(denials.stop);
  const readiness = readinessOf(base, rooms, () => gateway?.ready() ?? false);

  for (const unit of rooms.units) await lifecycle.start(unit);
  await keepJournal(base, rooms);
  await lifecycle.start(timers.unit('timers of the rooms', [...rooms.timers, ...denials.timers]));
  rooms.command.sendGuard.answerFor((dockOID) => gateway?.speaksTo(dockOID) ?? false);
  await lifecycle.start(rooms.command.sendGuard);
  await rooms.command.orders.start();
  await rooms.dock.subscribed.start();

  const video = base.video?.server ?? noVideo;
  await openPorts(base, { rooms, video, readiness, bulk, gatewayCounts: () => gateway?.counts() ?? {} });
  if (runs('gateway')) {
    progress('finding the docks');
    gateway = gatewayOf({ ...base, rooms, video });
    await lifecycle.start(gateway);
    // Ends before it, for it writes what is left once it hears nothing more.
    await lifecycle.start(timers.unit('timers of the gateway', gateway.timers));
    const { gateNow, wayNow, aircraftNow, drcNow, speaksTo } = gateway;
    await gates.start(({ flightOID, dockOID }) => gateNow(flightOID, dockOID));
    await ways.start(({ dockOID, question }) => wayNow(dockOID, question));
    await aircraft.start(async ({ dockOID }) => aircraftNow(dockOID));
    await drc.start(async ({ dockOID, epoch }) =>
      speaksTo(dockOID) ? { now: await drcNow(dockOID, epoch) } : null,
    );
  } else {
    const watch = createGatewayWatch(foundation.runtime);
    if (runs('api')) readiness.need('gateway', watch.ready);
    await lifecycle.start(watch);
    await gates.start(null);
    await ways.start(null);
    await aircraft.start(null);
    await drc.start(null);
  }
  // Last: a dock that is let in before somebody hears it would have said its first words to nobody.
  for (const unit of base.atBroker.units) await lifecycle.start(unit);
  return { ...first, ready: untilReady(readiness.missing) };
};

/** The port of people and docks, and that of health. */
const openPorts = async (
  base: Base,
  {
    rooms,
    video,
    readiness,
    bulk,
    gatewayCounts,
  }: {
    rooms: Rooms;
    video: typeof noVideo;
    readiness: Readiness;
    bulk: Bulk | null;
    gatewayCounts: () => Record<string, number>;
  },
): Promise<void> => {
  const { settings, progress, lifecycle, timers, runs } = base;
  const { host, healthPort, metricsToken } = settings;
  const timerStates = timers.states;
  if (runs('api')) {
    progress('opening the port');
    if (bulk) lifecycle.endWith(() => bulk.stop());
    await startApi({ ...base, rooms, video, readiness, gatewayCounts, timerStates, relay: bulk?.relay });
    bulk?.start();
  }
  if (healthPort === undefined) return;
  const health = {
    notReady: readiness.missing,
    maintenanceUntil: rooms.operation.maintenance.until,
    metricsToken,
    counts: gatewayCounts,
    timerStates,
  };
  await lifecycle.start(openHealthPort({ host, port: healthPort }, health));
};

interface SticksQuestion {
  dockOID: string;
  /** Number that the lease has from now on. */
  epoch?: number | undefined;
}

/** What only the gateway that hears a dock can answer. */
const createQuestions = ({ runtime, broker }: Foundation, lifecycle: Lifecycle) => {
  const gates = createGatewayQuestions<{ dockOID: string; flightOID: string }, GateNow>(
    runtime,
    broker,
    'gate',
  );
  const aircraft = createGatewayQuestions<{ dockOID: string }, Aircraft>(runtime, broker, 'aircraft');
  const drc = createGatewayQuestions<SticksQuestion, { now: DrcNow | null }>(runtime, broker, 'drcNow');
  lifecycle.endWith(() => drc.stop());
  const ways = createGatewayQuestions<{ dockOID: string; question: WayQuestion }, WayAnswer>(
    runtime,
    broker,
    'way',
  );
  lifecycle.endWith(() => gates.stop());
  lifecycle.endWith(() => ways.stop());
  lifecycle.endWith(() => aircraft.stop());
  return { gates, ways, aircraft, drc };
};

/** What must be there before commands are taken. */
const readinessOf = (
  { foundation, writing, leaving, runs }: Base,
  rooms: Rooms,
  gatewayReady: () => boolean,
): Readiness => {
  const readiness = createReadiness();
  readiness.need('stopping', () => !leaving.begun());
  readiness.need('database', () => foundation.databaseUp() && writing.fault('database') === null);
  readiness.need('disk', () => writing.fault('disk') === null);
  readiness.need('broker', () => foundation.broker.connected);
  readiness.need('audit', rooms.auditLog.takesRows);
  // Named before the port opens: a server whose docks are not found yet would refuse every command.
  if (runs('gateway')) readiness.need('gateway', gatewayReady);
  return readiness;
};

/** What this server measures of itself and of what it stands on. */
const probesOf = (
  { settings, foundation, store, video, writing, accountsMissing, atBroker }: Base,
  { gateway, bulk }: { gateway: () => Gateway | null; bulk: Bulk | null },
): ReturnType<typeof createHealthProbes> =>
  createHealthProbes(foundation, {
    objects: store.objects,
    dataDir: settings.dataDir,
    filesHere: settings.s3 === undefined,
    video: video?.server ?? null,
    bulk: bulk && bulk.measure,
    writing,
    // Mosquitto and EMQX end a connection when asked, but what their system has taken is delivered all the same.
    mayDeliverLate: foundation.embeddedBroker === null,
    accountsMissing,
    brokerManaged: atBroker.managed,
    docksWaiting: () => gateway()?.counts()['docksWaiting'] ?? 0,
  });

/** Stores the journal of emergency orders that the last server left; timers of its room go on with it. */
const keepJournal = async ({ log, lifecycle }: Base, { command: { emergency } }: Rooms): Promise<void> => {
  await emergency
    .keepRoom()
    .catch((error: unknown) => log.warn({ err: error }, 'no room for the journal of emergency orders'));
  await emergency.recover();
  lifecycle.endWith(() => emergency.close());
};

/** Says where this server is found, also to the demo's simulator if one is wanted. */
const announce = async (
  { settings, log, foundation, lifecycle, addresses, store, video, runs }: Base,
  demo: boolean,
): Promise<Pick<Running, 'url' | 'mqtt' | 'rtmp' | 'pictures'>> => {
  const url = addresses.public();
  const mqtt = addresses.mqtt(foundation.embeddedBroker?.port);
  const rtmp = video ? addresses.rtmp(video.rtmpPort) : null;
  if (demo && runs('api')) {
    const playing = startDemo({ settings, serverUrl: addresses.own(), brokerUrl: mqtt, log });
    lifecycle.endWith(() => playing.stop());
  }
  if (demo && runs('api') && settings.demoPast) {
    const accountFile = demoAccountFile(settings.dataDir);
    const past = startDemoPast({ runtime: foundation.runtime, objects: store.objects, accountFile });
    lifecycle.endWith(() => past.stop());
  }
  await writeFile(
    join(settings.dataDir, 'ready.json'),
    JSON.stringify({ url, mqtt, rtmp, pid: process.pid }),
    { mode: 0o600 },
  );
  return { url, mqtt, rtmp, pictures: video?.byWhip ? url : rtmp };
};
