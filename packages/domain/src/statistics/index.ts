export * from './measure-file.ts';
export * from './measures.ts';
export * from './period.ts';
export * from './service-levels.ts';
export * from './service-level.calls.ts';
export * from './statistics.calls.ts';
