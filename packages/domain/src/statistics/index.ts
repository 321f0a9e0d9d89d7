export * from './measure-file.ts';
export * from './measures.ts';
export * from './period.ts';
export * from './statistics.calls.ts';
