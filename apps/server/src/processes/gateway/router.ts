import { limits } from '@eyrie/domain';
import {
  acknowledged,
  decodeEnvelope,
  decodeFileUpload,
  duplicateKey,
  encodeReply,
  mergeProperties,
  parseTopic,
  replyTopic,
  toHealthItems,
  type DeviceMessage,
  type UpKind,
} from '@eyrie/dji';
import type { CommandGateway } from '../../modules/command/index.ts';
import type { DeviceHealthGateway, DeviceLogGateway } from '../../modules/device-health/index.ts';
import { type DockGateway, droneAirborne, type DockLink } from '../../modules/dock/index.ts';
import type { FlightGateway } from '../../modules/flight/index.ts';
import { type TelemetryPublisher, type TelemetryRecorder } from '../../modules/telemetry/index.ts';
import type { VideoGateway } from '../../modules/video/index.ts';
import type { Runtime } from '../../platform/runtime.ts';

export interface RouterDependencies {
  linkOfSn(sn: string): DockLink | null;
  reply(topic: string, payload: string): Promise<void>;
  publisher: TelemetryPublisher;
  recorder: TelemetryRecorder;
  commands: CommandGateway;
  flights: FlightGateway;
  docks: DockGateway;
  health: DeviceHealthGateway;
  logs: DeviceLogGateway;
  video: VideoGateway;
  recordMedia(link: DockLink, file: NonNullable<ReturnType<typeof decodeFileUpload>>): Promise<void>;
  /** Minutes east of Greenwich of the dock's organisation, for times without a zone. */
  zoneMinutes(link: DockLink): Promise<number>;
  counted(what: 'malformed' | 'duplicate' | 'message' | 'foreign'): void;
}

const queueMost = 2_000;

