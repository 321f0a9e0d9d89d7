export * from './dock-debug.ts';
