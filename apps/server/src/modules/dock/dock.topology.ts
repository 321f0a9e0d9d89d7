import { decodeTopology, modelName, pairedModels, type DeviceMessage } from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import { forgetDrone, type DockLink } from './dock.link.ts';
import { bindDrone, dockIdentities, notifyDockChanged } from './dock.store.ts';

export interface TopologyDependencies {
  /** The broker must learn that the dock may speak for an aircraft before the dock is answered. */
  bindOnBroker(dockSn: string, droneSn: string): Promise<void>;
  /** Another aircraft is behind the dock: subscribe to it. */
  droneChanged(link: DockLink): Promise<void>;
  droneGone(link: DockLink): void;
}

/** Which aircraft is behind a dock, by the dock's own word. */
export const createDockTopology = (runtime: Runtime, deps: TopologyDependencies) => {
  /**
   * The aircraft is the dock's from now on; its messages are heard when this resolves.
   * @param key model of the aircraft; null when the dock told none
   * @returns false when the aircraft belongs to somebody else
   */
  const bind = async (link: DockLink, droneSn: string, key: string | null): Promise<boolean> => {
    const model = key ?? link.dock.droneModel ?? pairedModels(link.dock.model)[0] ?? 'unknown';
    const former = link.dock.droneSn;
    if (former === droneSn && link.dock.droneModel === model) return true;
    const bound = await runtime.db
      .transaction()
      .execute((trx) =>
        bindDrone(trx, { oid: runtime.newOid(), sn: droneSn, model, name: modelName(model) }, link.dock),
      );
    if (bound === 'foreign') {
      runtime.log.warn(
        { dock: link.dock.sn, drone: droneSn },
        'dock names an aircraft that belongs to another',
      );
      return false;
    }
    await deps.bindOnBroker(link.dock.sn, droneSn);
    await notifyDockChanged(runtime.db, link.dock.oid);
    // What the former aircraft told says nothing of this one.
    if (former !== null && former !== droneSn) forgetDrone(link);
    // Taken in only now: what was lost on the way to the broker is said again when the dock says it again.
    const [identity] = await dockIdentities(runtime.db, [link.dock.oid]);
    if (identity) link.dock = identity;
    await deps.droneChanged(link);
    return true;
  };

  return {
    bind,
    /** The dock's own state names the aircraft that is with it. */
    async named(link: DockLink, droneSn: string, key: string | null): Promise<void> {
      link.droneInTopology = await bind(link, droneSn, key);
    },
    /** update_topo: which aircraft is behind the dock now. */
    async changed(link: DockLink, message: DeviceMessage): Promise<void> {
      const topology = decodeTopology(message.data);
      if (!topology) return;
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
