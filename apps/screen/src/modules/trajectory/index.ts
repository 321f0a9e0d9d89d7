export { DockStates } from './dock-states.tsx';
export { LiveMap } from './live-map.tsx';
