export { createDockGateway, type DockGateway } from './dock.gateway.ts';
export { dockEndpoints } from './dock.endpoints.ts';
export { dockList } from './dock.list.store.ts';
export type { DockAccounts } from './dock.dependencies.ts';
export {
  bindDock,
  setDockSecret,
  dockForCaller,
  dockIdentities,
  dockDepartment,
  dockPlaceFor,
  notifyDockChanged,
  notifyDocksHeard,
  snapshotAirborne,
  type DirectoryRow,
  type DockIdentity,
  type LinkKind,
} from './dock.store.ts';
export { wireOf } from './dock.wire.ts';
export { standLink } from './device-link.store.ts';
export { deviceLinks } from './device-links.ts';
export { docksInsuredBy } from './dock-insurance.store.ts';
export { unfitReasonsOfDock } from './dock.list.store.ts';
export { createDockDirectory, type DockDirectory } from './dock.directory.ts';
export * from './dock.link.ts';
export { robotStatusOf } from './robot-status.ts';
export { forgetHello, type OpenLink } from './open-link.ts';
export type { Consent } from './controller.part.ts';
export { consentCovers, controllerStateOf } from './controller.link.ts';
export { debugJob, debugJobOf } from './debug-job.ts';
export { liveCapacity, type LiveCapacity } from './live-capacity.ts';
export { linkSlot } from './link-slot.ts';
export { withFloatingText, withoutSearchlight, withSearchlight } from './payload-devices.ts';
export { aircraftOut, factsOf, motionOf, type Motion } from './dock.motion.ts';
export { dockNamedBy } from './dock-named.store.ts';
export {
  dockOfSn,
  freeSerial,
  linkProved,
  linksProved,
  proveLinks,
  proveSerial,
  provedElsewhere,
  type SerialHolder,
} from './dock-serial.store.ts';
export { provedAddress, requireProved, type ProvedAddress } from './dock.proved.ts';

export { reportedBy } from './dock-reported.ts';
