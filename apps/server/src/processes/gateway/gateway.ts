import { aircraftOut, dockOnline, isHeld, motionOf, type DockLink } from '../../modules/dock/index.ts';
import { answerWay } from '../../modules/flight-control/index.ts';
import { openNow } from '../../modules/open-device/index.ts';
import { flightByOid, gateNowOf, readRouteFile, type FlightGateway } from '../../modules/flight/index.ts';
import {
  clientTopic,
  deliveryTopic,
  frameNoticeTopic,
  type DeliveryNotice,
  type FrameNotice,
} from '../../platform/mqtt/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createClaims } from './claims.ts';
import { createClockWatch } from './clock-watch.ts';
import type { Gateway, GatewayDependencies } from './dependencies.ts';
import { createGatewayListener } from './gateway-listener.ts';
import { createGatewayRooms } from './gateway-rooms.ts';
import { createGatewayTimers } from './gateway-timers.ts';
import type { Driver } from './driver.ts';
import { createLinkTable } from './link-table.ts';
import { createOpenDriver } from './open-driver.ts';
import { createPresence } from './presence.ts';
import { createProof } from './proof.ts';
import { createRouter } from './router.ts';
import { createTakeover } from './takeover.ts';
import { decodeWatched, watchedTopic } from './watched-links.ts';

/** Gateways are asked on this topic to publish the present of all their docks. */
export const refreshTopic = 'eyrie/live/refresh';

/** Whether an aircraft is on its way, or not known to be back. */
const isOut = ({ clock }: Runtime, flights: FlightGateway, link: DockLink | null): boolean =>
  link !== null && (flights.isOpen(link) || aircraftOut(link, clock.wall()));

const touchAll = (publisher: ReturnType<typeof createGatewayRooms>['publisher'], link: DockLink): void => {
  const parts =
    link.dock.kind === 'robot'
      ? (['robot'] as const)
      : (['dock', 'presence', 'drone', 'droneOnline'] as const);
  for (const part of parts) publisher.touch(link, part);
};

/** The parts of the gateway, made but not started. */
const createParts = (runtime: Runtime, deps: GatewayDependencies) => {
  const table = createLinkTable();
  const counts: Record<string, number> = { message: 0, malformed: 0, duplicate: 0, foreign: 0, unfit: 0 };
  const rooms = createGatewayRooms(runtime, deps, {
    table,
    listenToDrones: (links) => takeover.listenToDrones(links),
  });
  const { publisher, recorder, commands, flights, parts } = rooms;
  const common = {
    ...rooms,
    linkOfSn: table.ofSn,
    proof: createProof(runtime),
    waited: () => deps.broker.delay(),
    reply: (topic: string, payload: string) => rooms.send(topic, payload, 1),
    counted: (what: string) => {
      counts[what] = (counts[what] ?? 0) + 1;
    },
  };
  const drivers: readonly Driver[] = [
    createRouter(runtime, common),
    createOpenDriver(runtime, { ...common, droneGone: parts.droneGone }),
  ];
  const present = (link: DockLink): void => touchAll(publisher, link);
  const takeover = createTakeover(runtime, {
    table,
    broker: deps.broker,
    flights,
    commands,
    parts,
    present,
    forget: (link) => {
      publisher.forget(link);
      for (const driver of drivers) driver.forget(link);
    },
    droneLeft: (link) => {
      parts.droneGone(link);
      publisher.droneLeft(link);
      parts.droneChanged(link);
    },
  });
  const isFlying = (dockOID: string): boolean => isOut(runtime, flights, table.find(dockOID));
  const claims = createClaims(runtime, deps.instance, { ...takeover, isFlying });
  const presence = createPresence(runtime, {
    table,
    audit: deps.audit,
    present: (link) => {
      present(link);
      recorder.touch(link);
    },
    droneGone: parts.droneGone,
    connections: rooms.connections,
    alarm: deps.alarm,
  });
  const listener = createGatewayListener(runtime, { listen: deps.listen, table, commands, takeover, claims });
  const clocks = createClockWatch(runtime, deps);
  const passing = createGatewayTimers(runtime, {
    table,
    presence,
    clocks,
    commands,
    parts,
    offers: rooms.offers,
  });
  return { ...rooms, table, counts, drivers, present, claims, presence, listener, passing };
};

