export * from './robot.calls.ts';
export type { RobotStatus } from './robot.topics.ts';
