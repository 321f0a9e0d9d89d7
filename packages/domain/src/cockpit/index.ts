export * from './layout.ts';
export * from './layout.calls.ts';
export * from './cockpit.ts';
export * from './display.calls.ts';
