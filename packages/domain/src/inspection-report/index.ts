export * from './inspection-report.ts';
export * from './inspection-report.calls.ts';
