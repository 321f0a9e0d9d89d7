export * from './battery.calls.ts';
export * from './store-mode.ts';
