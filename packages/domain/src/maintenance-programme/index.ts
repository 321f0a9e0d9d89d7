export * from './maintenance-programme.calls.ts';
export * from './upkeep.ts';
