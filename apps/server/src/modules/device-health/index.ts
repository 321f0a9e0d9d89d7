export { createDeviceHealthGateway, type DeviceHealthGateway } from './device-health.gateway.ts';
export { createDeviceLogGateway, type DeviceLogGateway } from './device-log.gateway.ts';
export { unusableInShort, unusableOf } from './unusable.store.ts';
export { createUnusable, type Unusable } from './unusable.gateway.ts';
export { deviceHealthEndpoints } from './device-health.endpoints.ts';
export { requireService } from './device-health.service.ts';
export { cleanUpDeviceLogs } from './cleanup.ts';
