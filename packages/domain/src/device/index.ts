export * from './device.ts';
export * from './device-calls.ts';
