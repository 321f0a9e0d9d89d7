export { Alarms, useAlarmFocus } from './alarms.tsx';
