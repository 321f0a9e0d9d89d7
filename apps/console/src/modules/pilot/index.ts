export { bridgeOf } from './dji-bridge.ts';
export { OutsidePilot } from './outside-pilot.tsx';
export { PilotPanel } from './pilot-panel.tsx';
