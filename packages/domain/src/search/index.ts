export * from './search.calls.ts';
