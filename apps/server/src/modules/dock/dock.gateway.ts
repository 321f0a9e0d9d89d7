import {
  decodeRequest,
  decodeTopology,
  modelName,
  pairedModels,
  requestCodes,
  requestReplies,
  type DeviceMessage,
  type StorageCredential,
} from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockLink } from './dock.link.ts';
import { bindDrone, dockIdentities, notifyDockChanged, organisationName } from './dock.store.ts';

export interface DockGatewayDependencies {
  dji: { appId: string; appKey: string; appLicense: string };
  ntp: { host: string; port: number };
  /** A session credential for the dock's uploads. */
  storageCredential(dockOID: string): Promise<StorageCredential>;
  /** Fresh address and fingerprint of the file of a flight on this dock; null when there is none. */
  flightFile(dockOID: string, flightId: string): Promise<{ url: string; fingerprint: string } | null>;
  /** The broker must learn that the dock may speak for an aircraft before the dock is answered. */
  bindOnBroker(dockSn: string, droneSn: string): Promise<void>;
  /** Another aircraft is behind the dock: subscribe to it. */
  droneChanged(link: DockLink): Promise<void>;
  droneGone(link: DockLink): void;
}

/** Answers what a dock asks and follows which aircraft is behind it. */
export const createDockGateway = (runtime: Runtime, deps: DockGatewayDependencies) => {
  /** False when the aircraft belongs to somebody else. */
  const bind = async (link: DockLink, droneSn: string, key: string | null): Promise<boolean> => {
    const model = key ?? link.dock.droneModel ?? pairedModels(link.dock.model)[0] ?? 'unknown';
    if (link.dock.droneSn === droneSn && link.dock.droneModel === model) return true;
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
    // Taken in only now: what was lost on the way to the broker is said again when the dock says it again.
    const [identity] = await dockIdentities(runtime.db, [link.dock.oid]);
    if (identity) link.dock = identity;
    await deps.droneChanged(link);
    return true;
  };

  const answer = async (link: DockLink, method: string, data: unknown): Promise<unknown> => {
    const request = decodeRequest(method, data);
    switch (request.kind) {
      case 'config':
        return requestReplies.config({ ntpHost: deps.ntp.host, ntpPort: deps.ntp.port, ...deps.dji });
      case 'bindStatus': {
        const name = await organisationName(runtime.db, link.dock.groupRoot);
        return requestReplies.bindStatus(
          request.sns.map((sn) => {
            const ours = sn === link.dock.sn || sn === link.dock.droneSn;
            return {
              sn,
              bound: ours,
              organizationId: ours ? link.dock.groupRoot : '',
              organizationName: ours ? name : '',
              callsign: sn === link.dock.sn ? link.dock.name : '',
            };
          }),
        );
      }
      case 'organizationGet':
        return requestReplies.organizationGet(await organisationName(runtime.db, link.dock.groupRoot));
      case 'organizationBind': {
        const devices: { sn: string; code: number }[] = [];
        for (const device of request.devices) {
          const fine = device.sn === link.dock.sn || (await bind(link, device.sn, device.modelKey));
          devices.push({ sn: device.sn, code: fine ? 0 : requestCodes.boundElsewhere });
        }
        return requestReplies.organizationBind(devices);
      }
      case 'storageConfig':
        return requestReplies.storageConfig(await deps.storageCredential(link.dock.oid));
      case 'flighttaskResource': {
        const file = await deps.flightFile(link.dock.oid, request.flightId);
        return file
          ? requestReplies.flighttaskResource(file)
          : requestReplies.refused(requestCodes.malformed);
      }
      case 'flighttaskProgress':
        return requestReplies.refused(requestCodes.malformed);
      case 'flightAreas':
        return requestReplies.flightAreas();
      case 'offlineMap':
        return requestReplies.offlineMap();
      case 'malformed':
        return requestReplies.refused(requestCodes.malformed);
      // A method nobody wrote down is acknowledged all the same: an unanswered dock asks for ever.
      default:
        return { result: 0 };
    }
  };

  return {
    requested: (link: DockLink, message: DeviceMessage): Promise<unknown> =>
      answer(link, message.method ?? '', message.data),
    /** update_topo: which aircraft is behind the dock now. */
    async topologyChanged(link: DockLink, message: DeviceMessage): Promise<void> {
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
export type DockGateway = ReturnType<typeof createDockGateway>;
