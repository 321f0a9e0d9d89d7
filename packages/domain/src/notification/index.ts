export * from './notification.calls.ts';
