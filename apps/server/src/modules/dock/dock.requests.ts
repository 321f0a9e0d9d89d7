import {
  decodeRequest,
  requestCodes,
  requestReplies,
  type DeviceMessage,
  type StorageCredential,
} from '@eyrie/dji';
import type { ConnectionFault, ConnectionStep } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockLink } from './dock.link.ts';
import { organisationName, type DockIdentity } from './dock.store.ts';
import type { DockTopology } from './dock.topology.ts';

export interface RequestDependencies {
  dji: { appId: string; appKey: string; appLicense: string };
  ntp: { host: string; port: number };
  /** A session credential for the dock's uploads. */
  storageCredential(dockOID: string): Promise<StorageCredential>;
  /** Fresh address and fingerprint of the file of a flight on this dock; null when there is none. */
  flightFile(dockOID: string, flightId: string): Promise<{ url: string; fingerprint: string } | null>;
  bind: DockTopology['bind'];
  /** The custom flight areas of a dock; null: it keeps what it has. An empty list erases all. */
  flightAreas(link: DockLink): Promise<Parameters<typeof requestReplies.flightAreas>[0]>;
  /** The binding codes of docks. */
  binding: {
    check(dock: DockIdentity, claim: BindingClaim): Promise<ConnectionFault | null>;
    /** Uses the code up. @returns why not; null: it is bound */
    bind(dock: DockIdentity, claim: BindingClaim): Promise<ConnectionFault | null>;
    codeOf: Readonly<Partial<Record<ConnectionFault, number>>>;
  };
  /** Notes how far a dock came on its way in. */
  came(dockOID: string, step: ConnectionStep, details?: { fault: ConnectionFault; code: number }): void;
}

interface BindingClaim {
  organizationId: string | null;
  bindingCode: string | null;
}

/** Whose a device is: the dock's organisation when it is the dock or its aircraft, else nobody's. */
const bindingOf = ({ dock }: DockLink, sn: string, organisation: string) => {
  const ours = dock.bound && (sn === dock.sn || sn === dock.droneSn);
  return {
    sn,
    bound: ours,
    organizationId: ours ? dock.groupRoot : '',
    organizationName: ours ? organisation : '',
    callsign: sn === dock.sn ? dock.name : '',
  };
};

/** Lets docks in by their binding codes; a dock that is bound needs none. */
const createAdmission = ({ db }: Pick<Runtime, 'db'>, { bind, binding, came }: RequestDependencies) => {
  /** @returns the code that it is answered; 0: taken */
  const judged = (link: DockLink, step: ConnectionStep, fault: ConnectionFault | null): number => {
    const code = fault ? (binding.codeOf[fault] ?? requestCodes.bindFailed) : 0;
    came(link.dock.oid, step, ...(fault ? [{ fault, code }] : []));
    return code;
  };
  return {
    async organisation(link: DockLink, claim: BindingClaim): Promise<unknown> {
      const code = judged(link, 'organisationGet', await binding.check(link.dock, claim));
      if (code !== 0) return requestReplies.refused(code);
      return requestReplies.organizationGet(await organisationName(db, link.dock.groupRoot));
    },
    async devices(
      link: DockLink,
      devices: readonly (BindingClaim & { sn: string; modelKey: string | null })[],
    ): Promise<unknown> {
      const own = devices.find(({ sn }) => sn === link.dock.sn) ?? devices[0];
      const fault = await binding.bind(link.dock, own ?? { organizationId: null, bindingCode: null });
      const refused = judged(link, 'organisationBind', fault);
      if (refused === 0) link.dock = { ...link.dock, bound: true };
      const answers: { sn: string; code: number }[] = [];
      for (const device of devices) {
        const fine =
          refused === 0 && (device.sn === link.dock.sn || (await bind(link, device.sn, device.modelKey)));
        answers.push({ sn: device.sn, code: fine ? 0 : refused || requestCodes.boundElsewhere });
      }
      if (refused === 0 && answers.some(({ code }) => code !== 0))
        judged(link, 'organisationBind', 'boundElsewhere');
      return requestReplies.organizationBind(answers);
    },
  };
};

/** Controllers come in by who is signed in on them, and reach their files by another way: these change nothing. */
const ofDocksAlone: ReadonlySet<string> = new Set([
  'organizationGet',
  'organizationBind',
  'storageConfig',
  'flighttaskResource',
]);

/** Answers what a dock asks. Gives the data of the reply; every request has one. */
export const createDockRequests = (runtime: Runtime, deps: RequestDependencies) => {
  const admission = createAdmission(runtime, deps);
  return async (link: DockLink, message: DeviceMessage): Promise<unknown> => {
    const request = decodeRequest(message.method ?? '', message.data);
    if (link.controller && ofDocksAlone.has(request.kind))
      return requestReplies.refused(requestCodes.bindFailed);
    switch (request.kind) {
      case 'config':
        deps.came(link.dock.oid, 'config');
        return requestReplies.config({ ntpHost: deps.ntp.host, ntpPort: deps.ntp.port, ...deps.dji });
      case 'bindStatus': {
        deps.came(link.dock.oid, 'bindStatus');
        const name = await organisationName(runtime.db, link.dock.groupRoot);
        return requestReplies.bindStatus(request.sns.map((sn) => bindingOf(link, sn, name)));
      }
      case 'organizationGet':
        return admission.organisation(link, request);
      case 'organizationBind':
        return admission.devices(link, request.devices);
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
        return requestReplies.flightAreas(link.controller ? null : await deps.flightAreas(link));
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
