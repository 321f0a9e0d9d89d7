export * from './health.ts';
export * from './operation.calls.ts';
export * from './work.ts';
