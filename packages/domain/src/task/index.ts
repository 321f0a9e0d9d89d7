export * from './schedule.ts';
export * from './rule-text.ts';
export * from './task.ts';
export * from './calls-of-exports.ts';
export * from './calls-of-several.ts';
export * from './task.calls.ts';
export * from './task-template.calls.ts';
export * from './work-day.calls.ts';
