export * from './department.ts';
export * from './department.calls.ts';
