export * from './robot.calls.ts';
