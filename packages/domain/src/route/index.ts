export * from './route.ts';
export * from './route.calls.ts';
