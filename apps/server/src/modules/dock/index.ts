export { createDockGateway, type DockGateway } from './dock.gateway.ts';
export { dockEndpoints, type DockAccounts } from './dock.endpoints.ts';
export {
  bindDrone,
  dockForCaller,
  dockIdentities,
  notifyDockChanged,
  organisationName,
  snapshotAirborne,
  type DockIdentity,
} from './dock.store.ts';
