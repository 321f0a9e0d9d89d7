export * from './cockpit.ts';
export * from './display.calls.ts';
