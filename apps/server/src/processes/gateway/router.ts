import { limits } from '@eyrie/domain';
import { acknowledged, decodeEnvelope, encodeReply, parseTopic, replyTopic } from '@eyrie/dji';
import type { DeviceMessage, UpKind } from '@eyrie/dji';
import type { ConnectionNotes } from '../../modules/connection/index.ts';
import type { DeviceLogGateway } from '../../modules/device-health/index.ts';
import type { DockGateway, DockLink } from '../../modules/dock/index.ts';
import type { CommandGateway } from '../../modules/command/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Driver } from './driver.ts';
import { createDockQueues, type DockQueues } from './dock-queues.ts';
import type { Proof } from './proof.ts';
import { createHeardEvents } from './heard-events.ts';
import type { LinkParts } from './link-parts.ts';
import { createNamedAircraft } from './named-aircraft.ts';
import { createHeardProperties, type HeardPropertiesDependencies } from './heard-properties.ts';

export interface RouterDependencies extends Omit<HeardPropertiesDependencies, 'clock' | 'log' | 'counted'> {
  linkOfSn(sn: string): DockLink | null;
  reply(topic: string, payload: string): Promise<void>;
  docks: DockGateway;
  commands: Pick<CommandGateway, 'observe' | 'replied' | 'repliedBySticks'>;
  parts: LinkParts;
  logs: DeviceLogGateway;
  connections: Pick<ConnectionNotes, 'step' | 'telemetry'>;
  proof: Proof;
  counted(what: 'malformed' | 'duplicate' | 'message' | 'foreign' | 'unfit'): void;
}

/** Messages by what they are: each goes to its room, and is answered where the device waits for that. */
const createMessages = (
  { clock, log }: Pick<Runtime, 'clock' | 'log'>,
  deps: RouterDependencies,
  inOrder: DockQueues['inOrder'],
) => {
  const heardProperties = createHeardProperties({ clock, log, ...deps });
  const heardEvents = createHeardEvents(deps);
  const nameAircraft = createNamedAircraft({ clock, inOrder, bind: deps.docks.aircraftNamed });

  const respond = async (kind: UpKind, sn: string, message: DeviceMessage, data: unknown): Promise<void> => {
    const topic = replyTopic(kind, sn);
    const payload = encodeReply(message, data, clock.wall());
    if (topic && payload) await deps.reply(topic, payload);
  };

  const properties = (link: DockLink, sn: string, kind: 'osd' | 'state', message: DeviceMessage): void => {
    if (sn === link.dock.sn) {
      heardProperties.ofDock(link, message, kind);
      if (kind === 'osd') deps.connections.telemetry(link.dock.oid, link.clockOffset);
      if (link.controller) deps.docks.controllerHeard(link, inOrder);
      else nameAircraft(link);
    } else heardProperties.ofDrone(link, message, kind);
    deps.commands.observe(link);
    if (kind === 'state' && message.needReply)
      respond('state', sn, message, acknowledged).catch((error: unknown) =>
        log.debug({ err: error }, 'state not acknowledged'),
      );
  };

  const events = (link: DockLink, sn: string, message: DeviceMessage): void => {
    // It may stand in line behind others of its dock: what it says is of the moment when it came.
    const at = clock.mono() - deps.waited();
    inOrder(link, async () => {
      if (!(await heardEvents.take(link, sn, message, at))) deps.counted('duplicate');
      if (message.needReply) await respond('events', sn, message, acknowledged);
    });
  };

  const requests = (link: DockLink, sn: string, message: DeviceMessage): void =>
    inOrder(link, async () => {
      await respond('requests', sn, message, await deps.docks.requested(link, message));
    });

  const inHand = ({ dock, droneInTopology }: DockLink): string | null =>
    droneInTopology ? dock.droneSn : null;
  const newest = new WeakMap<DockLink, DeviceMessage>();
  /** Not every device says again what could not be stored: it is tried until it is, or another says better. */
  const takeTopology = async (link: DockLink, message: DeviceMessage): Promise<void> => {
    newest.set(link, message);
    try {
      await deps.docks.topologyChanged(link, message);
    } catch (error) {
      const again = (): void => {
        if (newest.get(link) === message && deps.linkOfSn(link.dock.sn) === link)
          inOrder(link, () => takeTopology(link, message), { paced: false });
      };
      setTimeout(again, limits.gateway.bindAgain).unref();
      throw error;
    }
  };
  const status = (link: DockLink, sn: string, message: DeviceMessage): void => {
    heardProperties.heard(link, message);
    const work = async (): Promise<void> => {
      if (message.method === 'update_topo') {
        const before = inHand(link);
        await takeTopology(link, message);
        if (inHand(link) !== before) deps.parts.droneChanged(link);
        deps.connections.step(link.dock.oid, 'topology');
      }
      await respond('status', sn, message, acknowledged);
      deps.publisher.touch(link, 'presence');
      deps.publisher.touch(link, 'drone');
      deps.publisher.touch(link, 'droneOnline');
      deps.recorder.touch(link);
    };
    inOrder(link, work, { paced: false });
  };

  return { properties, events, requests, status };
};

/** Takes every message of the docks of this gateway to the room it belongs to, in order per dock. */
export const createRouter = (runtime: Pick<Runtime, 'clock' | 'log'>, deps: RouterDependencies): Driver => {
  const { inOrder, waiting, forget, settle } = createDockQueues(runtime.log);
  const { properties, events, requests, status } = createMessages(runtime, deps, inOrder);

  const route = (link: DockLink, kind: UpKind, sn: string, message: DeviceMessage): void => {
    // Nothing of a device counts before it has named the code of its organisation.
    if (!link.dock.bound && kind !== 'requests') {
      deps.counted('foreign');
      deps.unusable.record(link.dock.oid, 'notBound', kind, null);
      return;
    }
    deps.proof.spoke(link);
    if (kind === 'osd' || kind === 'state') properties(link, sn, kind, message);
    else if (kind === 'events') events(link, sn, message);
    else if (sn !== link.dock.sn) {
      deps.counted('foreign');
      deps.unusable.record(link.dock.oid, 'wrongSerial', kind, { sn });
    } else if (kind === 'services_reply' || kind === 'property_set_reply')
      deps.commands.replied(link, message);
    else if (kind === 'drc_up') {
      deps.parts.stickMessage(link, message);
      deps.commands.repliedBySticks(link, message);
    } else if (kind === 'requests') requests(link, sn, message);
    else if (kind === 'status') status(link, sn, message);
  };

  return {
    /** A malformed message is counted and changes nothing. */
    receive(topic, payload) {
      const parsed = parseTopic(topic);
      if (!parsed) return false;
      const { kind, sn } = parsed;
      const link = deps.linkOfSn(sn);
      if (!link || link.open) {
        deps.counted('foreign');
        return true;
      }
      const decoded = decodeEnvelope(payload);
      if (!decoded.ok) {
        deps.counted('malformed');
        deps.unusable.record(link.dock.oid, decoded.fault, kind, payload.subarray(0, 600).toString());
        return true;
      }
      deps.counted('message');
      if (kind !== 'osd' && kind !== 'drc_up')
        deps.logs.heard(link, kind, sn, decoded.message, payload.byteLength);
      route(link, kind, sn, decoded.message);
      return true;
    },
    waiting: () => waiting() + deps.docks.aircraftWaiting(),
    forget,
    settle,
  };
};
