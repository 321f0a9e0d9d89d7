import { limits, openDevicePublishes, openDeviceTopic } from '@eyrie/domain';
import { draftedCommands, type CommandGateway } from '../../modules/command/index.ts';
import {
  dockIdentities,
  forgetDrone,
  notifyDocksHeard,
  openDockLink,
  wireOf,
  type DockLink,
} from '../../modules/dock/index.ts';
import type { FlightGateway } from '../../modules/flight/index.ts';
import { readSnapshots } from '../../modules/telemetry/index.ts';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Claim } from './claims.store.ts';
import type { LinkParts } from './link-parts.ts';
import type { LinkTable } from './link-table.ts';

export interface TakeoverDependencies {
  table: LinkTable;
  broker: BrokerClient;
  flights: FlightGateway;
  commands: CommandGateway;
  parts: Pick<LinkParts, 'restored'>;
  /** Publishes what is known of a dock now. */
  present(link: DockLink): void;
  forget(link: DockLink): void;
  /** The aircraft of a dock is behind another from now on. */
  droneLeft(link: DockLink): void;
}

const dockTails = [
  'osd',
  'state',
  'services_reply',
  'events',
  'requests',
  'property/set_reply',
  'status',
  'drc/up',
] as const;
const dockTopics = (sn: string): string[] => [
  ...dockTails.map((tail) => `thing/product/${sn}/${tail}`),
  `sys/product/${sn}/status`,
];
const topicsOf = (dock: DockLink['dock']): string[] =>
  wireOf(dock) === 'open'
    ? openDevicePublishes.map((last) => openDeviceTopic(dock.sn, last))
    : dockTopics(dock.sn);
const droneTopics = (sn: string): string[] =>
  ['osd', 'state', 'events'].map((tail) => `thing/product/${sn}/${tail}`);
/**
 * Takes docks over and gives them up. What an earlier owner left open is read before the dock is heard, and
 * nothing is sent to a dock that may be in the air until it had time to say what it does.
 */
export const createTakeover = (runtime: Runtime, deps: TakeoverDependencies) => {
  const listenToDrones = async (links: readonly DockLink[]): Promise<void> => {
    for (const link of links) deps.table.setDrone(link);
    await deps.broker.subscribe(
      links.flatMap(({ dock }) =>
        dock.droneSn === null || wireOf(dock) === 'open' ? [] : droneTopics(dock.droneSn),
      ),
    );
  };

  /** What an earlier owner left: the last known state, open flights, orders of which nobody knows what became. */
  const recover = async (links: readonly DockLink[]): Promise<void> => {
    const oids = links.map(({ dock }) => dock.oid);
    const snapshots = new Map((await readSnapshots(runtime.db, oids)).map((one) => [one.dock_oid, one]));
    for (const link of links) {
      const stored = snapshots.get(link.dock.oid);
      if (!stored) continue;
      link.dockSnapshot = { ...link.dockSnapshot, values: stored.dock_values };
      link.droneSnapshot = { ...link.droneSnapshot, values: stored.drone_values };
      link.lastSeenWall = stored.last_seen_at?.getTime() ?? null;
      link.droneLastSeenWall = stored.drone_last_seen_at?.getTime() ?? null;
      link.airborneWhenLastSeen = stored.drone_airborne;
      deps.parts.restored(link);
    }
    const inFlight = await deps.flights.recover(links);
    const unresolved = await deps.commands.recover(links);
    const holdUntil = runtime.clock.mono() + limits.command.restartHold;
    for (const link of links) {
      if (inFlight.has(link) || unresolved.has(link)) link.holdUntil = holdUntil;
      // Of an order that may still be on its way nobody can say when it has arrived.
      if (unresolved.has(link)) link.handedOver = false;
    }
  };

  /** Thousands of docks are taken over in as many questions as one. */
  const gained = async (claims: readonly Claim[]): Promise<void> => {
    const fences = new Map(claims.map(({ dockOID, fence }) => [dockOID, fence]));
    const handedOver = new Set(claims.flatMap((claim) => (claim.handedOver ? [claim.dockOID] : [])));
    const docks = await dockIdentities(runtime.db, [...fences.keys()]);
    if (docks.length === 0) return;
    const links = docks.map((dock) => openDockLink(dock, fences.get(dock.oid) ?? 0));
    for (const link of links) link.handedOver = handedOver.has(link.dock.oid);
    const oids = docks.map(({ oid }) => oid);
    await recover(links);
    for (const link of links) deps.table.add(link);
    // The embedded broker lets a dock in once its own topics are heard: by then its aircraft must be, too.
    await listenToDrones(links);
    await deps.broker.subscribe(docks.flatMap(topicsOf));
    await notifyDocksHeard(runtime.db, oids);
    links.forEach(deps.present);
    for (const drafted of await draftedCommands(runtime.db, oids)) deps.commands.drafted(drafted);
  };

  const lost = async (dockOID: string): Promise<void> => {
    const link = deps.table.find(dockOID);
    if (!link) return;
    deps.table.remove(link);
    deps.forget(link);
    const drone = link.dock.droneSn ? droneTopics(link.dock.droneSn) : [];
    await deps.broker.unsubscribe([...topicsOf(link.dock), ...drone]).catch(() => undefined);
  };

  /**
   * The records of docks changed: name, limits, department, aircraft.
   * @returns for each false when it is none of ours, or gone
   */
  const refresh = async (dockOIDs: readonly string[]): Promise<boolean[]> => {
    const ours = dockOIDs.filter((oid) => deps.table.find(oid) !== null);
    const docks = new Map((await dockIdentities(runtime.db, ours)).map((dock) => [dock.oid, dock]));
    const changed: DockLink[] = [];
    for (const dock of docks.values()) {
      const link = deps.table.find(dock.oid);
      if (!link) continue;
      if (link.dock.droneOID !== null && link.dock.droneOID !== dock.droneOID) {
        link.droneInTopology = false;
        deps.droneLeft(link);
        forgetDrone(link);
      }
      link.dock = dock;
      changed.push(link);
    }
    await listenToDrones(changed);
    return dockOIDs.map((oid) => docks.has(oid));
  };

  return { gained, lost, refresh, listenToDrones };
};
export type Takeover = ReturnType<typeof createTakeover>;
