export * from './counters.ts';
export * from './maintenance-programme.calls.ts';
export { maintenanceProgrammeFields } from './maintenance-programme.fields.ts';
export * from './replace-soon.ts';
export * from './upkeep.ts';
