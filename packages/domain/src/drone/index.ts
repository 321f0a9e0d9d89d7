export * from './drone.ts';
export * from './drone.calls.ts';
