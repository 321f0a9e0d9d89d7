export { createDeviceHealthGateway, type DeviceHealthGateway } from './device-health.gateway.ts';
