export * from './arrangement.ts';
export * from './arrangement.calls.ts';
export * from './cockpit.ts';
export * from './display.calls.ts';
