export * from './department.calls.ts';
