export * from './pilot.calls.ts';
export * from './pilot-paths.ts';
