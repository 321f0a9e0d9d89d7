export * from './drc.ts';
export * from './drc.calls.ts';
