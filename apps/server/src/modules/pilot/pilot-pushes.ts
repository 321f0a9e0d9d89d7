import { decodeLive, liveTopics, type DroneTelemetry } from '@eyrie/domain';
import {
  deviceOffline,
  deviceOnline,
  deviceOsd,
  elementCreated,
  elementDeleted,
  elementUpdated,
  groupRefreshed,
  topologyChanged,
} from '@eyrie/dji/pilot';
import type { RegionChange } from '../region/index.ts';

/** Who a push is for. */
export type PushAudience =
  | { kind: 'device'; family: string; oid: string }
  /** Those whose department is one of these. */
  | { kind: 'region'; groupRoot: string; path: readonly string[] };

export interface PilotPush {
  text: string;
  /** What it is the newest state of; null: an event, of which each counts. */
  state: string | null;
  audience: PushAudience;
}

/** Codes of the topics that the app hears of; the others are not even read. */
const heardCodes: ReadonlySet<string> = new Set(
  [
    liveTopics.dockPresence,
    liveTopics.controllerState,
    liveTopics.droneOnline,
    liveTopics.droneTelemetry,
    liveTopics.heldDroneTelemetry,
  ].map(({ code }) => String(code)),
);

const event = (text: string, audience: PushAudience): PilotPush => ({ text, state: null, audience });

/** Turns what servers publish into what DJI Pilot 2 is sent. Remembers which devices are online, to see a change. */
export function createPilotPushes(now: () => number) {
  const online = new Map<string, boolean>();

  /** What a device that comes or goes is pushed as; nothing as long as it stays as it is. */
  const presence = (sn: string, isOnline: boolean, audience: PushAudience): PilotPush[] => {
    const before = online.get(sn);
    online.set(sn, isOnline);
    if (before === isOnline || (before === undefined && !isOnline)) return [];
    const at = now();
    return [
      event(isOnline ? deviceOnline(at) : deviceOffline(at), audience),
      event(topologyChanged(at), audience),
    ];
  };

  return {
    /** @param topic as consoles read it */
    ofTopic(topic: string, payload: string): PilotPush[] {
      const [, , family = '', oid = ''] = topic.split('/');
      const message = heardCodes.has(topic.split('/').at(-1) ?? '') ? decodeLive(payload) : null;
      if (!message) return [];
      const audience: PushAudience = { kind: 'device', family, oid };
      switch (message.name) {
        case 'dockPresence':
        case 'controllerState':
        case 'droneOnline': {
          const { sn, online: isOnline } = message.data as { sn: string; online: boolean };
          return presence(sn, isOnline, audience);
        }
        default: {
          const drone = message.data as DroneTelemetry;
          const osd = drone.online ? deviceOsd(drone, message.time) : null;
          return osd === null ? [] : [{ text: osd, state: drone.sn, audience }];
        }
      }
    },
    ofRegion(change: RegionChange): PilotPush {
      const { groupRoot, path } = change;
      const audience: PushAudience = { kind: 'region', groupRoot, path };
      const at = now();
      switch (change.kind) {
        case 'added':
          return event(elementCreated(change.region, at), audience);
        case 'edited':
          return event(elementUpdated(change.region, at), audience);
        case 'deleted':
          return event(elementDeleted(change.region, at), audience);
        default:
          return event(groupRefreshed(change.groupOID, at), audience);
      }
    },
  };
}
export type PilotPushes = ReturnType<typeof createPilotPushes>;
