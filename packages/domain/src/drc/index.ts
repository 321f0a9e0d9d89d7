export * from './drc.ts';
export * from './drc.calls.ts';
export * from './stick-landing.ts';
export * from './stick-report.ts';
