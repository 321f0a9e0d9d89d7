export { RobotMode } from './robot-live.tsx';
export { RobotMap } from './robot-map.tsx';
export { useRobotNow, type RobotNow } from './robot-now.ts';
