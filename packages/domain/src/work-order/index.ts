export * from './work-order.ts';
export * from './work-order.calls.ts';
export type { FlightAgain } from './calls-of-again.ts';
