export * from './counters.ts';
export * from './maintenance-programme.calls.ts';
export * from './replace-soon.ts';
export * from './upkeep.ts';