/** Publishes the state of the docks of one organisation; servers of the release before ask for those of all. */
const presentOf = (
  { table, present }: Pick<ReturnType<typeof createParts>, 'table' | 'present'>,
  groupRoot: string,
): void => {
  for (const link of table.all()) if (groupRoot === '' || link.dock.groupRoot === groupRoot) present(link);
};

/** The device gateway: owns a share of the docks, reads their messages, sends to them, publishes their live topics. */
export const createGateway = (runtime: Runtime, deps: GatewayDependencies): Gateway => {
  const { db, clock } = runtime;
  const made = createParts(runtime, deps);
  const { table, drivers, presence, listener, passing, claims } = made;
  const way = answerWay(runtime, deps.ground);
  let claimed = false;
  let stopped = false;
  let unhear = (): void => undefined;

  const delivered = (payload: Buffer): void => {
    const notice = JSON.parse(payload.toString()) as DeliveryNotice;
    const link = table.ofSn(notice.sn);
    if (link) made.commands.delivered(link, notice);
  };

  const hear = (topic: string, payload: Buffer): void => {
    if (stopped) return;
    if (topic === clientTopic) presence.noticed(payload);
    else if (topic === deliveryTopic) delivered(payload);
    else if (topic === frameNoticeTopic)
      made.forwarder.noticed(JSON.parse(payload.toString()) as FrameNotice);
    else if (topic === refreshTopic) presentOf(made, payload.toString());
    else if (topic === watchedTopic) made.offers.watched(decodeWatched(payload));
    else drivers.some((driver) => driver.receive(topic, payload));
  };

  return {
    name: 'gateway',
    timers: made.parts.timers,
    async start() {
      unhear = deps.broker.onMessage(hear);
      await deps.broker.subscribe([clientTopic, deliveryTopic, frameNoticeTopic, refreshTopic, watchedTopic]);
      made.parts.start();
      await listener.start();
      await claims.start();
      claimed = true;
      passing.start();
    },
    async stop() {
      stopped = true;
      unhear();
      await listener.stop();
      passing.stop();
      made.parts.stop();
      made.unconfirmed?.stop();
      for (const driver of drivers) await driver.settle();
      await made.commands.stop();
      await made.parts.flush();
      await claims.stop();
    },
    ready() {
      const now = clock.mono();
      return claimed && claims.healthy() && !table.all().some((link) => isHeld(link, now));
    },
    async gateNow(flightOID, dockOID) {
      const link = table.find(dockOID);
      const flight = link ? await flightByOid(db, flightOID) : null;
      if (!link || !flight) return null;
      const file = await readRouteFile(db, deps.objects, flight);
      return gateNowOf(runtime, file, flight, link);
    },
    async wayNow(dockOID, question) {
      const link = table.find(dockOID);
      return link ? way(link, question) : null;
    },
    aircraftNow(dockOID) {
      const link = table.find(dockOID);
      if (!link) return null;
      const at = clock.mono();
      return { ...motionOf(link, at), out: aircraftOut(link, clock.wall()), open: openNow(link, at) };
    },
    drcNow: made.forwarder.stateNow,
    speaksTo: (dockOID) => table.find(dockOID) !== null,
    counts: () => ({
      ...made.counts,
      docksWaiting: drivers.reduce((sum, driver) => sum + driver.waiting(), 0),
      docks: table.all().length,
      online: table.all().filter((link) => dockOnline(link, clock.mono())).length,
    }),
  };
};
