export * from './cockpit.ts';
