export * from './detector-model.ts';
export * from './detector-model.calls.ts';
