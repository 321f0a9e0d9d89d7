export * from './drone.ts';
export * from './drone.calls.ts';
export { droneFields } from './drone.fields.ts';
