export * from './weather.calls.ts';
