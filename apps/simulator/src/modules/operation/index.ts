export * from './control-server.ts';
