export * from './notification.ts';
export * from './notification.calls.ts';
