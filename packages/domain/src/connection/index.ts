export * from './connection.ts';
export * from './connection.calls.ts';
