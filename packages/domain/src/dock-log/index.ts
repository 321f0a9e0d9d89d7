export * from './dock-log.ts';
export { dockLogCalls, type DockLogRecord } from './dock-log.calls.ts';
export type { LogListing, LogStart } from './dock-log.shape.ts';
