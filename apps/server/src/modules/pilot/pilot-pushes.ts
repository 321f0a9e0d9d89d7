import { decodeLive } from '@eyrie/domain';
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
  | { kind: 'device'; family: 'DOCK' | 'DRONE'; oid: string }
  /** Those whose department is one of these. */
  | { kind: 'region'; groupRoot: string; path: readonly string[] };

export interface PilotPush {
  text: string;
  /** What it is the newest state of; null: an event, of which each counts. */
  state: string | null;
  audience: PushAudience;
}

const event = (text: string, audience: PushAudience): PilotPush => ({ text, state: null, audience });

/** Turns what servers publish into what DJI Pilot 2 is sent. Remembers which devices are online, to see a change. */
export function createPilotPushes(now: () => number) {
  const online = new Map<string, boolean>();

  /** What a device that comes or goes is pushed as; nothing as long as it stays as it is. */
  const presence = (key: string, isOnline: boolean, audience: PushAudience): PilotPush[] => {
    const before = online.get(key);
    online.set(key, isOnline);
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
      const [family, , kind, oid = ''] = topic.split('/');
      if (family !== 'INFO' || (kind !== 'DOCK' && kind !== 'DRONE')) return [];
      const audience: PushAudience = { kind: 'device', family: kind, oid };
      const message = decodeLive(payload);
      if (message?.name === 'dockPresence')
        return presence(topic, (message.data as { online: boolean }).online, audience);
      if (message?.name !== 'droneTelemetry') return [];
      const drone = message.data as Parameters<typeof deviceOsd>[0];
      const osd = drone.online ? deviceOsd(drone, message.time) : null;
      return [
        ...presence(topic, drone.online, audience),
        ...(osd === null ? [] : [{ text: osd, state: topic, audience }]),
      ];
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
