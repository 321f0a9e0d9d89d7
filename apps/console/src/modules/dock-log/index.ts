export { DockLogs, type LogReasons } from './dock-logs.tsx';
