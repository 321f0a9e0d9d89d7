export * from './control-door.ts';
