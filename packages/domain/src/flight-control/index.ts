export * from './flight-control.ts';
export * from './stick-frame.ts';
export * from './stick-watchdog.ts';
export * from './stick-clip.ts';

export type { CameraFacts } from './camera-facts.ts';
export * from './payload.ts';
export * from './thermal.ts';
export * from './camera-settings.ts';
export * from './capture.ts';
export * from './night.ts';
export * from './orbit.ts';
export * from './psdk.ts';
export * from './stealth.ts';
export { flightControlCalls, type WayFound } from './flight-control.calls.ts';
