export { openDevicePlans } from './open-device.plan.ts';
export { openNow, type OpenNow } from './open-device.now.ts';
