export * from './organisation.calls.ts';
export * from './organisation.ts';
export * from './platform.calls.ts';
