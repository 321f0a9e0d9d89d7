import { limits } from '@eyrie/domain';
import { draftedCommands, type CommandGateway } from '../../modules/command/index.ts';
import { dockIdentities, notifyDockHeard, openDockLink, type DockLink } from '../../modules/dock/index.ts';
import type { FlightGateway } from '../../modules/flight/index.ts';
import { readSnapshot } from '../../modules/telemetry/index.ts';
import type { VideoGateway } from '../../modules/video/index.ts';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { LinkTable } from './link-table.ts';

export interface TakeoverDependencies {
  table: LinkTable;
  broker: BrokerClient;
  flights: FlightGateway;
  commands: CommandGateway;
  video: VideoGateway;
  /** Publishes what is known of a dock now. */
  present(link: DockLink): void;
  forget(link: DockLink): void;
}

const dockTails = [
  'osd',
  'state',
  'services_reply',
  'events',
  'requests',
  'property/set_reply',
  'status',
] as const;
const dockTopics = (sn: string): string[] => [
  ...dockTails.map((tail) => `thing/product/${sn}/${tail}`),
  `sys/product/${sn}/status`,
];
const droneTopics = (sn: string): string[] =>
  ['osd', 'state', 'events'].map((tail) => `thing/product/${sn}/${tail}`);
/**
 * Takes docks over and gives them up. What an earlier owner left open is read before the dock is heard, and
 * nothing is sent to a dock that may be in the air until it had time to say what it does.
 */
export const createTakeover = (runtime: Runtime, deps: TakeoverDependencies) => {
  const listenToDrone = async (link: DockLink): Promise<void> => {
    deps.table.setDrone(link);
    if (link.dock.droneSn) await deps.broker.subscribe(droneTopics(link.dock.droneSn));
  };

  const gained = async ({ dockOID, fence }: { dockOID: string; fence: number }): Promise<void> => {
    const [dock] = await dockIdentities(runtime.db, [dockOID]);
    if (!dock) return;
    const link = openDockLink(dock, fence);
    const stored = await readSnapshot(runtime.db, dockOID);
    if (stored) {
      link.dockSnapshot = { ...link.dockSnapshot, values: stored.dock_values };
      link.droneSnapshot = { ...link.droneSnapshot, values: stored.drone_values };
      link.lastSeenWall = stored.last_seen_at?.getTime() ?? null;
      link.droneLastSeenWall = stored.drone_last_seen_at?.getTime() ?? null;
      link.airborneWhenLastSeen = stored.drone_airborne;
      deps.video.stated(link, ['live_status', 'live_capacity']);
    }
    const openFlight = await deps.flights.recover(link);
    const unresolved = await deps.commands.recover(link);
    if (openFlight || unresolved) link.holdUntil = runtime.clock.mono() + limits.command.restartHold;
    deps.table.add(link);
    // The embedded broker lets a dock in once its own topics are heard: by then its aircraft must be, too.
    await listenToDrone(link);
    await deps.broker.subscribe(dockTopics(dock.sn));
    await notifyDockHeard(runtime.db, dockOID);
    deps.present(link);
    for (const drafted of await draftedCommands(runtime.db, [dockOID]))
      deps.commands.drafted(drafted.dockOID, drafted.oid);
  };

  const lost = async (dockOID: string): Promise<void> => {
    const link = deps.table.find(dockOID);
    if (!link) return;
    deps.table.remove(link);
    deps.forget(link);
    const drone = link.dock.droneSn ? droneTopics(link.dock.droneSn) : [];
    await deps.broker.unsubscribe([...dockTopics(link.dock.sn), ...drone]).catch(() => undefined);
  };

  /** A dock's record changed: name, limits, department, aircraft. False: it is none of ours, or gone. */
  const refresh = async (dockOID: string): Promise<boolean> => {
    const link = deps.table.find(dockOID);
    if (!link) return false;
    const [dock] = await dockIdentities(runtime.db, [dockOID]);
    if (!dock) return false;
    link.dock = dock;
    await listenToDrone(link);
    return true;
  };

  return { gained, lost, refresh, listenToDrone };
};
export type Takeover = ReturnType<typeof createTakeover>;
