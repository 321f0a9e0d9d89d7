export * from './task.ts';
export * from './task.calls.ts';
