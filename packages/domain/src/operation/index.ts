export * from './health.ts';
export * from './kept-file.ts';
export * from './operation.calls.ts';
export * from './work.ts';
