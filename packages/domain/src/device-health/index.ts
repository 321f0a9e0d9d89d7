export * from './device-health.calls.ts';
