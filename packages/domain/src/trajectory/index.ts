export * from './trajectory.calls.ts';
