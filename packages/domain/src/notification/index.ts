export * from './notification.ts';
export * from './notification.calls.ts';
export type { NotificationMessage } from './notification.topics.ts';
