import { encodeLive, limits, liveTopics } from '@eyrie/domain';
import type { Log } from '../../platform/log.ts';
import type { Clock } from '../../platform/clock.ts';
import { presenceOf, statusOf, telemetryOf, type DockLink } from '../dock/index.ts';

interface Due {
  dock: boolean;
  drone: boolean;
  presence: boolean;
}
interface Published {
  dock: number;
  drone: number;
  presence: number;
}

export interface TelemetryPublisherDependencies {
  publish(topic: string, payload: string): void;
  clock: Clock;
  serverTime(): number;
  log: Log;
}

const tick = 100;

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
      entry = { dock: false, drone: false, presence: false };
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
    const last = published.get(link) ?? { dock: -Infinity, drone: -Infinity, presence: -Infinity };
    const { oid, groupRoot, droneOID } = link.dock;
    const ripe = (at: number): boolean => now - at >= limits.gateway.publishEvery - tick / 2;
    if (entry.dock && ripe(last.dock)) {
      entry.dock = false;
      last.dock = now;
      send(
        liveTopics.dockStatus.topic(groupRoot, oid),
        encodeLive('dockStatus', oid, statusOf(link, now), link.lastSeenWall ?? deps.serverTime()),
      );
    }
    if (entry.presence && ripe(last.presence)) {
      entry.presence = false;
      last.presence = now;
      send(
        liveTopics.dockPresence.topic(groupRoot, oid),
        encodeLive('dockPresence', oid, presenceOf(link, now), link.lastSeenWall ?? deps.serverTime()),
      );
    }
    if (entry.drone && droneOID && ripe(last.drone)) {
      entry.drone = false;
      last.drone = now;
      send(
        liveTopics.droneTelemetry.topic(groupRoot, droneOID),
        encodeLive(
          'droneTelemetry',
          droneOID,
          telemetryOf(link, now),
          link.droneLastSeenWall ?? deps.serverTime(),
        ),
      );
    }
    published.set(link, last);
    if (!entry.dock && !entry.drone && !entry.presence) due.delete(link);
  };

  const flush = (): void => {
    const now = deps.clock.mono();
    for (const [link, entry] of due) flushOne(link, entry, now);
  };

  return {
    /** A message of the dock, its aircraft, or a change of who is there arrived. */
    touch(link: DockLink, part: keyof Due): void {
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
