export * from './coverage.ts';
export * from './inspection-report.ts';
export * from './inspection-report.calls.ts';
export * from './report-schedule.ts';
export * from './report-schedule.calls.ts';
export { reportScheduleFields } from './report-schedule.fields.ts';
