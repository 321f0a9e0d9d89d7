export { AlarmTable } from './alarm-table.tsx';
export {
  alarmLog,
  exceptionLog,
  messageLog,
  useAlarm,
  useException,
  useMessage,
  type AlarmFilters,
  type ExceptionFilters,
  type MessageFilters,
} from './device-health.queries.ts';
export { ExceptionTable } from './exception-table.tsx';
export { HideButton } from './handling.tsx';
export { MessageTable } from './message-table.tsx';
export { AlarmFacts, ExceptionFacts, MessageFacts, type RecordLinks } from './records.tsx';
