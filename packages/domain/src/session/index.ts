export * from './device.ts';
export * from './rates.ts';
export * from './session.calls.ts';
export * from './session.ts';
