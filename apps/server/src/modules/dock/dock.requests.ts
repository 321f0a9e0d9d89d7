import {
  decodeRequest,
  requestCodes,
  requestReplies,
  type DeviceMessage,
  type StorageCredential,
} from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockLink } from './dock.link.ts';
import { organisationName } from './dock.store.ts';
import type { DockTopology } from './dock.topology.ts';

export interface RequestDependencies {
  dji: { appId: string; appKey: string; appLicense: string };
  ntp: { host: string; port: number };
  /** A session credential for the dock's uploads. */
  storageCredential(dockOID: string): Promise<StorageCredential>;
  /** Fresh address and fingerprint of the file of a flight on this dock; null when there is none. */
  flightFile(dockOID: string, flightId: string): Promise<{ url: string; fingerprint: string } | null>;
  bind: DockTopology['bind'];
}

/** Whose a device is: the dock's organisation when it is the dock or its aircraft, else nobody's. */
const bindingOf = ({ dock }: DockLink, sn: string, organisation: string) => {
  const ours = sn === dock.sn || sn === dock.droneSn;
  return {
    sn,
    bound: ours,
    organizationId: ours ? dock.groupRoot : '',
    organizationName: ours ? organisation : '',
    callsign: sn === dock.sn ? dock.name : '',
  };
};

/** Answers what a dock asks. Gives the data of the reply; every request has one. */
export const createDockRequests = (runtime: Runtime, deps: RequestDependencies) => {
  return async (link: DockLink, message: DeviceMessage): Promise<unknown> => {
    const request = decodeRequest(message.method ?? '', message.data);
    switch (request.kind) {
      case 'config':
        return requestReplies.config({ ntpHost: deps.ntp.host, ntpPort: deps.ntp.port, ...deps.dji });
      case 'bindStatus': {
        const name = await organisationName(runtime.db, link.dock.groupRoot);
        return requestReplies.bindStatus(request.sns.map((sn) => bindingOf(link, sn, name)));
      }
      case 'organizationGet':
        return requestReplies.organizationGet(await organisationName(runtime.db, link.dock.groupRoot));
      case 'organizationBind': {
        const devices: { sn: string; code: number }[] = [];
        for (const device of request.devices) {
          const fine = device.sn === link.dock.sn || (await deps.bind(link, device.sn, device.modelKey));
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
};
