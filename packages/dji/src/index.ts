export * from './topics.ts';
export * from './wire.ts';
export * from './models.ts';
export * from './snapshot.ts';
export { gateAgeMs, toDockStatus } from './to-dock-status.ts';
export type { DockStatusContext } from './to-dock-status.ts';
export { toDroneTelemetry } from './to-drone-telemetry.ts';
export type { DroneTelemetryContext } from './to-drone-telemetry.ts';
export * from './services.ts';
