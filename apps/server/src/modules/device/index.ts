export { deviceEndpoints } from './device.room.ts';
export type { DeviceNeeds } from './device.declared.ts';
export { requireChineseName } from './device.values.ts';
export {
  batteryList,
  remoteControllerList,
  deviceColumns,
  deviceFilters,
  deviceSort,
  dockDueBy,
  gimbalList,
  reportJoins,
  robotList,
  unfitBy,
} from './device-list.store.ts';
export { eventsOf, insertDeviceEvents } from './device-event.store.ts';
export {
  endingInsurances,
  releaseUpkeep,
  sweepUpkeep,
  upkeepNow,
  writeMaintenance,
  type DueDevice,
} from './device.upkeep.ts';
export { samplesOf, dropOldSamples } from './battery-sample.store.ts';
export { createDeviceReporter, type DeviceReporter } from './device.reporter.ts';
export { writeDeviceReports, type HeardReports } from './device-report.store.ts';
export { writeSelfReports, type SelfReport } from './self-report.store.ts';
export { latestFirmwares } from './firmware.store.ts';
export { flownJoins } from './device-counters.store.ts';
export { insertFound } from './found.store.ts';
