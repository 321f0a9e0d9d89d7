export * from './operation.calls.ts';
