export { alarmColumns } from './alarm-columns.tsx';
export { exceptionColumns } from './exception-columns.tsx';
export { DockMessages } from './dock-messages.tsx';
export { NamedAlarms } from './named-alarms.tsx';
export { UnusableMessages } from './unusable.tsx';
export { messageColumns } from './message-columns.tsx';
export { AlarmFacts, ExceptionFacts, MessageFacts, type RecordLinks } from './records.tsx';
