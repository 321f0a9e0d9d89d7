export { createTelemetryPublisher, type TelemetryPublisher } from './telemetry.publisher.ts';
export { createTelemetryRecorder, type TelemetryRecorder } from './telemetry.recorder.ts';
export { careForDays } from './telemetry.days.ts';
export {
  dropFlightTelemetry,
  duringFlight,
  markAllOffline,
  readSnapshots,
  thinEarlierRows,
} from './telemetry.store.ts';
export {
  createLiveEndpoint,
  type LiveEndpoint,
  type LiveEndpointOptions,
  type LiveStats,
  type UpgradeSource,
} from './live-endpoint.ts';
export type { LiveIdentity, LiveLimits } from './live-connect.ts';
export { allowedFilter, matches } from './live-topics.ts';
export type { LiveGrant, LiveSubject } from './live-topics.ts';
