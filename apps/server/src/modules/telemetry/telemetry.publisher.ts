import { encodeLive, limits, liveTopics, type DockPresence } from '@eyrie/domain';
import type { Log } from '../../platform/log.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  controllerStateOf,
  droneOnline,
  robotStatusOf,
  statusOf,
  telemetryOf,
  type DockLink,
} from '../dock/index.ts';

const parts = ['dock', 'presence', 'drone', 'droneOnline', 'robot'] as const;
type Part = (typeof parts)[number];
type Due = Record<Part, boolean>;
/** Monotonic moments. */
type Published = Record<Part, number>;

export interface TelemetryPublisherDependencies {
  publish(topic: string, payload: string): void;
  /** The presence of a dock, with what every room adds to it. @param now monotonic ms */
  presence(link: DockLink, now: number): DockPresence;
  clock: Clock;
  serverTime(): number;
  log: Log;
}

const tick = 100;
/** Ms of a turn of the loop in which live messages are made. */
const slice = 5;

type Body = (now: number, serverTime: number, presence: TelemetryPublisherDependencies['presence']) => string;
type Messages = Readonly<Record<Part, (link: DockLink) => { topic: string; body: Body } | null>>;

/** What is said of a dock and of its aircraft: nothing of an aircraft that is not known. */
const dockMessages: Messages = {
  dock: (link) => ({
    topic: liveTopics.dockStatus.topic(link.dock.groupRoot, link.dock.oid),
    body: (now, serverTime) =>
      encodeLive('dockStatus', link.dock.oid, statusOf(link, now), link.lastSeenWall ?? serverTime),
  }),
  presence: (link) => ({
    topic: liveTopics.dockPresence.topic(link.dock.groupRoot, link.dock.oid),
    body: (now, serverTime, presence) =>
      encodeLive('dockPresence', link.dock.oid, presence(link, now), link.lastSeenWall ?? serverTime),
  }),
  drone: (link) => {
    const { groupRoot, droneOID } = link.dock;
    if (!droneOID) return null;
    return {
      topic: liveTopics.droneTelemetry.topic(groupRoot, droneOID),
      body: (now, serverTime) =>
        encodeLive('droneTelemetry', droneOID, telemetryOf(link, now), link.droneLastSeenWall ?? serverTime),
    };
  },
  robot: (link) => ({
    topic: liveTopics.robotStatus.topic(link.dock.groupRoot, link.dock.oid),
    body: (now, serverTime) =>
      encodeLive('robotStatus', link.dock.oid, robotStatusOf(link, now), link.lastSeenWall ?? serverTime),
  }),
  droneOnline: (link) => {
    const { groupRoot, droneOID, droneSn, oid: linkOID } = link.dock;
    if (!droneOID || !droneSn) return null;
    return {
      topic: liveTopics.droneOnline.topic(groupRoot, droneOID),
      body: (now, serverTime) =>
        encodeLive(
          'droneOnline',
          droneOID,
          { sn: droneSn, online: droneOnline(link, now), linkOID },
          link.droneLastSeenWall ?? serverTime,
        ),
    };
  },
};

/** The same of a remote controller, on topics of their own. */
const controllerMessages: Messages = {
  ...dockMessages,
  dock: (link) => ({
    topic: liveTopics.controllerState.topic(link.dock.groupRoot, link.dock.oid),
    body: (now, serverTime) =>
      encodeLive(
        'controllerState',
        link.dock.oid,
        controllerStateOf(link, now),
        link.lastSeenWall ?? serverTime,
      ),
  }),
  // Its one message says it.
  presence: () => null,
  drone: (link) => {
    const { groupRoot, droneOID } = link.dock;
    if (!droneOID) return null;
    return {
      topic: liveTopics.heldDroneTelemetry.topic(groupRoot, droneOID),
      body: (now, serverTime) =>
        encodeLive(
          'heldDroneTelemetry',
          droneOID,
          telemetryOf(link, now),
          link.droneLastSeenWall ?? serverTime,
        ),
    };
  },
};

/** Which topics a link has; a robot speaks by a contract of its own. */
const messagesOf = ({ dock }: DockLink): Messages =>
  dock.kind === 'remoteController' ? controllerMessages : dockMessages;

/**
 * Publishes the live topics of the docks of this gateway: for every device message, joined to at most one a
 * second and topic. A message that changed nothing is published too, so that its age can be believed.
 */
export const createTelemetryPublisher = (deps: TelemetryPublisherDependencies) => {
  const due = new Map<DockLink, Due>();
  const published = new WeakMap<DockLink, Published>();
  let timer: NodeJS.Timeout | null = null;

  const dueOf = (link: DockLink): Due => {
    let entry = due.get(link);
    if (!entry) {
      entry = { dock: false, drone: false, presence: false, droneOnline: false, robot: false };
      due.set(link, entry);
    }
    return entry;
  };

  const send = (topic: string, payload: string): void => {
    try {
      deps.publish(topic, payload);
    } catch (error) {
      deps.log.debug({ err: error, topic }, 'live message not published: no broker');
    }
  };

  const flushOne = (link: DockLink, entry: Due, now: number): void => {
    const last =
      published.get(link) ??
      ({
        dock: -Infinity,
        drone: -Infinity,
        presence: -Infinity,
        droneOnline: -Infinity,
        robot: -Infinity,
      } satisfies Published);
    for (const part of parts) {
      if (!entry[part] || now - last[part] < limits.gateway.publishEvery - tick / 2) continue;
      const message = messagesOf(link)[part](link);
      last[part] = now;
      // An aircraft that is not known yet may be by the next look, which thousands of docks must not cost ten times a second.
      if (!message && part !== 'presence') continue;
      entry[part] = false;
      if (!message) continue;
      send(message.topic, message.body(now, deps.serverTime(), deps.presence));
    }
    published.set(link, last);
    if (parts.every((part) => !entry[part])) due.delete(link);
  };

  let flushing = false;
  const flush = (): void => {
    if (flushing) return;
    flushing = true;
    const left = due.entries();
    // Thousands of docks are due in the same moment, and orders pass between the slices.
    const step = (): void => {
      const now = deps.clock.mono();
      for (const [link, entry] of left) {
        flushOne(link, entry, now);
        if (deps.clock.mono() - now < slice) continue;
        setImmediate(step);
        return;
      }
      flushing = false;
    };
    step();
  };

  return {
    /** Its aircraft is behind another link from now on: what is shown of it here must not go on looking like now. */
    droneLeft(link: DockLink): void {
      const message = messagesOf(link).drone(link);
      if (message) send(message.topic, message.body(deps.clock.mono(), deps.serverTime(), deps.presence));
    },
    /** A message of the dock, its aircraft, or a change of who is there arrived. */
    touch(link: DockLink, part: Part): void {
      dueOf(link)[part] = true;
    },
    forget(link: DockLink): void {
      due.delete(link);
    },
    start(): void {
      timer ??= setInterval(flush, tick);
    },
    stop(): void {
      if (timer) clearInterval(timer);
      timer = null;
      due.clear();
    },
  };
};
export type TelemetryPublisher = ReturnType<typeof createTelemetryPublisher>;
