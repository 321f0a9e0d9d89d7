export * from './organisation.calls.ts';
