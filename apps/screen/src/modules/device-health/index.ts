export { Alarms } from './alarms.tsx';
