export * from './organisation.calls.ts';
export * from './organisation.ts';
