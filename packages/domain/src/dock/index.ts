export * from './dock.ts';
export * from './dock.calls.ts';
