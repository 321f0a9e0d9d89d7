export * from './appearance.calls.ts';
