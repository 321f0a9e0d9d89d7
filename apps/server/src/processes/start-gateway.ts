import { zoneOffset } from '@eyrie/domain';
import type { DockAccounts } from '../modules/dock/index.ts';
import type { VideoServer } from '../modules/video/index.ts';
import type { Settings } from '../platform/settings.ts';

import type { Foundation } from './foundation.ts';
import { createGateway, type Gateway } from './gateway/index.ts';
import type { ObjectStore } from './objects.ts';
import type { Rooms } from './rooms.ts';

/** What the device gateway of this process stands on. */
export interface GatewayParts {
  settings: Settings;
  foundation: Foundation;
  rooms: Rooms;
  store: ObjectStore;
  video: VideoServer;
  accounts: DockAccounts;
}

/** The gateway of this process, with what it may ask of the rooms. */
export const gatewayOf = ({ settings, foundation, rooms, store, video, accounts }: GatewayParts): Gateway =>
  createGateway(foundation.control, {
    audit: rooms.auditLog.forControl,
    sendGuard: rooms.command.sendGuard,
    broker: foundation.broker,
    listen: foundation.database.listen,
    instance: { instanceId: foundation.instanceId, processes: settings.processes },
    objects: store.flight,
    video,
    dji: settings.dji,
    ntp: { host: settings.ntpHost, port: 123 },
    dockLog: rooms.dockLog,
    speaker: rooms.speaker,
    firmware: rooms.firmware,
    ground: rooms.layer,
    drc: rooms.drc,
    storageCredential: rooms.flight.media.credentialForDock,
    recordMedia: rooms.flight.media.recordMedia,
    bindOnBroker: accounts.bindDrones,
    ...(accounts.disconnect ? { disconnectOnBroker: accounts.disconnect } : {}),
    zoneMinutes: async (groupRoot) => {
      const zone = await rooms.organisation.timeZoneOf(groupRoot);
      return zoneOffset(zone, foundation.runtime.clock.wall()) / 60_000;
    },
    async windRule(groupRoot) {
      const { windAbortSeconds, windAnswerSeconds } = await rooms.organisation.policyOf(groupRoot);
      return { seconds: windAbortSeconds, answerSeconds: windAnswerSeconds };
    },
    alarm: (dockOID, kind) =>
      rooms.notification.notifyHolders(dockOID, 'dock:edit', { kind, level: 'alarm' }),
    areasChanged: rooms.region.areasChanged,
    orderForServer: rooms.command.orders.orderForServer,
    newFlightRefusal: rooms.operation.maintenance.newFlightRefusal,
  });
