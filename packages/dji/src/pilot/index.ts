/** What DJI Pilot 2 says and hears over HTTP and WebSocket. */
export * from './map-elements.ts';
export * from './media.ts';
export * from './pushes.ts';
export { inLayer, inWorkspace, inWorkspaceById } from './query.ts';
export * from './storage.ts';
export * from './topologies.ts';
export * from './waylines.ts';
