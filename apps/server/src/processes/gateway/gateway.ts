import { encodeLive, limits, liveTopics, type ControlChange, type GateItem } from '@eyrie/domain';
import type { StorageCredential, UploadedFile } from '@eyrie/dji';
import {
  createCommandGateway,
  draftedCommands,
  type Command,
  type CommandPlans,
  type SentWishes,
} from '../../modules/command/index.ts';
import { createDeviceHealthGateway } from '../../modules/device-health/index.ts';
import {
  createDockGateway,
  dockIdentities,
  notifyDockHeard,
  type DockIdentity,
  dockOnline,
  droneOnline,
  openDockLink,
  type DockLink,
} from '../../modules/dock/index.ts';
import {
  createFlightGateway,
  flightByOid,
  flightPlans,
  gateOf,
  type FlightObjects,
} from '../../modules/flight/index.ts';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import {
  createTelemetryPublisher,
  createTelemetryRecorder,
  readSnapshot,
} from '../../modules/telemetry/index.ts';
import { createVideoGateway, videoPlans, type VideoServer } from '../../modules/video/index.ts';
import { clientTopic, type BrokerClient, type ClientNotice } from '../../platform/mqtt/index.ts';
import type { Listen } from '../../platform/postgres/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import { createClaims } from './claims.ts';
import { createRouter } from './router.ts';

export interface GatewayDependencies {
  audit: AuditLog;
  sentWishes: SentWishes;
  broker: BrokerClient;
  listen: Listen;
  instance: { instanceId: string; processes: readonly string[] };
  objects: FlightObjects;
  video: VideoServer;
  dji: { appId: string; appKey: string; appLicense: string };
  ntp: { host: string; port: number };
  storageCredential(dockOID: string): Promise<StorageCredential>;
  recordMedia(dock: DockIdentity, file: UploadedFile): Promise<void>;
  bindOnBroker(dockSn: string, droneSn: string): Promise<void>;
  zoneMinutes(groupRoot: string): Promise<number>;
  orderForServer(
    dock: DockIdentity,
    method: 'stopLive',
    wish: { memberOID: string; key: string; arguments: Record<string, unknown> },
  ): Promise<void>;
}

export interface Gateway extends Unit {
  /** Every dock of this gateway with an open flight or an unresolved command has been asked for its state. */
  ready(): boolean;
  gateNow(flightOID: string, dockOID: string): Promise<GateItem[] | null>;
  counts(): Record<string, number>;
}

const dockTails = ['osd', 'state', 'services_reply', 'events', 'requests', 'property/set_reply'] as const;
const dockTopics = (sn: string): string[] => [
  ...dockTails.map((tail) => `thing/product/${sn}/${tail}`),
  `sys/product/${sn}/status`,
];
const droneTopics = (sn: string): string[] =>
  ['osd', 'state', 'events'].map((tail) => `thing/product/${sn}/${tail}`);
/** Gateways are asked on this topic to publish the present of all their docks. */
export const refreshTopic = 'eyrie/live/refresh';

