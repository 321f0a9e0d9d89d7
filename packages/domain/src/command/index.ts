export * from './command.ts';
export * from './command.calls.ts';
