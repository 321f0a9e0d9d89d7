export * from './device-health.ts';
export * from './device-health.calls.ts';
