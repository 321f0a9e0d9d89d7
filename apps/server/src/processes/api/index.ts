export { createLive } from './live.ts';
export { registerHealth } from './health.ts';
