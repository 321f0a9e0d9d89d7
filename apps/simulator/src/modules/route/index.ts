export * from './route-around.ts';
