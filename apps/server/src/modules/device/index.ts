export { deviceEndpoints, type DeviceNeeds } from './device.room.ts';
export { requireChineseName } from './device.values.ts';
export {
  batteryList,
  remoteControllerList,
  deviceColumns,
  deviceFilters,
  deviceSort,
  gimbalList,
  robotList,
} from './device-list.store.ts';
export { createDeviceReporter, type DeviceReporter } from './device.reporter.ts';
export type { HeardReports } from './device-report.store.ts';
