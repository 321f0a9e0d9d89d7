export * from './flight.ts';
export * from './gate.ts';
export * from './gate-policy.ts';
export * from './gate-stored.ts';
export * from './phase.ts';
export * from './rated-time.ts';
export * from './resume.ts';
export * from './flight.calls.ts';
