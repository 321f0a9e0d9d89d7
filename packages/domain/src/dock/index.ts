export * from './dock.ts';
export * from './dock-parameter.ts';
export * from './dock.calls.ts';
