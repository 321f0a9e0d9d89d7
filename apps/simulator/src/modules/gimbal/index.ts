export * from './view.ts';
export { drawFaults } from './faults.ts';
export { drawThermal } from './thermal.ts';
export type Land = typeof import('./land.ts');
/** What draws the land of the demo's world: only who looks at it waits for it to be made. */
export const loadLand = (): Promise<Land> => import('./land.ts');
export { cameraState, setByLink } from './link-camera.ts';
export { PayloadDesk } from './payload-desk.ts';
export { PayloadDevices, type PayloadDevicesHost } from './payload-devices.ts';
