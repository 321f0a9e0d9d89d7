export * from './flight.ts';
export * from './gate.ts';
export * from './rated-time.ts';
export * from './flight.calls.ts';
