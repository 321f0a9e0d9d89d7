export * from './statistics.calls.ts';
