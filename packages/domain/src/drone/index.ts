export * from './drone.ts';
