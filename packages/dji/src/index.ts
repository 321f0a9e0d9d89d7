export { takeOffEvent, takeOffProgress, takeOffToPoint, type TakeOffProgress } from './take-off.ts';
export {
  orbitEvent,
  orbitProgress,
  poiCircleSpeed,
  poiModeEnter,
  poiModeExit,
  type OrbitProgress,
} from './orbit.ts';
export { flyToEvent, flyToPoint, flyToProgress, type FlyToProgress } from './fly-to.ts';
export { debugEvents, debugProgress, debugService, type DebugProgress } from './debug.ts';
export * from './topics.ts';
export * from './wire.ts';
export * from './models.ts';
export * from './snapshot.ts';
export { openAircraftSnapshot, openDeviceSnapshot } from './from-open-device.ts';
export { alternatePlace, gateAges, heardOnly, reportedDroneModel } from './gate-facts.ts';
export { toDeviceReports, type DeviceReport } from './to-device-reports.ts';
export { gatewayHas, gatewayOrders } from './methods.ts';
export { decodeSetReply, gatewaySets, parametersOf, parameterService } from './parameters.ts';
export { toControllerFigures } from './to-controller-figures.ts';
export { areaProgressEvent, areaProgressOf, flightAreasUpdate, type AreaProgress } from './flight-areas.ts';
export {
  logListMethod,
  logListOf,
  logListService,
  logCancelService,
  logProgressEvent,
  logProgressOf,
  logUploadService,
  type ListedModule,
  type LogFileReport,
} from './device-logs.ts';
export {
  speakerModeService,
  speakerPlayService,
  speakerEvents,
  speakerProgress,
  speakerReplayService,
  speakerStopService,
  speakerVolumeService,
  type SpeakerProgress,
} from './speaker.ts';
export { panoramaEvent, panoramaProgress, type PanoramaProgress } from './to-camera.ts';
export { upgradeEvent, upgradeProgressOf, upgradeService, type OfferedFirmware } from './firmware.ts';
export { cloudControlRelease, cloudControlRequest, consentEvent, decodeConsent } from './consent.ts';
export { firmwareOf, psdkOf, psdkProperty } from './reported.ts';
export { dockCountersOf } from './dock-counters.ts';
export { toDockStatus } from './to-dock-status.ts';
export type { DockStatusContext } from './to-dock-status.ts';
export { toDroneTelemetry } from './to-drone-telemetry.ts';
export type { DroneTelemetryContext } from './to-drone-telemetry.ts';
export * from './drc.ts';
export {
  floatingTextEvent,
  floatingTextOf,
  searchlightBrightnessService,
  searchlightCalibrateService,
  searchlightModeService,
  searchlightTrimService,
  widgetSetService,
  widgetTextService,
} from './psdk.ts';
export * from './services.ts';
export * from './flight-events.ts';
export * from './flight-steps.ts';
export * from './health.ts';
export * from './media-events.ts';
export { exceptionsOf, liveExceptionsOf, type DeviceException } from './exceptions.ts';
export * from './live-events.ts';
export * from './topology.ts';
export * from './requests.ts';
export { errorMeaning } from './error-codes.ts';
export type { ErrorMeaning } from './error-codes.ts';
export * from './errors.ts';
export { componentAlarms } from './health-components.ts';
export { codesSaying, explainedCodes, explanationId } from './explanation-id.ts';
export { explain } from './explain.ts';
export type { CodeFacts, Explanation } from './explain.ts';
export { hmsText } from './hms-texts.ts';
