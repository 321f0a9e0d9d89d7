import { encodeLive, limits, liveTopics } from '@eyrie/domain';
import type { Log } from '../../platform/log.ts';
import type { Clock } from '../../platform/clock.ts';
import { presenceOf, robotStatusOf, statusOf, telemetryOf, type DockLink } from '../dock/index.ts';

const parts = ['dock', 'presence', 'drone', 'robot'] as const;
type Part = (typeof parts)[number];
type Due = Record<Part, boolean>;
/** Monotonic moments. */
type Published = Record<Part, number>;

export interface TelemetryPublisherDependencies {
  publish(topic: string, payload: string): void;
  clock: Clock;
  serverTime(): number;
  log: Log;
}

const tick = 100;

/** What is said of a dock and of its aircraft: nothing of an aircraft that is not known. */
const messages: Readonly<
  Record<Part, (link: DockLink) => { topic: string; body(now: number, serverTime: number): string } | null>
> = {
  dock: (link) => ({
    topic: liveTopics.dockStatus.topic(link.dock.groupRoot, link.dock.oid),
    body: (now, serverTime) =>
      encodeLive('dockStatus', link.dock.oid, statusOf(link, now), link.lastSeenWall ?? serverTime),
  }),
  presence: (link) => ({
    topic: liveTopics.dockPresence.topic(link.dock.groupRoot, link.dock.oid),
    body: (now, serverTime) =>
      encodeLive('dockPresence', link.dock.oid, presenceOf(link, now), link.lastSeenWall ?? serverTime),
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
};

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
      entry = { dock: false, drone: false, presence: false, robot: false };
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
    const last = published.get(link) ?? {
      dock: -Infinity,
      drone: -Infinity,
      presence: -Infinity,
      robot: -Infinity,
    };
    for (const part of parts) {
      if (!entry[part] || now - last[part] < limits.gateway.publishEvery - tick / 2) continue;
      const message = messages[part](link);
      if (!message) continue;
      entry[part] = false;
      last[part] = now;
      send(message.topic, message.body(now, deps.serverTime()));
    }
    published.set(link, last);
    if (parts.every((part) => !entry[part])) due.delete(link);
  };

  const flush = (): void => {
    const now = deps.clock.mono();
    for (const [link, entry] of due) flushOne(link, entry, now);
  };

  return {
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