/** Takes every message of the docks of this gateway to the room it belongs to, in order per dock. */
export const createRouter = (runtime: Runtime, deps: RouterDependencies) => {
  const queues = new Map<DockLink, { last: Promise<void>; length: number }>();
  const answered = new WeakMap<DockLink, Map<string, string | null>>();

  /** Work that touches the database, one after the other for each dock. */
  const inOrder = (link: DockLink, work: () => Promise<void>): void => {
    const queue = queues.get(link) ?? { last: Promise.resolve(), length: 0 };
    queues.set(link, queue);
    // Devices repeat what is not acknowledged, so a full queue loses nothing.
    if (queue.length >= queueMost) return;
    queue.length += 1;
    queue.last = queue.last
      .then(work)
      .catch((error: unknown) =>
        runtime.log.warn(
          { err: error, dock: link.dock.sn },
          'device message not processed; the dock will repeat it',
        ),
      )
      .finally(() => {
        queue.length -= 1;
      });
  };

  const respond = async (
    kind: UpKind,
    sn: string,
    message: DeviceMessage,
    data: unknown,
  ): Promise<string | null> => {
    const topic = replyTopic(kind, sn);
    const payload = encodeReply(message, data, runtime.clock.wall());
    if (topic && payload) await deps.reply(topic, payload);
    return payload;
  };

  const heard = (link: DockLink, message: DeviceMessage): void => {
    const wall = runtime.clock.wall();
    // What was on its way when the connection ended may come after the broker's word, and does not bring it back.
    if (runtime.clock.mono() - link.sessionEndedAt > limits.dock.lastWords) link.session = true;
    link.lastSeenWall = wall;
    if (message.timestamp !== null) link.clockOffset = message.timestamp - wall;
  };

  const onDockProperties = (link: DockLink, message: DeviceMessage, source: 'osd' | 'state'): void => {
    heard(link, message);
    const merged = mergeProperties(link.dockSnapshot, message.data, { at: runtime.clock.mono(), source });
    link.dockSnapshot = merged.snapshot;
    if (merged.taken.includes('sub_device')) {
      const sub = merged.snapshot.values['sub_device'] as { device_online_status?: unknown };
      if (sub.device_online_status === 1) link.droneInTopology = true;
      if (sub.device_online_status === 0 && link.droneInTopology) {
        link.droneInTopology = false;
        deps.video.droneGone(link);
        deps.publisher.touch(link, 'drone');
      }
    }
    if (source === 'state') deps.video.stated(link, merged.taken);
    deps.publisher.touch(link, 'dock');
    deps.publisher.touch(link, 'presence');
    deps.recorder.noteDock(link, link.lastSeenWall ?? runtime.clock.wall());
  };

  const onDroneProperties = (link: DockLink, message: DeviceMessage, source: 'osd' | 'state'): void => {
    const wall = runtime.clock.wall();
    const merged = mergeProperties(link.droneSnapshot, message.data, { at: runtime.clock.mono(), source });
    link.droneSnapshot = merged.snapshot;
    if (source === 'osd' && merged.taken.length > 0) {
      link.droneLastSeenWall = wall;
      link.airborneWhenLastSeen = droneAirborne(link, runtime.clock.mono());
    }
    deps.publisher.touch(link, 'drone');
    deps.recorder.noteDrone(link, wall);
  };

  const onEvent = async (link: DockLink, sn: string, message: DeviceMessage): Promise<void> => {
    switch (message.method) {
      case 'flighttask_progress':
        await deps.flights.progressed(link, message);
        deps.commands.observe(link);
        return;
      case 'hms': {
        const owner = sn === link.dock.sn ? 'dock' : 'drone';
        const items = toHealthItems(message.data, owner);
        if (items && (await deps.health.listed(link, owner, items))) deps.publisher.touch(link, 'dock');
        return;
      }
      case 'file_upload_callback': {
        const file = decodeFileUpload(message.data, await deps.zoneMinutes(link));
        if (file && file.result === 0) await deps.recordMedia(link, file);
        return;
      }
      default:
    }
  };

  const events = (link: DockLink, sn: string, message: DeviceMessage): void => {
    const key = duplicateKey(message);
    const known = answered.get(link) ?? new Map<string, string | null>();
    answered.set(link, known);
    inOrder(link, async () => {
      if (key && known.has(key)) {
        deps.counted('duplicate');
        if (message.needReply) await respond('events', sn, message, acknowledged);
        return;
      }
      await onEvent(link, sn, message);
      // Remembered only once it is stored: a failure lets the dock's repetition in.
      if (key) {
        known.set(key, null);
        if (known.size > limits.gateway.dedupeEntries) known.delete(known.keys().next().value ?? '');
      }
      if (message.needReply) await respond('events', sn, message, acknowledged);
    });
  };

  const requests = (link: DockLink, sn: string, message: DeviceMessage): void =>
    inOrder(link, async () => {
      await respond('requests', sn, message, await deps.docks.requested(link, message));
    });

  const status = (link: DockLink, sn: string, message: DeviceMessage): void => {
    heard(link, message);
    inOrder(link, async () => {
      if (message.method === 'update_topo') await deps.docks.topologyChanged(link, message);
      await respond('status', sn, message, acknowledged);
      deps.publisher.touch(link, 'presence');
      deps.publisher.touch(link, 'drone');
      deps.recorder.touch(link);
    });
  };

  const properties = (link: DockLink, sn: string, kind: 'osd' | 'state', message: DeviceMessage): void => {
    if (sn === link.dock.sn) onDockProperties(link, message, kind);
    else onDroneProperties(link, message, kind);
    deps.commands.observe(link);
    if (kind === 'state' && message.needReply)
      respond('state', sn, message, acknowledged).catch((error: unknown) =>
        runtime.log.debug({ err: error }, 'state not acknowledged'),
      );
  };

  return {
    /** One message from the broker. Never throws; a malformed one is counted and changes nothing. */
    receive(topic: string, payload: Buffer): void {
      const parsed = parseTopic(topic);
      if (!parsed) return;
      const link = deps.linkOfSn(parsed.sn);
      if (!link) {
        deps.counted('foreign');
        return;
      }
      const decoded = decodeEnvelope(payload);
      if (!decoded.ok) {
        deps.counted('malformed');
        return;
      }
      deps.counted('message');
      const { kind, sn } = parsed;
      const own = sn === link.dock.sn;
      if (kind !== 'osd' && kind !== 'drc_up')
        deps.logs.heard(link, kind, sn, decoded.message, payload.byteLength);
      if (kind === 'osd' || kind === 'state') properties(link, sn, kind, decoded.message);
      else if (kind === 'events') events(link, sn, decoded.message);
      else if (!own) deps.counted('foreign');
      else if (kind === 'services_reply') deps.commands.replied(link, decoded.message);
      else if (kind === 'requests') requests(link, sn, decoded.message);
      else if (kind === 'status') status(link, sn, decoded.message);
    },
    forget(link: DockLink): void {
      queues.delete(link);
    },
    /** Waits for what is under way. */
    settle: async (): Promise<void> => {
      await Promise.allSettled([...queues.values()].map((queue) => queue.last));
    },
  };
};
export type Router = ReturnType<typeof createRouter>;
