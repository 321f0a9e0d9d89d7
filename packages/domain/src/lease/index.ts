export * from './lease.ts';
export * from './lease.calls.ts';
