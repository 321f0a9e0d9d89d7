/** Parts of the server that live in processes of their own. */
export { supervisePart } from './supervise.ts';
export type { SupervisedPart } from './supervise.ts';
export { servePart } from './serve.ts';
export type { RunningPart } from './serve.ts';
export { forkBehind } from './behind.ts';
export { childEnvironment } from './environment.ts';
export { createSurvivor } from './survive.ts';
export { createJobs, JobFailed, type Jobs } from './jobs.ts';
