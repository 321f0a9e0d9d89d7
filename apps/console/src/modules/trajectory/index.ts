export { NearestPanel } from './nearest-panel.tsx';
export { OtherDeviceCard, OtherDevices } from './other-devices.tsx';
export type { SeenPlace } from './place-state.ts';
export { PlayerPanel } from './player-panel.tsx';
export { Reaches } from './reaches.tsx';
export { usePlaces } from './trajectory.queries.ts';
