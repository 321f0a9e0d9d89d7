import type { AddressInfo } from 'node:net';
import { createDrcSocket } from '../modules/drc/index.ts';
import type { VideoServer } from '../modules/video/index.ts';
import type { HttpServerOptions } from '../platform/http/server.ts';
import type { Settings } from '../platform/settings.ts';
import type { TimerState } from '../platform/timers.ts';
import type { Addresses } from './addresses.ts';
import {
  buildApi,
  closeApi,
  createLive,
  createOrganisationFeed,
  createPilotLive,
  createRefusedCredentials,
  originAllowed,
} from './api/index.ts';
import type { Foundation } from './foundation.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { ObjectStore } from './objects.ts';
import type { Readiness } from './readiness.ts';
import type { Rooms } from './rooms.ts';

/** What the port that people and docks reach stands on. */
export interface ApiParts {
  settings: Settings;
  foundation: Foundation;
  rooms: Rooms;
  store: ObjectStore;
  video: VideoServer;
  addresses: Addresses;
  readiness: Readiness;
  lifecycle: Lifecycle;
  gatewayCounts(): Record<string, number>;
  /** Hands calls to another process; undefined: all are answered here. */
  relay: HttpServerOptions['relay'] | undefined;
  timerStates(): TimerState[];
}

/** Opens the port: calls, pages, and the live connections of browsers. */
export const startApi = async (parts: ApiParts): Promise<void> => {
  const { settings, foundation, rooms, addresses, lifecycle } = parts;
  let live: ReturnType<typeof createLive> | null = null;
  const app = await buildApi(settings, foundation, rooms, parts.store, parts.video, {
    notReady: parts.readiness.missing,
    counts: () => ({ ...parts.gatewayCounts(), ...live?.stats() }),
    timerStates: parts.timerStates,
    brokerUrl: () => addresses.broker(foundation.embeddedBroker?.port),
    relay: parts.relay,
  });
  await app.listen({ host: settings.host, port: settings.port });
  addresses.opened((app.server.address() as AddressInfo).port);
  lifecycle.endWith(() => closeApi(app));
  const refused = createRefusedCredentials(foundation.runtime, rooms.auditLog);
  const feed = createOrganisationFeed(foundation.runtime, foundation.broker);
  await lifecycle.start(feed);
  live = createLive(foundation.runtime, {
    refused,
    feed,
    server: app.server,
    broker: foundation.broker,
    appearance: rooms.appearance,
    session: rooms.session,
    directory: rooms.dock.directory,
    publicUrl: addresses.public,
  });
  await lifecycle.start(live);
  await lifecycle.start(
    createPilotLive(foundation.runtime, {
      refused,
      feed,
      server: app.server,
      broker: foundation.broker,
      pilot: rooms.pilot,
      access: rooms.session.access,
      session: rooms.session,
      directory: rooms.dock.directory,
    }),
  );
  const { session, dock, drc } = rooms;
  await lifecycle.start(
    createDrcSocket(foundation.control, {
      server: app.server,
      channel: drc.channel,
      access: session.access,
      callerOf: session.callerOf,
      visible: (groupOID, dockOID) => dock.directory.visible(groupOID, 'DOCK', dockOID),
      originAllowed: originAllowed(addresses.public),
    }),
  );
};
