export * from './session.calls.ts';
