export * from './causes.ts';
export * from './flight.desk.ts';
export * from './flight.machine.ts';
export * from './happening.ts';
export { halt, moveToward, type Body } from './motion.ts';
export * from './plan.ts';
export * from './preparation.ts';
export { lostFlight } from './progress.ts';
export { fetchRoute } from './route-file.ts';