/** The device gateway: owns a share of the docks, hears them, speaks to them, publishes their live topics. */
export const createGateway = (runtime: Runtime, deps: GatewayDependencies): Gateway => {
  const links = new Map<string, DockLink>();
  const bySn = new Map<string, DockLink>();
  const counts: Record<string, number> = { message: 0, malformed: 0, duplicate: 0, foreign: 0 };
  const wasOnline = new WeakMap<DockLink, { dock: boolean; drone: boolean }>();
  let claimed = false;
  let stopped = false;
  const stops: (() => Promise<void> | void)[] = [];

  const publishLive = (topic: string, payload: string): void => {
    deps.broker
      .publish(topic, payload, { qos: 0 })
      .catch((error: unknown) => runtime.log.debug({ err: error, topic }, 'live message not published'));
  };
  const publisher = createTelemetryPublisher({
    publish: publishLive,
    clock: runtime.clock,
    serverTime: runtime.serverTime,
    log: runtime.log,
  });
  const recorder = createTelemetryRecorder({
    db: runtime.db,
    clock: runtime.clock,
    log: runtime.log,
    links: () => links.values(),
  });

  const tell = (link: DockLink, change: Partial<ControlChange> & { kind: ControlChange['kind'] }): void =>
    publishLive(
      liveTopics.controlChange.topic(link.dock.groupRoot, link.dock.oid),
      encodeLive(
        'controlChange',
        link.dock.oid,
        { lease: null, command: null, flightOID: null, ...change },
        runtime.serverTime(),
      ),
    );

  const flights = createFlightGateway(runtime, {
    audit: deps.audit,
    publish: publishLive,
    touched: (link) => publisher.touch(link, 'presence'),
    told: (link, flightOID) => tell(link, { kind: 'flight', flightOID }),
    flushTelemetry: () => recorder.flush(),
  });
  const plans: CommandPlans = {
    ...flightPlans(runtime, {
      objects: deps.objects,
      begin: flights.begin,
      end: (link, oid, outcome, reason) => flights.end(link, oid, outcome, reason),
    }),
    ...videoPlans(runtime, deps.video),
  };
  const commands = createCommandGateway(runtime, {
    audit: deps.audit,
    sentWishes: deps.sentWishes,
    plans,
    instanceId: deps.instance.instanceId,
    publish: (topic, payload) => deps.broker.publish(topic, payload, { qos: 0 }),
    brokerUp: () => deps.broker.connected,
    linkOf: (dockOID) => links.get(dockOID) ?? null,
    changed: (link, command) =>
      tell(link, { kind: 'command', flightOID: command.flightOID, command: commandChange(command) }),
  });
  const video = createVideoGateway(runtime, {
    changed: (link) => {
      recorder.touch(link);
      void recorder.flush().then(() => tell(link, { kind: 'video' }));
    },
    stop: (link, wish) =>
      deps.orderForServer(link.dock, 'stopLive', {
        memberOID: wish.memberOID,
        key: wish.key,
        arguments: { videoId: wish.videoId },
      }),
  });
  const docks = createDockGateway(runtime, {
    dji: deps.dji,
    ntp: deps.ntp,
    storageCredential: deps.storageCredential,
    bindOnBroker: deps.bindOnBroker,
    flightFile: async (dockOID, flightId) => {
      const flight = await flightByOid(runtime.db, flightId).catch(() => null);
      if (
        !flight ||
        flight.dock_oid !== dockOID ||
        !flight.object_key ||
        !flight.file_md5 ||
        flight.state === 'over'
      )
        return null;
      return {
        url: await deps.objects.address(flight.object_key, limits.media.credentialLife),
        fingerprint: flight.file_md5,
      };
    },
    droneChanged: async (link) => listenToDrone(link),
    droneGone: (link) => {
      video.droneGone(link);
      publisher.touch(link, 'drone');
    },
  });
  const router = createRouter(runtime, {
    linkOfSn: (sn) => bySn.get(sn) ?? null,
    reply: (topic, payload) => deps.broker.publish(topic, payload, { qos: 1 }),
    publisher,
    recorder,
    commands,
    flights,
    docks,
    health: createDeviceHealthGateway(runtime),
    video,
    recordMedia: (link, file) => deps.recordMedia(link.dock, file),
    zoneMinutes: (link) => deps.zoneMinutes(link.dock.groupRoot),
    counted: (what) => {
      counts[what] = (counts[what] ?? 0) + 1;
    },
  });

  const listenToDrone = async (link: DockLink): Promise<void> => {
    for (const [sn, other] of bySn)
      if (other === link && sn !== link.dock.sn && sn !== link.dock.droneSn) bySn.delete(sn);
    if (!link.dock.droneSn) return;
    bySn.set(link.dock.droneSn, link);
    await deps.broker.subscribe(droneTopics(link.dock.droneSn));
  };

  const gained = async ({ dockOID, fence }: { dockOID: string; fence: number }): Promise<void> => {
    const [dock] = await dockIdentities(runtime.db, [dockOID]);
    if (!dock) return;
    const link = openDockLink(dock, fence);
    const stored = await readSnapshot(runtime.db, dockOID);
    if (stored) {
      link.dockSnapshot = { ...link.dockSnapshot, values: stored.dock_values };
      link.droneSnapshot = { ...link.droneSnapshot, values: stored.drone_values };
      link.lastSeenWall = stored.last_seen_at?.getTime() ?? null;
      link.droneLastSeenWall = stored.drone_last_seen_at?.getTime() ?? null;
      link.airborneWhenLastSeen = stored.drone_airborne;
      video.stated(link, ['live_status', 'live_capacity']);
    }
    const openFlight = await flights.recover(link);
    const unresolved = await commands.recover(link);
    if (openFlight || unresolved) link.holdUntil = runtime.clock.mono() + limits.command.restartHold;
    links.set(dockOID, link);
    bySn.set(dock.sn, link);
    await deps.broker.subscribe(dockTopics(dock.sn));
    await listenToDrone(link);
    await notifyDockHeard(runtime.db, dockOID);
    publisher.touch(link, 'presence');
    publisher.touch(link, 'dock');
    publisher.touch(link, 'drone');
    for (const drafted of await draftedCommands(runtime.db, [dockOID]))
      commands.drafted(drafted.dockOID, drafted.oid);
  };

  const lost = async (dockOID: string): Promise<void> => {
    const link = links.get(dockOID);
    if (!link) return;
    links.delete(dockOID);
    for (const [sn, other] of bySn) if (other === link) bySn.delete(sn);
    publisher.forget(link);
    router.forget(link);
    const drone = link.dock.droneSn ? droneTopics(link.dock.droneSn) : [];
    await deps.broker.unsubscribe([...dockTopics(link.dock.sn), ...drone]).catch(() => undefined);
  };

  const claims = createClaims(runtime, deps.instance, { gained, lost });

  /** A dock's record changed: name, limits, department, aircraft. */
  const refreshIdentity = async (dockOID: string): Promise<void> => {
    const link = links.get(dockOID);
    if (!link) return claims.soon();
    const [dock] = await dockIdentities(runtime.db, [dockOID]);
    if (!dock) return claims.soon();
    link.dock = dock;
    await listenToDrone(link);
  };

  const onClientNotice = (payload: Buffer): void => {
    let notice: ClientNotice;
    try {
      notice = JSON.parse(payload.toString()) as ClientNotice;
    } catch {
      return;
    }
    const link = bySn.get(notice.sn);
    if (!link) return;
    if (notice.event === 'twinRefused') {
      runtime.log.warn({ dock: notice.sn }, 'a second device with the identity of a dock was refused');
      void runtime.db
        .transaction()
        .execute((trx) =>
          deps.audit.write(trx, {
            groupRoot: link.dock.groupRoot,
            memberOID: null,
            sessionOID: null,
            address: null,
            dockOID: link.dock.oid,
            action: 'dock.twinRefused',
            outcome: 'refused',
            detail: { sn: notice.sn },
          }),
        )
        .catch((error: unknown) => runtime.log.error({ err: error }, 'twin not logged'));
      return;
    }
    // Since the last look it may have come and gone: both are told.
    noticePresence(link, runtime.clock.mono());
    link.session = notice.event === 'connected';
    link.sessionEndedAt = link.session ? -Infinity : runtime.clock.mono();
    noticePresence(link, runtime.clock.mono());
  };

  /** Publishes when a dock or aircraft came or went; live values go with it. */
  const noticePresence = (link: DockLink, now: number): void => {
    const is = { dock: dockOnline(link, now), drone: droneOnline(link, now) };
    const was = wasOnline.get(link);
    wasOnline.set(link, is);
    if (was && was.dock === is.dock && was.drone === is.drone) return;
    if (was?.drone && !is.drone) video.droneGone(link);
    publisher.touch(link, 'presence');
    publisher.touch(link, 'dock');
    publisher.touch(link, 'drone');
    recorder.touch(link);
  };

  const everySecond = (): void => {
    const now = runtime.clock.mono();
    for (const link of links.values()) {
      noticePresence(link, now);
      commands.observe(link);
      if (link.flightOID)
        flights
          .reconcile(link, now)
          .catch((error: unknown) => runtime.log.warn({ err: error }, 'flight not reconciled'));
    }
  };
  const sweepVideo = (): void => {
    const now = runtime.clock.mono();
    for (const link of links.values())
      if (link.livePushing.size > 0)
        video
          .sweep(link, now)
          .catch((error: unknown) => runtime.log.warn({ err: error }, 'viewers not counted'));
  };

  const repeat = (ms: number, step: () => void): void => {
    const timer = setInterval(step, ms);
    stops.push(() => clearInterval(timer));
  };

  return {
    name: 'gateway',
    async start() {
      stops.push(
        deps.broker.onMessage((topic, payload) => {
          if (stopped) return;
          if (topic === clientTopic) onClientNotice(payload);
          else if (topic === refreshTopic)
            for (const link of links.values())
              for (const part of ['dock', 'presence', 'drone'] as const) publisher.touch(link, part);
          else router.receive(topic, payload);
        }),
      );
      await deps.broker.subscribe([clientTopic, refreshTopic]);
      publisher.start();
      recorder.start();
      stops.push(
        await deps.listen(
          'command_drafted',
          (payload) => {
            const [dockOID = '', oid = ''] = payload.split(' ');
            commands.drafted(dockOID, oid);
          },
          () => {
            draftedCommands(runtime.db, [...links.keys()])
              .then((drafted) => drafted.forEach((one) => commands.drafted(one.dockOID, one.oid)))
              .catch((error: unknown) => runtime.log.warn({ err: error }, 'drafted commands not read'));
          },
        ),
        await deps.listen(
          'dock_changed',
          (oid) => {
            refreshIdentity(oid).catch((error: unknown) =>
              runtime.log.warn({ err: error }, 'dock not read again'),
            );
          },
          claims.soon,
        ),
      );
      await claims.start();
      claimed = true;
      repeat(1_000, everySecond);
      repeat(5_000, sweepVideo);
    },
    async stop() {
      stopped = true;
      for (const stop of stops) await stop();
      publisher.stop();
      await router.settle();
      await commands.stop();
      await recorder.stop();
      await claims.stop();
    },
    ready() {
      const now = runtime.clock.mono();
      return claimed && [...links.values()].every((link) => now >= link.holdUntil);
    },
    async gateNow(flightOID, dockOID) {
      const link = links.get(dockOID);
      const flight = link ? await flightByOid(runtime.db, flightOID) : null;
      return link && flight ? gateOf(runtime, runtime.db, deps.objects, flight, link) : null;
    },
    counts: () => ({
      ...counts,
      docks: links.size,
      online: [...links.values()].filter((link) => dockOnline(link, runtime.clock.mono())).length,
    }),
  };
};

const commandChange = (command: Command): ControlChange['command'] => ({
  commandOID: command.oid,
  method: command.method,
  state: command.state,
  code: command.code,
  message: command.reason ?? '',
  at: command.history.at(-1)?.at ?? command.issuedAt,
  by: command.issuedByName,
});
