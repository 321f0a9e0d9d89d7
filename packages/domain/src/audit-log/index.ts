export * from './audit-log.ts';
export * from './audit-log.calls.ts';
