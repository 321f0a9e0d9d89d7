export { deviceEndpoints, type DeviceNeeds } from './device.room.ts';
export { columnsOf } from './device.table.ts';
export { requireChineseName } from './device.values.ts';
export {
  batteryList,
  remoteControllerList,
  deviceColumns,
  deviceFilters,
  deviceSort,
  gimbalList,
  reportJoins,
  robotList,
  unfitBy,
} from './device-list.store.ts';
export { endingInsurances, sweepUpkeep } from './device.upkeep.ts';
export { createDeviceReporter, type DeviceReporter } from './device.reporter.ts';
export { writeDeviceReports, type HeardReports } from './device-report.store.ts';
export { writeSelfReports, type SelfReport } from './self-report.store.ts';
