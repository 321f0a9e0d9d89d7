import { createCommandGateway, draftedCommands, type CommandPlans } from '../../modules/command/index.ts';
import { createDeviceHealthGateway, createDeviceLogGateway } from '../../modules/device-health/index.ts';
import { createDockGateway, dockOnline, type DockLink } from '../../modules/dock/index.ts';
import { createFlightGateway, flightByOid, flightPlans, gateOf } from '../../modules/flight/index.ts';
import { createTelemetryPublisher, createTelemetryRecorder } from '../../modules/telemetry/index.ts';
import { createVideoGateway, videoPlans } from '../../modules/video/index.ts';
import { clientTopic } from '../../platform/mqtt/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createClaims } from './claims.ts';
import type { Gateway, GatewayDependencies } from './dependencies.ts';
import { flightFiles } from './flight-files.ts';
import { createLinkTable } from './link-table.ts';
import { createPresence } from './presence.ts';
import { createRouter } from './router.ts';
import { createTakeover } from './takeover.ts';
import { commandChange, createTeller } from './teller.ts';

/** Gateways are asked on this topic to publish the present of all their docks. */
export const refreshTopic = 'eyrie/live/refresh';

/** The device gateway: owns a share of the docks, hears them, speaks to them, publishes their live topics. */
export const createGateway = (runtime: Runtime, deps: GatewayDependencies): Gateway => {
  const table = createLinkTable();
  const counts: Record<string, number> = { message: 0, malformed: 0, duplicate: 0, foreign: 0 };
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
    links: table.all,
  });

  const logs = createDeviceLogGateway(runtime, { linkOfSn: table.ofSn });
  const send = async (topic: string, payload: string, qos: 0 | 1): Promise<void> => {
    await deps.broker.publish(topic, payload, { qos });
    logs.sent(topic, payload);
  };

  const tell = createTeller(runtime, publishLive);

  const flights = createFlightGateway(runtime, {
    audit: deps.audit,
    publish: publishLive,
    touched: (link) => publisher.touch(link, 'presence'),
    told: (link, flightOID) => tell(link, { kind: 'flight', flightOID }),
    flushTelemetry: () => recorder.flush(),
    over: logs.flightOver,
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
    publish: (topic, payload) => send(topic, payload, 0),
    brokerUp: () => deps.broker.connected,
    brokerAnswers: () => deps.broker.answers(),
    newFlightRefusal: deps.newFlightRefusal,
    linkOf: table.find,
    changed: (link, command) => {
      logs.commandChanged(link, command);
      tell(link, { kind: 'command', flightOID: command.flightOID, command: commandChange(command) });
    },
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
    flightFile: flightFiles(runtime, deps.objects),
    droneChanged: (link) => takeover.listenToDrone(link),
    droneGone: (link) => {
      video.droneGone(link);
      publisher.touch(link, 'drone');
    },
  });
  const router = createRouter(runtime, {
    linkOfSn: table.ofSn,
    reply: (topic, payload) => send(topic, payload, 1),
    publisher,
    recorder,
    commands,
    flights,
    docks,
    health: createDeviceHealthGateway(runtime),
    logs,
    video,
    recordMedia: (link, file) => deps.recordMedia(link.dock, file),
    zoneMinutes: (link) => deps.zoneMinutes(link.dock.groupRoot),
    counted: (what) => {
      counts[what] = (counts[what] ?? 0) + 1;
    },
  });

  const present = (link: DockLink): void => {
    for (const part of ['dock', 'presence', 'drone'] as const) publisher.touch(link, part);
  };
  const takeover = createTakeover(runtime, {
    table,
    broker: deps.broker,
    flights,
    commands,
    video,
    present,
    forget: (link) => {
      publisher.forget(link);
      router.forget(link);
    },
  });
  const claims = createClaims(runtime, deps.instance, takeover);
  const presence = createPresence(runtime, {
    table,
    audit: deps.audit,
    present: (link) => {
      present(link);
      recorder.touch(link);
    },
    droneGone: video.droneGone,
    alarm: deps.alarm,
  });

  const everySecond = (): void => {
    const now = runtime.clock.mono();
    for (const link of table.all()) {
      presence.look(link, now);
      commands.observe(link);
      if (link.flightOID)
        flights
          .reconcile(link, now)
          .catch((error: unknown) => runtime.log.warn({ err: error }, 'flight not reconciled'));
    }
  };
  const sweepVideo = (): void => {
    const now = runtime.clock.mono();
    for (const link of table.all())
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
          if (topic === clientTopic) presence.noticed(payload);
          else if (topic === refreshTopic) table.all().forEach(present);
          else router.receive(topic, payload);
        }),
      );
      await deps.broker.subscribe([clientTopic, refreshTopic]);
      publisher.start();
      recorder.start();
      logs.start();
      stops.push(
        await deps.listen(
          'command_drafted',
          (payload) => {
            const [dockOID = '', oid = ''] = payload.split(' ');
            commands.drafted(dockOID, oid);
          },
          () => {
            draftedCommands(
              runtime.db,
              table.all().map((link) => link.dock.oid),
            )
              .then((drafted) => drafted.forEach((one) => commands.drafted(one.dockOID, one.oid)))
              .catch((error: unknown) => runtime.log.warn({ err: error }, 'drafted commands not read'));
          },
        ),
        await deps.listen(
          'dock_changed',
          (oid) => {
            takeover.refresh(oid).then(
              (known) => {
                if (!known) claims.soon();
              },
              (error: unknown) => runtime.log.warn({ err: error }, 'dock not read again'),
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
      await logs.stop();
      await claims.stop();
    },
    ready() {
      const now = runtime.clock.mono();
      return claimed && claims.healthy() && table.all().every((link) => now >= link.holdUntil);
    },
    async gateNow(flightOID, dockOID) {
      const link = table.find(dockOID);
      const flight = link ? await flightByOid(runtime.db, flightOID) : null;
      return link && flight ? gateOf(runtime, runtime.db, deps.objects, flight, link) : null;
    },
    speaksTo: (dockOID) => table.find(dockOID) !== null,
    counts: () => ({
      ...counts,
      docks: table.all().length,
      online: table.all().filter((link) => dockOnline(link, runtime.clock.mono())).length,
    }),
  };
};
