export { DeviceJournal } from './journal.ts';
export { LogDesk, type LogHost } from './log-desk.ts';
