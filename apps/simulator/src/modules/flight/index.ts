export * from './causes.ts';
export * from './flight.desk.ts';
export * from './flight.machine.ts';
export * from './happening.ts';
export * from './plan.ts';
export * from './preparation.ts';
export { lostFlight } from './progress.ts';
