import { limits } from '@eyrie/domain';
import {
  decodeTopology,
  domains,
  modelName,
  pairedModels,
  type DeviceMessage,
  type Topology,
} from '@eyrie/dji';
import { createGatherer } from '../../platform/gather.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { bindDrones, sendHome } from '../drone/index.ts';
import { forgetDrone, type DockLink } from './dock.link.ts';
import { dockIdentities, notifyDockChanged, setLinkModel } from './dock.store.ts';

export interface TopologyDependencies {
  /** The broker must learn that the docks may speak for their aircraft before the docks are answered. */
  bindOnBroker(bindings: readonly { sn: string; droneSn: string }[]): Promise<void>;
  /** Other aircraft are behind these docks: subscribe to them. */
  dronesChanged(links: readonly DockLink[]): Promise<void>;
  droneGone(link: DockLink): void;
}

/** A dock names an aircraft; `key`: its model, null when the dock told none. */
interface Naming {
  link: DockLink;
  droneSn: string;
  key: string | null;
}

const modelOf = ({ link, key }: Naming): string =>
  key ?? link.dock.droneModel ?? pairedModels(link.dock.model)[0] ?? 'unknown';

/**
 * Makes aircraft their docks' own, all in one transaction; their messages are heard when this resolves.
 * @returns for each, in their order, false when the aircraft belongs to somebody else
 */
const createBinding =
  (runtime: Runtime, deps: TopologyDependencies) =>
  async (namings: readonly Naming[]): Promise<boolean[]> => {
    const { db } = runtime;
    const outcomes = await db.transaction().execute((trx) =>
      bindDrones(
        trx,
        namings.map((naming) => {
          const model = modelOf(naming);
          const drone = { oid: runtime.newOid(), sn: naming.droneSn, model, name: modelName(model) };
          return { drone, dock: naming.link.dock };
        }),
        { heard: true, at: new Date(runtime.serverTime()) },
      ),
    );
    const isBound = outcomes.map((outcome) => outcome === 'bound');
    for (const [at, { link, droneSn }] of namings.entries())
      if (!isBound[at])
        runtime.log.warn(
          { dock: link.dock.sn, drone: droneSn },
          'dock names an aircraft that belongs to another',
        );
    const bound = namings.filter((_naming, at) => isBound[at]);
    if (bound.length === 0) return isBound;
    await deps.bindOnBroker(bound.map(({ link, droneSn }) => ({ sn: link.dock.sn, droneSn })));
    const oids = bound.map(({ link }) => link.dock.oid);
    await notifyDockChanged(db, ...oids);
    // Taken in only now: what was lost on the way to the broker is said again when the dock says it again.
    const identities = new Map((await dockIdentities(db, oids)).map((one) => [one.oid, one]));
    for (const { link, droneSn } of bound) {
      const former = link.dock.droneSn;
      // What the former aircraft told says nothing of this one.
      if (former !== null && former !== droneSn) forgetDrone(link);
      link.dock = identities.get(link.dock.oid) ?? link.dock;
    }
    await deps.dronesChanged(bound.map(({ link }) => link));
    return isBound;
  };

/** Which aircraft is behind a dock, by the dock's own word. */
export const createDockTopology = (runtime: Runtime, deps: TopologyDependencies) => {
  const gatherer = createGatherer<Naming, boolean>({
    most: limits.gateway.boundAtOnce,
    work: createBinding(runtime, deps),
    keysOf: ({ link, droneSn }) => [`dock ${link.dock.oid}`, `drone ${droneSn}`],
    // A dock with a flight never waits for docks that merely connect.
    isUrgent: ({ link }) => link.flightOID !== null,
  });
  /**
   * The aircraft is the dock's from now on; its messages are heard when this resolves.
   * @param key model of the aircraft; null when the dock told none
   * @returns false when the aircraft belongs to somebody else
   */
  const bind = async (link: DockLink, droneSn: string, key: string | null): Promise<boolean> => {
    const naming = { link, droneSn, key };
    if (link.dock.droneSn === droneSn && link.dock.droneModel === modelOf(naming)) return true;
    return gatherer.add(naming);
  };

  /** A controller has another aircraft in hand, or none: one that lives in a dock goes back behind it. */
  const letGo = async (link: DockLink, except: string | null): Promise<void> => {
    const changed = await sendHome(runtime.db, [link.dock.oid], except);
    if (changed.length > 0) await notifyDockChanged(runtime.db, ...changed);
  };

  /** What a controller tells in its topology beside its aircraft: which model it is. */
  const controllerNamed = async (
    link: DockLink,
    { key, subDevices: [drone] }: Pick<Topology, 'key' | 'subDevices'>,
  ): Promise<void> => {
    if (!link.controller) return;
    link.controller.named = drone ? { sn: drone.sn, key: drone.key, triedAt: runtime.clock.mono() } : null;
    if (key?.startsWith(`${domains.controller}-`) && key !== link.dock.model) {
      await setLinkModel(runtime.db, link.dock.oid, key);
      link.dock = { ...link.dock, model: key };
    }
    if (drone?.sn !== link.dock.droneSn) await letGo(link, drone?.sn ?? null);
  };

  return {
    bind,
    /**
     * A controller spoke. An aircraft that was in use elsewhere when the controller named it may be free by now: its
     * topology is not said again.
     */
    controllerHeard(
      link: DockLink,
      inOrder: (link: DockLink, work: () => Promise<void>, how: { paced: boolean }) => void,
    ): void {
      const named = link.controller?.named;
      const now = runtime.clock.mono();
      if (!named || named.sn === link.dock.droneSn || now - named.triedAt < limits.gateway.bindAgain) return;
      named.triedAt = now;
      const work = async (): Promise<void> => {
        if (link.controller?.named === named) link.droneInTopology = await bind(link, named.sn, named.key);
      };
      inOrder(link, work, { paced: false });
    },
    /** Docks whose aircraft wait to be bound. */
    waiting: gatherer.waiting,
    /** The dock's own state names the aircraft that is with it. */
    async named(link: DockLink, droneSn: string, key: string | null): Promise<void> {
      link.droneInTopology = await bind(link, droneSn, key);
    },
    /** update_topo: which aircraft is behind the dock now. */
    async changed(link: DockLink, message: DeviceMessage): Promise<void> {
      const topology = decodeTopology(message.data);
      if (!topology) return;
      await controllerNamed(link, topology);
      const drone = topology.subDevices[0];
      if (!drone) {
        link.droneInTopology = false;
        deps.droneGone(link);
        return;
      }
      link.droneInTopology = await bind(link, drone.sn, drone.key);
    },
  };
};
export type DockTopology = ReturnType<typeof createDockTopology>;
