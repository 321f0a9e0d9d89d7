export * from './dictionary.calls.ts';
