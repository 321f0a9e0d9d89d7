export * from './backup-plan.ts';
export * from './health.ts';
export * from './stored-file.ts';
export * from './notice.calls.ts';
export { isCurrent, isShown } from './notice-time.ts';
export * from './notice.ts';
export * from './operation.calls.ts';
export * from './timer.ts';
export * from './work.ts';
