export { createDeviceHealthGateway, type DeviceHealthGateway } from './device-health.gateway.ts';
export { deviceHealthEndpoints } from './device-health.endpoints.ts';
export { requireService } from './device-health.service.ts';
export { dropOldRows } from './tidy.store.ts';
