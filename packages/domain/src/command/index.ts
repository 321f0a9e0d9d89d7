export * from './command.ts';
export * from './command.calls.ts';
export * from './evidence.ts';
